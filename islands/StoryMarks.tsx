/** What a reader has read, drawn into the rows of a story's episodes, which are the same for everybody. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from '../locales/react.tsx';
import { EpisodePlace, EpisodeState, PlaceLine } from '../pages/ui/EpisodeRow.tsx';
import type { Unit } from './StoryDeeds.tsx';
import { type KnownReader, markOf } from './story/known.ts';
import { type ShownStory, useReader } from './story/reader.ts';
import type { SoldStory } from './unlock/StoryUnlock.tsx';
import { useLater } from './useLater.ts';

/** Most readers have nothing before them that is locked. */
const loadUnlock = () => import('./unlock/StoryUnlock.tsx');

export type StoryMarksProps = {
  story: ShownStory;
  unit: Unit;
  /** Of a story in which something is sold: what is said of it then. */
  sold?: Pick<SoldStory, 'title' | 'language' | 'appUrl'>;
};

export default function StoryMarks({ story, unit, sold }: StoryMarksProps) {
  const known = useReader(story);
  const isLocked = sold !== undefined && known.locked.size > 0;
  const { code } = useLater(loadUnlock, isLocked);
  const [rows, setRows] = useState<HTMLElement[]>([]);
  useEffect(() => setRows([...document.querySelectorAll<HTMLElement>('[data-episode]')]), []);
  return (
    <>
      {rows.map((row) => (
        <Marked key={row.dataset.episode} row={row} known={known} unit={unit} />
      ))}
      {sold && code && <code.StoryUnlock story={{ ...story, ...sold, unit }} locked={known.locked} />}
    </>
  );
}

function Marked({ row, known, unit }: { row: HTMLElement; known: KnownReader; unit: Unit }) {
  const t = useTranslations('story');
  const mark = markOf(Number(row.dataset.episode), Number(row.dataset.items), known);
  const kind = mark?.kind;
  useEffect(() => {
    if (kind === undefined) delete row.dataset.mark;
    else row.dataset.mark = kind;
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
