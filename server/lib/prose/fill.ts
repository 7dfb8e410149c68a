/** Puts addresses into a stored chapter when it is shown: of its pictures, and of the chapters that it leads to. No parser is needed. */
import { escapeValue } from './escape.ts';

/** What is known of a picture in a chapter; best format first. */
export type ChapterPicture = {
  sources: readonly { type: string; srcset: string }[];
  /** The form for every browser. */
  url: string;
  width: number;
  height: number;
};

export type Filling = {
  /** Where a chapter is read, at a place in it (`t3`) if there is one; null when it is gone or nobody may read it. */
  hrefOf: (chapterId: string, place: string | null) => string | null;
  /** Null when it is gone: the text stays that describes it. */
  pictureOf: (mediaId: string) => ChapterPicture | null;
  /** What a table is called that somebody scrolls sideways by the keyboard. */
  tableLabel?: string;
};

const TEXT_WIDTH = '(min-width: 42rem) 40rem, 100vw';

// In our own writing each `<` is a tag, and each element has its attributes in one order (`write.ts`).
const HOLES =
  /<a href="chapter:([^"#]+)(?:#([^"]+))?"|<img data-picture="([^"]*)" alt="([^"]*)">|<(\/?)table\b[^>]*>/g;

/** The stored forms of one chapter, or of a section of it, as HTML that browsers show. Takes the time of one search. */
export function fillProse(html: string, filling: Filling): string {
  let tables = 0;
  return html.replace(
    HOLES,
    (whole, chapter?: string, place?: string, picture?: string, alt?: string, slash?: string) => {
      if (chapter !== undefined) return linkTo(filling.hrefOf(chapter, place ?? null));
      if (picture !== undefined) return pictureHtml(filling, picture, alt ?? '');
      // A table is as wide as it needs, within a box that scrolls; one in a cell scrolls with the outer one.
      tables += slash === '' ? 1 : -1;
      if (slash === '') return tables === 1 ? `${boxOf(filling)}${whole}` : whole;
      return tables === 0 ? `${whole}</div>` : whole;
    },
  );
}

const linkTo = (href: string | null): string => (href === null ? '<a' : `<a href="${escapeValue(href)}"`);

const boxOf = ({ tableLabel }: Filling): string =>
  tableLabel === undefined
    ? '<div data-wide>'
    : `<div data-wide role="group" aria-label="${escapeValue(tableLabel)}" tabindex="0">`;

function pictureHtml({ pictureOf }: Filling, id: string, alt: string): string {
  const picture = pictureOf(id);
  // `alt` is escaped already, as a value, which is safe as text too.
  if (picture === null || picture.url === '') return alt === '' ? '' : `<span data-gone>${alt}</span>`;
  const sources = picture.sources.map(
    ({ type, srcset }) =>
      `<source type="${escapeValue(type)}" srcset="${escapeValue(srcset)}" sizes="${TEXT_WIDTH}">`,
  );
  const size = `width="${picture.width}" height="${picture.height}"`;
  const url = escapeValue(picture.url);
  return `<picture>${sources.join('')}<img src="${url}" alt="${alt}" ${size} loading="lazy" decoding="async"></picture>`;
}

/** The pictures of a stored chapter, each as often as it is shown. */
export const picturesIn = (html: string): { id: string; hasAlt: boolean }[] =>
  [...html.matchAll(HOLES)].flatMap(([, , , id, alt]) =>
    id === undefined ? [] : [{ id, hasAlt: alt !== '' }],
  );
