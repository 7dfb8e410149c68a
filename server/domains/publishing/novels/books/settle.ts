/** Replaces a book's own names of pictures and chapters by ids, in one pass over HTML that we wrote. */

export type SettledChapter = { html: string; sectionEnds: number[]; mediaIds: string[] };

type Names = {
  chapterOf(key: string): string | undefined;
  /** Id of a picture. A refused picture leaves its alternative text. */
  pictureOf(token: string): string | undefined;
};

/** Our writer escapes `>` within values, so a tag ends at the first. */
const TAGS = /<(?:a|img)\b[^>]*>/g;
const PICTURE = /\bdata-picture="([^"]*)"/;
const LINK = /\s?\bhref="chapter:([^"#]*)(#[^"]*)?"/;

/** Moves the section ends with the lengths of the ids. */
export function settleChapter(
  { html, sectionEnds }: { html: string; sectionEnds: readonly number[] },
  { chapterOf, pictureOf }: Names,
): SettledChapter {
  const mediaIds = new Set<string>();
  const settle = (tag: string): string => {
    const token = PICTURE.exec(tag)?.[1];
    if (token !== undefined) {
      const mediaId = pictureOf(token);
      if (mediaId === undefined) return / alt="([^"]*)"/.exec(tag)?.[1] ?? '';
      mediaIds.add(mediaId);
      return tag.replace(PICTURE, `data-picture="${mediaId}"`);
    }
    return tag.replace(LINK, (_link, key: string, fragment = '') => {
      const chapterId = chapterOf(key);
      return chapterId === undefined ? '' : ` href="chapter:${chapterId}${fragment}"`;
    });
  };
  const ends = [...sectionEnds, html.length];
  const sections = ends.map((end, index) => html.slice(ends[index - 1] ?? 0, end).replace(TAGS, settle));
  let length = 0;
  const settledEnds = sections.map((section) => {
    length += section.length;
    return length;
  });
  return { html: sections.join(''), sectionEnds: settledEnds.slice(0, -1), mediaIds: [...mediaIds] };
}
