/** A collection for its owner: reorder stories, say why each is there, remove them. */
import { useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import type { Address } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { Disclosure } from '../../pages/ui/Disclosure.tsx';
import { TextArea, TextField } from '../../pages/ui/Field.tsx';
import { IconButton } from '../../pages/ui/IconButton.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { createInTurn } from '../latest.ts';
import { moved } from '../move.ts';
import { OrderedRows } from '../sortable/OrderedRows.tsx';
import { useWording } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import css from './collections/Order.module.css';

export type CollectedStory = {
  id: string;
  number: number;
  title: string;
  language: string | null;
  why: string;
  url: string | null;
};

export type CollectionOrderProps = {
  collectionId: string;
  entries: readonly CollectedStory[];
  /** Stories before this page, and stories in total. */
  before: number;
  total: number;
  whyMaxLength: number;
  here: Address;
};

type Move = { storyId: string; position: number };

export default function CollectionOrder(props: CollectionOrderProps) {
  const { collectionId, before, total } = props;
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const href = useHref();
  const wording = useWording();
  const toast = useToast();
  const [entries, setEntries] = useState(props.entries);
  const [problem, setProblem] = useState<string | null>(null);
  const [order] = useState(() =>
    createInTurn(async ({ storyId, position }: Move) => {
      const params = { id: collectionId, story_id: storyId };
      await api('PUT /collections/:id/stories/:story_id', { params, body: { position } });
    }),
  );
  const move = async (from: number, to: number) => {
    const [place, entry] = [to - before, entries[from - before]];
    if (entry === undefined || to < 0 || to >= total) return;
    const isHere = place >= 0 && place < entries.length;
    const present = entries;
    if (isHere) setEntries(moved(entries, from - before, place));
    setProblem(null);
    try {
      await order.push({ storyId: entry.id, position: to + 1 });
      // The story moved to another page, and another story moved here.
      if (!isHere) return location.reload();
      toast.show(notices('order_changed'));
    } catch (error) {
      setEntries(present);
      setProblem(wording(error).message);
    }
  };
  return (
    <>
      {problem !== null && (
        <Notice
          kind="bad"
          urgent
          actions={<Button onClick={() => location.reload()}>{t('loadAgain')}</Button>}
        >
          {problem}
        </Notice>
      )}
      <OrderedRows items={entries} before={before} total={total} canMove onMove={move}>
        {(entry, place, { tools }) => (
          <div className={css.row}>
            <span className={css.number}>{before + place + 1}</span>
            {entry.url ? (
              <img className={css.cover} src={entry.url} alt="" width={48} height={48} loading="lazy" />
            ) : (
              <span className={css.cover} />
            )}
            <div className={css.words}>
              <b lang={entry.language ?? undefined} dir="auto">
                {entry.title}
              </b>
              <Entry entry={entry} form={{ ...props, back: href(props.here) }} />
            </div>
            {tools}
          </div>
        )}
      </OrderedRows>
      <Toast>{toast.text}</Toast>
    </>
  );
}

type EntryProps = {
  entry: CollectedStory;
  form: Pick<CollectionOrderProps, 'collectionId' | 'total' | 'whyMaxLength' | 'here'> & { back: string };
};

function Entry({ entry: { id, title, why, number }, form }: EntryProps) {
  const t = useTranslations('collection');
  const library = useTranslations('library');
  const params = { id: form.collectionId, story_id: id };
  const place = { params, back: form.back, page: form.here };
  return (
    <div className={css.actions}>
      <Disclosure summary={why === '' ? t('why') : <span dir="auto">{t('quote', { text: why })}</span>}>
        <ActionForm call="PUT /collections/:id/stories/:story_id" {...place} className={css.form}>
          <TextArea
            label={t('whyOf', { title })}
            hideLabel
            name="why"
            id={`why-${id}`}
            rows={2}
            maxLength={form.whyMaxLength}
            defaultValue={why}
            dir="auto"
          />
          <Button type="submit" aria-label={t('saveWhy', { title })}>
            {t('save')}
          </Button>
        </ActionForm>
      </Disclosure>
      <noscript>
        <ActionForm call="PUT /collections/:id/stories/:story_id" {...place} className={css.place}>
          <TextField
            label={t('place', { title })}
            hideLabel
            name="position"
            id={`place-${id}`}
            inputMode="numeric"
            defaultValue={String(number)}
          />
          <Button type="submit" aria-label={t('moveOf', { title })}>
            {t('move')}
          </Button>
        </ActionForm>
      </noscript>
      <ActionForm call="DELETE /collections/:id/stories/:story_id" {...place} className={css.remove}>
        <IconButton type="submit" icon="x" label={library('remove', { title })} />
      </ActionForm>
    </div>
  );
}
