/** Fills the addresses of pictures and linked chapters into a stored chapter when it is shown. Needs no parser. */
import { escapeValue } from './escape.ts';

/** A picture in a chapter, best format first. */
export type ChapterPicture = {
  sources: readonly { type: string; srcset: string }[];
  url: string;
  width: number;
  height: number;
};

export type Filling = {
  /** Address of a chapter, or of a place in it (`t3`). Null when it is gone or nobody may read it. */
  hrefOf: (chapterId: string, place: string | null) => string | null;
  /** Null when the picture is gone: its description remains. */
  pictureOf: (mediaId: string) => ChapterPicture | null;
  /** Label of a table that users scroll sideways by keyboard. */
  tableLabel?: string;
};

const TEXT_WIDTH = '(min-width: 42rem) 40rem, 100vw';

// In our own HTML each `<` is a tag, and each element has its attributes in one order (`write.ts`).
const HOLES =
  /<a href="chapter:([^"#]+)(?:#([^"]+))?"|<img data-picture="([^"]*)" alt="([^"]*)">|<(\/?)table\b[^>]*>/g;

/** Turns the stored HTML of a chapter or section into HTML for browsers, in one search. */
export function fillProse(html: string, filling: Filling): string {
  let tables = 0;
  return html.replace(
    HOLES,
    (whole, chapter?: string, place?: string, picture?: string, alt?: string, slash?: string) => {
      if (chapter !== undefined) return linkTo(filling.hrefOf(chapter, place ?? null));
      if (picture !== undefined) return pictureHtml(filling, picture, alt ?? '');
      // A wide table scrolls within a box. A table in a cell scrolls with the outer one.
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
  // `alt` is already escaped as a value, which is safe as text, too.
  if (picture === null || picture.url === '') return alt === '' ? '' : `<span data-gone>${alt}</span>`;
  const sources = picture.sources.map(
    ({ type, srcset }) =>
      `<source type="${escapeValue(type)}" srcset="${escapeValue(srcset)}" sizes="${TEXT_WIDTH}">`,
  );
  const size = `width="${picture.width}" height="${picture.height}"`;
  const url = escapeValue(picture.url);
  return `<picture>${sources.join('')}<img src="${url}" alt="${alt}" ${size} loading="lazy" decoding="async"></picture>`;
}

export const picturesIn = (html: string): { id: string; hasAlt: boolean }[] =>
  [...html.matchAll(HOLES)].flatMap(([, , , id, alt]) =>
    id === undefined ? [] : [{ id, hasAlt: alt !== '' }],
  );
