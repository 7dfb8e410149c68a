import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import type { Illustrations } from '#server/domains/reading/reader/illustrations.ts';
import { fillProse } from '#server/lib/prose/fill.ts';
import { chapterAnchor } from '../address.ts';

export type ProseAddresses = {
  /** With the reader's language. The anchor is within the chapter. */
  hrefOf: (chapter: number, place: string | null) => string;
  tableLabel: string;
};

export function filled<Content extends ReadChapters>(
  content: Content,
  pictures: Illustrations,
  { hrefOf, tableLabel }: ProseAddresses,
): Content {
  const { toc, chapter } = content;
  const numbers = new Map(toc.map(({ id, number }) => [id, number]));
  const filling = {
    hrefOf(chapterId: string, place: string | null): string | null {
      const number = numbers.get(chapterId);
      if (number === undefined) return null;
      return number === chapter.number ? `#${place ?? chapterAnchor(number)}` : hrefOf(number, place);
    },
    pictureOf: (mediaId: string) => pictures[mediaId] ?? null,
    tableLabel,
  };
  const sections = chapter.sections.map((html) => fillProse(html, filling));
  return { ...content, chapter: { ...chapter, sections } };
}
