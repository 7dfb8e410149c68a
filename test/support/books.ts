/** Small generated ePubs, with every part replaceable. */
import { makeZip, type ZipEntry } from './make-zip.ts';

export type BookParts = {
  title?: string;
  language?: string;
  /** Bodies by file name, in spine order. */
  texts?: Record<string, string>;
  /** Further manifest items: `id href type properties`. */
  items?: string[];
  toc?: string;
  metadata?: string;
  spine?: string;
  guide?: string;
  /** Additional or replaced archive entries. */
  files?: Record<string, string | Buffer>;
  without?: string[];
};

const NAMESPACES =
  'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:xlink="http://www.w3.org/1999/xlink"';

export const xhtml = (body: string, head = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html ${NAMESPACES}>\n<head><title>Text</title>${head}</head>\n<body>\n${body}\n</body>\n</html>`;

export const bookFiles = ({
  title = 'A Book',
  language = 'en',
  texts = { 'one.xhtml': '<h1>One</h1><p>The first chapter.</p>' },
  items = [],
  toc = '',
  metadata = '',
  spine = '',
  guide = '',
  files = {},
  without = [],
}: BookParts = {}): Record<string, string | Buffer> => {
  const names = Object.keys(texts);
  const manifest = [
    ...names.map((name, index) => `<item id="x${index}" href="${name}" media-type="application/xhtml+xml"/>`),
    ...items.map((item) => {
      const [id, href, type, properties] = item.split(' ');
      const more = properties === undefined ? '' : ` properties="${properties}"`;
      return `<item id="${id}" href="${href}" media-type="${type}"${more}/>`;
    }),
  ];
  const order = spine || names.map((_, index) => `<itemref idref="x${index}"/>`).join('');
  const all: Record<string, string | Buffer> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x</dc:identifier><dc:title>${title}</dc:title><dc:language>${language}</dc:language>${metadata}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest.join('')}</manifest><spine>${order}</spine>${guide}</package>`,
    'OPS/nav.xhtml': xhtml(
      `<nav epub:type="toc"><ol>${toc || '<li><a href="one.xhtml">One</a></li>'}</ol></nav>`,
    ),
    ...Object.fromEntries(
      Object.entries(texts).map(([name, body]) => [
        `OPS/${name}`,
        body.startsWith('<?xml') ? body : xhtml(body),
      ]),
    ),
    ...files,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
};

export const makeBook = (parts: BookParts = {}, more: readonly ZipEntry[] = []): Buffer =>
  makeZip([
    ...Object.entries(bookFiles(parts)).map(([name, data], index) => ({
      name,
      data: Buffer.from(data),
      method: index === 0 ? 0 : 8,
    })),
    ...more,
  ]);
