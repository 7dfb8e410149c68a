/** Limits how many notes are shown: the latest of each part of the text. */
import type { Note, Setting } from '../core/types.ts';
import { offsetOf } from './spots.ts';

/** Characters per part, about a third of a screen. */
const PART_LENGTH = 400;
const MOST: Record<Setting['density'], { parts: number; notes: number }> = {
  few: { parts: 4, notes: 1 },
  some: { parts: 1, notes: 2 },
  all: { parts: 1, notes: Number.POSITIVE_INFINITY },
};

export function thinOut(notes: readonly Note[], density: Setting['density']): Note[] {
  const { parts, notes: most } = MOST[density];
  const counts = new Map<number, number>();
  const shown = notes.toReversed().filter((note) => {
    if (note.own) return true;
    const part = Math.floor(offsetOf(note) / (parts * PART_LENGTH));
    const count = counts.get(part) ?? 0;
    counts.set(part, count + 1);
    return count < most;
  });
  return shown.toReversed();
}
