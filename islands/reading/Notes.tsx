/** The panel of short notes, for keyboards, screen readers and thumbs. Its state is the desk (notes/core/types.ts). */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from '../../locales/react.tsx';
import type { Address } from '../../pages/addresses.ts';
import { LinkButton } from '../../pages/ui/Button.tsx';
import { Spinner } from '../../pages/ui/Spinner.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import type { PopKind } from '../../server/domains/community/short-notes/rules.ts';
import { useToast } from '../useToast.ts';
import { Feelings } from './notes/core/Feelings.tsx';
import { List, type ListProps, UnsentNotes } from './notes/core/List.tsx';
import { Setting } from './notes/core/Setting.tsx';
import css from './notes/core/ShortNotes.module.css';
import type { Desk, Item, Outcome, Place } from './notes/core/types.ts';
import { useDesk } from './notes/core/useDesk.ts';
import { Write } from './notes/core/Write.tsx';
import { wherePart } from './notes/core/where.ts';

export type NotesProps = {
  kind: 'pages' | 'chapters';
  page: Address;
  here: string;
  reader: string;
  maxLength: number;
};

/** In a text, arrow keys move a note from sentence to sentence. */
const ARROWS = { pages: ['←', '↑', '↓', '→'], chapters: ['↑', '↓'] } as const;

export default function Notes({ kind, page, here, reader, maxLength }: NotesProps) {
  const t = useTranslations('tsukkomi');
  const desk = useDesk();
  const { text, show } = useToast();
  if (desk === null)
    return (
      <p className={css.hint}>
        <LinkButton kind="ink" href={here}>
          {t('open')}
        </LinkButton>{' '}
        <Spinner label={t('loading')} />
      </p>
    );
  const told = ({ ok, message, status }: Outcome) => {
    if (status === 401) show(t('signInFirst'));
    else show(message ?? (ok ? '' : t('failed')));
  };
  const feel = async (item: Item, feeling: PopKind) => {
    if (!desk.isSignedIn()) return show(t('signInToFeel'));
    const outcome = await desk.react(item.id, feeling);
    if (!outcome.ok) told(outcome);
  };
  const onAction: ListProps['onAction'] = async (deed) => {
    if (!desk.isSignedIn()) return show(t('signInFirst'));
    told(await desk.act(deed));
  };
  const nameOf = ({ number }: Item): string => t(kind === 'pages' ? 'page' : 'chapter', { number });
  return (
    <div className={css.desk} data-notes-panel>
      <div className={css.lines} data-notes-lines>
        <Setting setting={desk.setting} label={t('show')} onChange={desk.set} />
        {desk.here.map((item) => (
          <div key={item.id}>
            <Feelings
              felt={desk.feltAt(item.id)}
              label={t(kind === 'pages' ? 'feelPage' : 'feelChapter', { number: item.number })}
              onFeel={(feeling) => void feel(item, feeling)}
            />
            <List heading={nameOf(item)} {...{ desk, item, page, here, onAction }} />
          </div>
        ))}
        <UnsentNotes unsent={desk.unsent()} onForget={desk.forget} />
        <p className={css.hint}>{kind === 'pages' ? aheadOf(desk, t) : furtherOf(desk, t)}</p>
      </div>
      <Write
        desk={desk}
        maxLength={maxLength}
        back={reader}
        where={desk.draft?.place ? whereOf(desk, desk.draft.place, { t, nameOf }) : null}
        hint={t(kind === 'pages' ? 'tapPage' : 'tapText')}
        arrows={ARROWS[kind]}
        onSent={show}
      />
      <Toast>{text}</Toast>
      <HowMany kind={kind} {...{ desk }} />
    </div>
  );
}

/** Renders into the head of the panel, which comes from the server. */
function HowMany({ desk: { here, of }, kind }: { desk: Desk; kind: NotesProps['kind'] }) {
  const t = useTranslations('tsukkomi');
  const [head, setHead] = useState<Element | null>(null);
  useEffect(() => setHead(document.querySelector('[data-notes-count]')), []);
  const known = here.map(({ id }) => of(id));
  if (head === null || known.length === 0 || known.some((each) => each?.state !== 'here')) return null;
  const count = known.reduce((sum, each) => sum + (each?.notes.length ?? 0), 0);
  const words = t(kind === 'pages' ? 'onPages' : 'onChapter', { count, pages: here.length });
  return createPortal(words, head);
}

type Translate = ReturnType<typeof useTranslations<'tsukkomi'>>;

/** Names the pages whose notes are still ahead, but nothing of the notes. */
function aheadOf({ items, here }: Desk, t: Translate): string {
  const last = here.at(-1)?.number ?? 0;
  const [from, to] = [last + 1, items.at(-1)?.number ?? 0];
  if (from > to) return t('allReached');
  return from === to ? t('aheadOne', { number: from }) : t('ahead', { from, to });
}

function furtherOf({ here, of }: Desk, t: Translate): string {
  const further = here.reduce((sum, { id }) => sum + (of(id)?.further ?? 0), 0);
  return t('furtherOn', { count: further });
}

function whereOf(
  { items, wordsAt }: Desk,
  place: Place,
  { t, nameOf }: { t: Translate; nameOf: (item: Item) => string },
): string {
  const id = 'page_id' in place ? place.page_id : place.chapter_id;
  const item = items.find((each) => each.id === id);
  const name = item ? nameOf(item) : '';
  if ('page_id' in place) return `${name}, ${t(`places.${wherePart(place.x, place.y)}`)}`;
  const words = wordsAt(place.offset);
  return words === '' ? name : t('atWords', { words });
}
