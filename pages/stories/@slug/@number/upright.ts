import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import { canStandUpright } from '#server/lib/writing-direction.ts';

/** True for vertical text: the book asks for it and the language allows it. */
export const isUpright = ({ isVertical }: Pick<ReadChapters, 'isVertical'>, language: string): boolean =>
  isVertical && canStandUpright(language);
