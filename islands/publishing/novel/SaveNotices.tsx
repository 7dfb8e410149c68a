import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { OtherVersion } from '../../autosave/OtherVersion.tsx';
import { useWording } from '../../useRefusal.ts';
import type { Draft, SaveState } from './chapterAutosave.ts';
import { cleanFragment } from './prose.ts';
import type { Writing } from './useWriting.ts';
import css from './Writing.module.css';

export function SaveNotices({ writing, zone }: { writing: Writing; zone: string }) {
  const t = useTranslations('novel');
  const wording = useWording();
  const { state } = writing;
  if (state.kind === 'disputed')
    return (
      <Notice
        kind="warn"
        urgent
        actions={
          <>
            <Button onClick={writing.overwrite}>{t('keepMine')}</Button>
            <Button onClick={writing.adopt}>{t('takeTheirs')}</Button>
          </>
        }
      >
        <p>{t('conflict')}</p>
        <Versions {...versionsOf(writing)} />
      </Notice>
    );
  if (state.kind === 'refused') {
    const { message, fields } = wording(state.why);
    return (
      <Notice kind="bad" urgent>
        {Object.values(fields).flat()[0] ?? message} {t('stillHere')}
      </Notice>
    );
  }
  if (state.kind === 'lost') return <Notice kind="warn">{t('keptHint')}</Notice>;
  const { other } = writing;
  return (
    other && (
      <OtherVersion until={other.until} zone={zone} onTake={writing.takeBack}>
        <Text lines={linesOf(other.value)} />
      </OtherVersion>
    )
  );
}

const NOTHING: Draft = { title: '', html: '' };

const versionsOf = (writing: Writing): { mine: string[]; theirs: string[] } => {
  const { mine = NOTHING, base = NOTHING } = writing.versions() ?? {};
  return { mine: linesOf(mine), theirs: linesOf(base) };
};

const linesOf = ({ title, html }: Draft): string[] =>
  [title, ...[...cleanFragment(html).children].map(({ textContent }) => textContent ?? '')].filter(
    (line) => line.trim() !== '',
  );

function Versions({ mine, theirs }: { mine: string[]; theirs: string[] }) {
  const t = useTranslations('autosave');
  return (
    <div className={css.versions}>
      {(
        [
          ['mine', mine, theirs],
          ['theirs', theirs, mine],
        ] as const
      ).map(([whose, lines, others]) => (
        <section key={whose} className={css.version} aria-label={t(whose satisfies 'mine' | 'theirs')}>
          <b>{t(whose satisfies 'mine' | 'theirs')}</b>
          <Text lines={lines} others={others} />
        </section>
      ))}
    </div>
  );
}

function Text({ lines, others }: { lines: readonly string[]; others?: readonly string[] }) {
  const known = others && new Set(others);
  const numbered = lines.map((text, place) => ({ text, id: String(place) }));
  return numbered.map(({ id, text }) => (
    <p key={id} dir="auto">
      {known === undefined || known.has(text) ? text : <mark>{text}</mark>}
    </p>
  ));
}

const SAID = {
  clean: 'saved',
  saved: 'saved',
  waiting: 'waiting',
  saving: 'saving',
  lost: 'kept',
  refused: 'notSaved',
  asks: 'notSaved',
  disputed: 'notSaved',
} as const satisfies Record<SaveState['kind'], MessageKey<'novel'>>;

export function SaveStatus({ state: { kind }, sending }: { state: SaveState; sending: number }) {
  const t = useTranslations('novel');
  const isBad = kind === 'lost' || kind === 'disputed' || kind === 'refused';
  return (
    <p className={classes(css.state, isBad && css.bad)} role="status">
      {sending > 0 && !isBad ? t('sendingPictures', { count: sending }) : t(SAID[kind])}
    </p>
  );
}
