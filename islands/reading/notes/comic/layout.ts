/** Decides which notes of a page are shown, and which overlapping notes become one. */
import { CROWD_COUNT } from '../core/bubble.ts';
import type { Setting } from '../core/types.ts';

/** Per page. */
export const SHOWN_MAX_COUNT = { few: 4, some: 12, all: 60 } as const satisfies Record<
  Setting['density'],
  number
>;

type Dated = { id: string; own: boolean };

/** All own notes and the latest others, in their original order. */
export function chosen<N extends Dated>(notes: readonly N[], density: Setting['density']): N[] {
  const own = notes.filter((note) => note.own);
  const room = Math.max(0, SHOWN_MAX_COUNT[density] - own.length);
  const others = notes.filter((note) => !note.own);
  const kept = new Set([
    ...own.slice(-SHOWN_MAX_COUNT.all),
    ...others.slice(Math.max(0, others.length - room)),
  ]);
  return notes.filter((note) => kept.has(note));
}

/** In pixels from the top left of the page. */
export type Box = { left: number; top: number; width: number; height: number };

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

/** Indexes of boxes that touch, directly or through others. Each index is in one group. */
export function crowds(boxes: readonly Box[]): number[][] {
  const group = boxes.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root] ?? root;
    return root;
  };
  for (const [at, box] of boxes.entries())
    for (let other = at + 1; other < boxes.length; other += 1) {
      const beside = boxes[other];
      if (beside && overlap(box, beside)) group[rootOf(other)] = rootOf(at);
    }
  return [...Map.groupBy(boxes.keys(), rootOf).values()];
}

const GAP = 4;

/** Moves an overlapping box below the earlier one if the page has room for it. */
export function shifts(boxes: readonly Box[], pageHeight: number): number[] {
  const placed: Box[] = [];
  return boxes.map((box) => {
    let moved = box;
    for (let tries = 0; tries < CROWD_COUNT; tries += 1) {
      const under = placed.find((each) => overlap(each, moved));
      if (!under) break;
      moved = { ...moved, top: under.top + under.height + GAP };
    }
    const fits = moved.top + moved.height <= pageHeight && !placed.some((each) => overlap(each, moved));
    const kept = fits ? moved : box;
    placed.push(kept);
    return kept.top - box.top;
  });
}
