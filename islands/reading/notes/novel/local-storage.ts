/** How far this browser's reader has come in a chapter before it was opened. */
import { PLACES, type Places, readKept } from '../../stage/memory.ts';

export type Kept = {
  /** `slug/number` of the episode. */
  key: string;
  item: { id: string; number: number };
  /** Of the chapter, in characters. */
  length: number;
};

/** In characters; whoever has been in a later chapter has read this one. */
export function keptHere({ key, item, length }: Kept): number {
  const place = readKept<Places>(PLACES)[key];
  if (!place) return 0;
  // `furthest` is the last one that was read to its end, or the one that is read.
  if (place.isDone || place.furthest > item.number) return length;
  return place.item === item.id ? Math.floor(place.fraction * length) : 0;
}
