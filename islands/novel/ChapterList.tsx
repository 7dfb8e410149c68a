/** The chapters of an episode: opened, put in order, and the next one begun (EPI-15, NOV-03). */
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { classes } from '../../pages/ui/classes.ts';
import { TextField } from '../../pages/ui/Field.tsx';
import { IconButton } from '../../pages/ui/IconButton.tsx';
import { moved } from '../move.ts';
import { Refused } from '../publish/Refused.tsx';
import { Sortable, useSortableItem } from '../sortable/Sortable.tsx';
import { focusFirstWrong, useDeed } from '../useRefusal.ts';
import css from './ChapterList.module.css';
import type { Chapter, ChapterItem, Chapters } from './useChapters.ts';

export type ChapterListProps = {
  chapters: Chapters;
  language: string;
  mayEdit: boolean;
  titleMost: number;
  /** Where all chapters are read in one go; also what a row leads to without a script. */
  preview: string;
  onOpen: (id: string) => void;
  onAdded: (chapter: Chapter) => void;
  onSorted: (problem: unknown) => void;
};

export function ChapterList(props: ChapterListProps) {
  const { mayEdit, chapters } = props;
  const list = chapters.chapters;
  const t = useTranslations('novel');
  const console_ = useTranslations('console');
  const href = useHref();
  const box = useRef<HTMLDivElement>(null);
  /** The button that must keep the focus although its row has moved. */
  const focus = useRef<string | null>(null);
  const words = list.reduce((sum, { words_count }) => sum + words_count, 0);

  useEffect(() => {
    if (focus.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]:not(:disabled)`)?.focus();
    focus.current = null;
  });

  const move = (from: number, to: number, button: string) => {
    focus.current = button;
    const ids = moved(list, from, to).map(({ id }) => id);
    chapters.sort(ids).then(
      () => props.onSorted(null),
      (error: unknown) => props.onSorted(error),
    );
  };
  const find = (id: string) => list.find((chapter) => chapter.id === id);
  const canMove = mayEdit && list.length > 1;
  const Row = canMove ? MovableRow : FixedRow;
  return (
    <section className={css.chapters} aria-labelledby="chapters">
      <div className={css.head}>
        <h2 id="chapters">{t('chapters')}</h2>
        {list.length > 0 && (
          <span className={css.count}>
            {t('count', { count: list.length })} · {t('words', { count: words })}
          </span>
        )}
      </div>
      {list.length === 0 ? (
        <p className={css.none}>{mayEdit ? t('none') : t('noneYet')}</p>
      ) : (
        <div ref={box} className={css.list}>
          <Sortable
            ids={list.map(({ id }) => id)}
            nameOf={(id) => find(id)?.title ?? ''}
            onMove={(id, place) =>
              move(
                list.findIndex((chapter) => chapter.id === id),
                place,
                `${id} grip`,
              )
            }
            ghost={(id) => <div className={css.ghost}>{find(id)?.title}</div>}
          >
            {({ shown, wasDragged }) => (
              <ol className={css.rows}>
                {shown.map((id, place) => {
                  const chapter = find(id);
                  if (chapter === undefined) return null;
                  const open = (event: MouseEvent) => {
                    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
                    if (!mayEdit || !isPlain) return;
                    event.preventDefault();
                    if (!wasDragged()) props.onOpen(id);
                  };
                  return (
                    <Row key={id} chapter={chapter} place={place}>
                      {(grip) => (
                        <>
                          <a
                            className={css.link}
                            href={href(`${props.preview}#chapter-${place + 1}`)}
                            onClick={open}
                            draggable={false}
                          >
                            <span className={css.number}>{place + 1}</span>
                            <span className={css.title} lang={props.language} dir="auto">
                              {chapter.title}
                            </span>
                            <span className={css.words}>
                              {chapter.words_count > 0
                                ? t('words', { count: chapter.words_count })
                                : t('noText')}
                            </span>
                          </a>
                          {canMove && (
                            <span className={css.moves} data-needs-js>
                              {grip}
                              <IconButton
                                icon="chevron-up"
                                label={console_('moveUp', { title: chapter.title })}
                                data-move={`${id} up`}
                                disabled={place === 0}
                                onClick={() => move(place, place - 1, `${id} ${place === 1 ? 'down' : 'up'}`)}
                              />
                              <IconButton
                                icon="chevron-down"
                                label={console_('moveDown', { title: chapter.title })}
                                data-move={`${id} down`}
                                disabled={place === list.length - 1}
                                onClick={() =>
                                  move(place, place + 1, `${id} ${place === list.length - 2 ? 'up' : 'down'}`)
                                }
                              />
                            </span>
                          )}
                        </>
                      )}
                    </Row>
                  );
                })}
              </ol>
            )}
          </Sortable>
        </div>
      )}
      {mayEdit && (
        <div data-needs-js>
          <AddChapter
            chapters={chapters}
            titleMost={props.titleMost}
            first={list.length === 0}
            onAdded={props.onAdded}
          />
        </div>
      )}
    </section>
  );
}

type RowProps = { chapter: ChapterItem; place: number; children: (grip: ReactNode) => ReactNode };

function MovableRow({ chapter, place, children }: RowProps) {
  const t = useTranslations('sortable');
  const { ref, grip, isSlot } = useSortableItem(chapter.id, place);
  return (
    <li ref={ref} data-tile={chapter.id} className={classes(css.row, isSlot && css.slot)}>
      {children(
        <IconButton
          icon="grip-vertical"
          label={t('grip', { name: chapter.title })}
          data-move={`${chapter.id} grip`}
          className={css.grip}
          ref={grip}
        />,
      )}
    </li>
  );
}

/** A row that the library knew of would be told as disabled, with the link in it. */
const FixedRow = ({ chapter, children }: RowProps) => (
  <li data-tile={chapter.id} className={css.row}>
    {children(null)}
  </li>
);

function AddChapter({
  chapters,
  titleMost,
  first,
  onAdded,
}: {
  chapters: Chapters;
  titleMost: number;
  first: boolean;
  onAdded: (chapter: Chapter) => void;
}) {
  const t = useTranslations('novel');
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '');
    const fine = await run(async () => onAdded(await chapters.add(title)));
    if (!fine) focusFirstWrong(form.current);
  };
  return (
    <form className={css.add} method="dialog" noValidate ref={form} onSubmit={submit}>
      <TextField
        id="add-chapter"
        label={first ? t('firstTitle') : t('nextTitle')}
        name="title"
        maxLength={titleMost}
        required
        autoComplete="off"
        errors={refusal?.fields.title}
      />
      <Button type="submit" icon="plus" busy={busy && t('adding')} className={css.button}>
        {t('add')}
      </Button>
      {refusal && <Refused refusal={refusal} known={['title']} />}
    </form>
  );
}
