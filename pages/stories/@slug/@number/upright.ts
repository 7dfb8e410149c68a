import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import { canStandUpright } from '#server/lib/writing-direction.ts';

/** Lines run from top to bottom: as its book has them, in a language that is written so. */
export const isUpright = ({ isVertical }: Pick<ReadChapters, 'isVertical'>, language: string): boolean =>
  isVertical && canStandUpright(language);
