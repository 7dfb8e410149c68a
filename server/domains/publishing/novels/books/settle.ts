/** Puts ids into the text of a chapter that names pictures and chapters as its book does. One pass over our own writing. */

export type SettledChapter = { html: string; sectionEnds: number[]; mediaIds: string[] };

type Names = {
  /** The id of the chapter that a link leads to. */
  chapterOf(key: string): string | undefined;
  /** The id of a picture; one that was not taken leaves its alternative text. */
  pictureOf(token: string): string | undefined;
};

/** Our writer escapes `>` within values, so a tag ends at the first. */
const TAGS = /<(?:a|img)\b[^>]*>/g;
const PICTURE = /\bdata-picture="([^"]*)"/;
const LINK = /\s?\bhref="chapter:([^"#]*)(#[^"]*)?"/;

/** Sections end where they ended, however long the ids are that were put before. */
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
