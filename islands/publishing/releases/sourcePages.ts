import type { Part } from '../../accounts/profile/crop.ts';
import type { PageFacts } from '../comic/state.ts';

/** A ready page, or a piece of a strip, with the data needed for a square. */
export type SourcePage = Part & { id: string; media_id: string; number: number; url: string } & {
  part: number;
  parts: number;
};

export function partsOf({ pieces, ...page }: PageFacts, number: number): SourcePage[] {
  let above = 0;
  return pieces.map(({ url, width, height }, index) => {
    const source = { ...page, number, url, above: Math.round(above), part: index + 1, parts: pieces.length };
    above += (height * page.width) / width;
    return source;
  });
}
