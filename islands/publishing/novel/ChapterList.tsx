/** The chapters of an episode: open, sort and add (EPI-15, NOV-03). */

import { type MouseEvent, type ReactNode, useState } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { Address } from '../../../pages/addresses.ts';
import { Button } from '../../../pages/ui/Button.tsx';
import { chapterSpan, chapterSpans } from '../../../server/domains/publishing/novels/rules.ts';
import { moved } from '../../move.ts';
import { RefusedAction } from '../../RefusedAction.tsx';
import { OrderedRows } from '../../sortable/OrderedRows.tsx';
import { AddTitled } from '../stories/AddTitled.tsx';
import css from './ChapterList.module.css';
import { previewAddress } from './preview.ts';
import type { Chapter, Chapters } from './useChapters.ts';

export type ChapterListProps = {
  chapters: Chapters;
  language: string;
  mayEdit: boolean;
  titleMaxLength: number;
  /** Preview of all chapters. Rows link to it without a script. */
  preview: Address;
  tools: ReactNode;
  onOpen: (id: string) => void;
  onAdded: (chapter: Chapter) => void;
  onSorted: (problem: unknown) => void;
};

export function ChapterList(props: ChapterListProps) {
  const { mayEdit, chapters } = props;
  const list = chapters.chapters;
  const t = useTranslations('novel');
  const href = useHref();
  const [near, setNear] = useState(1);
  const spans = chapterSpans(list.length);
  const { first, last } = chapterSpan(list.length, Math.min(near, Math.max(1, list.length)));
  const words = list.reduce((sum, { words_count }) => sum + words_count, 0);

  const move = (from: number, to: number) =>
    chapters.sort(moved(list, from, to).map(({ id }) => id)).then(
      () => props.onSorted(null),
      (error: unknown) => props.onSorted(error),
    );
  const open = (event: MouseEvent, id: string, wasDragged: boolean) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (!mayEdit || !isPlain) return;
    event.preventDefault();
    if (!wasDragged) props.onOpen(id);
  };
  return (
    <section className={css.chapters} aria-labelledby="chapters">
      <div className={css.head}>
        <h2 id="chapters" tabIndex={-1}>
          {t('chapters')}
        </h2>
        {list.length > 0 && (
          <span className={css.count}>
            {t('count', { count: list.length })} · {t('words', { count: words })}
          </span>
        )}
      </div>
      {spans.length > 1 && (
        <nav className={css.hundreds} aria-label={t('hundreds')}>
          {spans.map((span) => (
            <Button
              key={span.first}
              kind="quiet"
              aria-current={span.first === first ? 'true' : undefined}
              onClick={() => setNear(span.first)}
            >
              {t('hundred', span)}
            </Button>
          ))}
        </nav>
      )}
      {list.length === 0 ? (
        <p className={css.none}>{mayEdit ? t('none') : t('noneYet')}</p>
      ) : (
        <OrderedRows
          items={list.slice(first - 1, last)}
          before={first - 1}
          total={list.length}
          canMove={mayEdit}
          onMove={(from, to) => void move(from, to)}
        >
          {({ id, title, words_count }, place, { tools, wasDragged }) => (
            <div className={css.row}>
              <span className={css.number}>{place + 1}</span>
              <a
                className={css.link}
                href={href(previewAddress(props.preview, place + 1))}
                onClick={(event) => open(event, id, wasDragged())}
                draggable={false}
                lang={props.language}
                dir="auto"
              >
                {title}
              </a>
              <span className={css.words}>
                {words_count > 0 ? t('words', { count: words_count }) : t('noText')}
              </span>
              <span className={css.tools}>{tools}</span>
            </div>
          )}
        </OrderedRows>
      )}
      {mayEdit && (
        <AddTitled
          id="add-chapter"
          label={list.length === 0 ? t('firstTitle') : t('nextTitle')}
          action={t('add')}
          titleMaxLength={props.titleMaxLength}
          add={async (title) => props.onAdded(await chapters.add(title))}
          refused={(refusal) => <RefusedAction refusal={refusal} fields={['title']} />}
        />
      )}
      {props.tools}
    </section>
  );
}
