import type { Direction } from '#server/domains/reading/reader/rules.ts';

/** Root attributes that tell styles and scripts the reading direction (islands/reading/stage/stage.ts). */
export const stageRoot = (direction: Direction): Readonly<Record<string, string>> => ({
  'data-direction': direction,
  'data-pairs': 'cover',
  'data-way': direction === 'down' || direction === 'strip' ? 'scroll' : 'pages',
});

/** Anchor of a page: `#p4`. */
export const pageAnchor = (number: number): string => `p${number}`;
export const END_ANCHOR = 'end';
