/** What a thumbnail can be cut from. */

import type { Part } from '../../accounts/profile/crop.ts';
import type { PageFacts } from '../comic/state.ts';

/** A ready page of the episode, or one of the pieces that a strip was cut into, as far as a square of it needs. */
export type SourcePage = Part & { id: string; media_id: string; number: number; url: string } & {
  /** From 1. */
  part: number;
  parts: number;
};

/** What a page offers, from the top. */
export function partsOf({ pieces, ...page }: PageFacts, number: number): SourcePage[] {
  let above = 0;
  return pieces.map(({ url, width, height }, index) => {
    const source = { ...page, number, url, above: Math.round(above), part: index + 1, parts: pieces.length };
    above += (height * page.width) / width;
    return source;
  });
}
