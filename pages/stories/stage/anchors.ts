/** What a stage and the document around it agree on. */
import type { Direction } from '#server/domains/reading/reader/rules.ts';

/** Attributes of the document by which styles and script know the way of reading (islands/reading/stage/stage.ts). */
export const stageRoot = (direction: Direction): Readonly<Record<string, string>> => ({
  'data-direction': direction,
  'data-pairs': 'cover',
  'data-way': direction === 'down' || direction === 'strip' ? 'scroll' : 'pages',
});

/** The address of a page within the document: `#p4`. */
export const pageAnchor = (number: number): string => `p${number}`;
export const END_ANCHOR = 'end';
