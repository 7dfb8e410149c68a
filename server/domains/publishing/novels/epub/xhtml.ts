/** One search over our own HTML turns stored chapters into files of an EPUB 3.3. */
import { escapeValue } from '#server/lib/prose/escape.ts';
import { cleanText } from '#server/lib/prose/inline.ts';

export type ChapterLinks = {
  /** Null when the chapter is not in the book. */
  fileOf(chapterId: string): string | null;
  hasPlace(chapterId: string, place: string): boolean;
  /** Null when the picture is gone. */
  pictureOf(pictureId: string): string | null;
};

const NAMESPACES = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"';

/** For text that people typed. Puts it on one line. */
export const escaped = (text: string): string => escapeValue(cleanText(text).replace(/\s+/g, ' ').trim());

type Frame = { title: string; language: string; dir: 'ltr' | 'rtl' | null; type?: string };

export function xhtmlFile(body: string, { title, language, dir, type }: Frame): string {
  const lang = `lang="${escaped(language)}" xml:lang="${escaped(language)}"`;
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html ${NAMESPACES} ${lang}${dir === null ? '' : ` dir="${dir}"`}>
<head><title>${escaped(title) || '–'}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body${type === undefined ? '' : ` epub:type="${type}"`}>
${body}
</body>
</html>
`;
}

// `prose/write.ts` writes attributes in a fixed order, and each `<` begins a tag.
const PARTS =
  /<(br|hr)>|<img data-picture="([^"]*)" alt="([^"]*)">|<a href="(?:chapter:([^"#]+))?(?:#([^"]+))?"([^>]*)>|<math\b|<aside\b([^>]*)>/g;
const SEMANTICS: Readonly<Record<string, string>> = { 'doc-noteref': 'noteref', 'doc-backlink': 'backlink' };

export function xhtmlOf(html: string, chapterId: string, links: ChapterLinks): string {
  const linkTo = (chapter: string | undefined, place: string | undefined, rest: string): string => {
    const to = chapter ?? chapterId;
    const file = links.fileOf(to);
    const isThere = place !== undefined && links.hasPlace(to, place);
    const id = / id="[^"]*"/.exec(rest)?.[0] ?? '';
    if (file === null || (chapter === undefined && !isThere)) return `<a${id}>`;
    const type = SEMANTICS[/ role="([^"]*)"/.exec(rest)?.[1] ?? ''];
    const address = `${chapter === undefined ? '' : file}${isThere ? `#${place}` : ''}`;
    return `<a href="${escapeValue(address)}"${rest}${type === undefined ? '' : ` epub:type="${type}"`}>`;
  };
  return html.replace(PARTS, (whole, single, picture, alt, chapter, place, rest, aside) => {
    if (single !== undefined) return `<${single}/>`;
    if (picture !== undefined) {
      const address = links.pictureOf(picture);
      return address === null ? alt : `<img src="${escapeValue(address)}" alt="${alt}"/>`;
    }
    if (chapter !== undefined || place !== undefined) return linkTo(chapter, place, rest);
    if (aside !== undefined) return `<aside${aside} epub:type="footnote">`;
    return whole === '<math' ? '<math xmlns="http://www.w3.org/1998/Math/MathML"' : whole;
  });
}

export const placesIn = (html: string): string[] =>
  [...html.matchAll(/<[^>]* id="(t\d+)"/g)].map(([, id]) => id ?? '');
