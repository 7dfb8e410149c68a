/** How far the reader had come in a chapter before it was opened, from this browser. */
import { PLACES, type Places, readKept } from '../../stage/memory.ts';

export type Kept = {
  /** `slug/number` of the episode. */
  key: string;
  item: { id: string; number: number };
  length: number;
};

/** In characters. A reader who has been in a later chapter has read this one. */
export function keptHere({ key, item, length }: Kept): number {
  const place = readKept<Places>(PLACES)[key];
  if (!place) return 0;
  // `furthest` is the last chapter that was read to its end, or the current one.
  if (place.isDone || place.furthest > item.number) return length;
  return place.item === item.id ? Math.floor(place.fraction * length) : 0;
}
