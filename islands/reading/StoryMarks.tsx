/** Marks what a reader has read and saved in a story's rows, which are the same for everybody. */
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from '../../locales/react.tsx';
import { EpisodePlace, EpisodeState, PlaceLine } from '../../pages/ui/EpisodeRow.tsx';
import type { SoldStory } from '../coins/unlock/StoryUnlock.tsx';
import { useLater } from '../useLater.ts';
import type { Unit } from './StoryActions.tsx';
import { type ShownStory, useReader } from './story/reader.ts';
import { type KnownReader, markOf } from './story/reader-state.ts';

/** Loaded on demand: most readers see no locked episodes. */
const loadUnlock = () => import('../coins/unlock/StoryUnlock.tsx');
const loadSaving = () => import('./offline/SaveRows.tsx');

export type StoryMarksProps = {
  story: ShownStory;
  unit: Unit;
  sold?: Pick<SoldStory, 'title' | 'language' | 'appUrl'>;
  /** Set when no worker can save episodes. */
  unsaved?: true;
};

export default function StoryMarks({ story, unit, sold, unsaved }: StoryMarksProps) {
  const t = useTranslations('story');
  const known = useReader(story);
  const isLocked = sold !== undefined && known.locked.size > 0;
  const { code } = useLater(loadUnlock, isLocked);
  const saving = useLater(loadSaving, !unsaved);
  const [rows, setRows] = useState<Row[]>([]);
  const [count, setCount] = useState<Element | null>(null);
  useEffect(() => {
    setCount(document.querySelector('[data-read-count]'));
    const found = [...document.querySelectorAll<HTMLElement>('[data-episode]')];
    setRows(found.map((element) => ({ element, isSold: element.dataset.mark === 'price' })));
  }, []);
  // Episodes that must be paid for first cannot be saved.
  const open = rows.filter(
    ({ element, isSold }) => !isSold || known.unlocked.has(Number(element.dataset.episode)),
  );
  return (
    <>
      {count && known.readCount > 0 && createPortal(` · ${t('youRead', { count: known.readCount })}`, count)}
      {rows.map(({ element }) => (
        <Marked key={element.dataset.episode} row={element} known={known} unit={unit} />
      ))}
      {saving.code && <saving.code.SaveRows rows={open.map(({ element }) => element)} />}
      {sold && code && <code.StoryUnlock story={{ ...story, ...sold, unit }} locked={known.locked} />}
    </>
  );
}

/** `isSold`: from the public page, before this reader's unlocks. */
type Row = { element: HTMLElement; isSold: boolean };

function Marked({ row, known, unit }: { row: HTMLElement; known: KnownReader; unit: Unit }) {
  const t = useTranslations('story');
  const mark = markOf(Number(row.dataset.episode), Number(row.dataset.items), known);
  const kind = mark?.kind;
  const drawn = useRef(row.dataset.mark);
  useEffect(() => {
    const { current: forAll } = drawn;
    if (kind !== undefined) row.dataset.mark = kind;
    else if (forAll !== undefined) row.dataset.mark = forAll;
    else delete row.dataset.mark;
  }, [row, kind]);
  if (mark === null) return null;
  const slot = (name: string) => row.querySelector(`[data-cell=${name}]`) ?? row;
  if (mark.kind === 'begun') return createPortal(<PlaceLine percent={mark.percent} />, slot('thumbnail'));
  if (mark.kind !== 'continue')
    return createPortal(<EpisodeState kind={mark.kind} label={t(`states.${mark.kind}`)} />, slot('state'));
  const { item, items } = mark;
  return (
    <>
      {createPortal(<PlaceLine percent={(100 * item) / items} />, slot('thumbnail'))}
      {createPortal(<EpisodePlace>{t('place', { unit, item, items })}</EpisodePlace>, slot('facts'))}
      {createPortal(<EpisodeState kind="continue" label={t('states.continue')} />, slot('state'))}
    </>
  );
}
