/** Writes a book as EPUB 3.3. Reads chapters and pictures one by one. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { picturesIn } from '#server/lib/prose/fill.ts';
import { owned, type Source } from '#server/lib/streams.ts';
import { type BookFacts, type Findings, type PackageItem, packageXml } from './write-package.ts';
import { type ChapterLinks, escaped, placesIn, xhtmlFile, xhtmlOf } from './xhtml.ts';

type OwnChapter = { id: string; title: string };
export type OwnPicture = { id: string; type: 'image/jpeg' | 'image/png'; open: Source };

export type OwnBook = {
  facts: BookFacts;
  /** In order. `htmlOf` is called twice per chapter, one chapter at a time. */
  chapters: readonly OwnChapter[];
  htmlOf(chapterId: string): Promise<string>;
  /** Includes the cover. Unused pictures are left out. */
  pictures: readonly OwnPicture[];
};

const XHTML = 'application/xhtml+xml';
const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
  <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const STYLE = `body { margin: 5%; }
img { max-width: 100%; }
figure { margin: 1em 0; text-align: center; }
hr { width: 20%; }
aside { font-size: 0.9em; }
.center { text-align: center; }
.right { text-align: right; }
.caps { font-variant: small-caps; }
.verse { margin-inline-start: 1.5em; text-indent: -1.5em; }
.verse > p { margin: 0.8em 0 0; }
.verse > p.line { margin-top: 0; }
.verse .number { float: right; margin-inline-start: 1em; font-size: 0.75em; text-indent: 0; }
.indent { margin-inline-start: 1.5em; }
`;
const VERTICAL = 'html { writing-mode: vertical-rl; -epub-writing-mode: vertical-rl; }\n';

export async function writeEpub(book: OwnBook): Promise<Readable> {
  const { facts, chapters, pictures } = book;
  const known = await lookThrough(book);
  const shown = pictures.filter(({ id }) => id === facts.cover || known.pictures.has(id));
  const items = itemsOf(book, shown, known.math);
  const zip = new ZipFile();
  const out = owned(zip.outputStream as Readable);
  zip.on('error', (error) => out.destroy(error as Error));
  // OCF 3.3, 4.3: must be the first entry, uncompressed, with no extra field.
  const options = { mtime: facts.modified, mode: 0o100644, forceDosTimestamp: true };
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...options, compress: false });
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name, options);
  add('META-INF/container.xml', CONTAINER);
  const spine = [
    ...(facts.cover === null ? [] : ['cover']),
    ...chapters.map((_, index) => `chapter-${index + 1}`),
  ];
  add('EPUB/package.opf', packageXml(facts, items, spine, known.findings));
  add('EPUB/nav.xhtml', navFile(book));
  add('EPUB/style.css', facts.isVertical ? VERTICAL + STYLE : STYLE);
  const links = linksFor(book, shown, known.places);
  if (facts.cover !== null) add('EPUB/cover.xhtml', coverFile(facts, links));
  for (const [index, chapter] of chapters.entries()) {
    zip.addReadStreamLazy(`EPUB/${chapterFile(index)}`, options, (give) => {
      give(null, feeding(out, chapterText(book, chapter, links)));
    });
  }
  for (const picture of shown) {
    zip.addReadStreamLazy(`EPUB/${pictureFile(picture)}`, { ...options, compress: false }, (give) => {
      give(null, feeding(out, bytesOf(picture)));
    });
  }
  zip.end();
  return out;
}

const chapterFile = (index: number): string => `chapter-${String(index + 1).padStart(3, '0')}.xhtml`;
const pictureFile = ({ id, type }: OwnPicture): string =>
  `pictures/${id}.${type === 'image/png' ? 'png' : 'jpg'}`;

/** yazl waits forever for a stream that fails, and keeps one open forever when nobody reads its output. */
function feeding(out: Readable, bytes: AsyncIterable<Uint8Array>): Readable {
  const source = owned(Readable.from(bytes));
  const stop = (): void => void source.destroy();
  out.once('close', stop);
  source.once('error', (error) => out.destroy(error));
  source.once('close', () => out.off('close', stop));
  if (out.destroyed) stop();
  return source;
}

async function* bytesOf({ open }: OwnPicture): AsyncGenerator<Uint8Array> {
  yield* await open();
}

type Known = { places: Set<string>; pictures: Set<string>; math: Set<string>; findings: Findings };

async function lookThrough({ facts, chapters, htmlOf }: OwnBook): Promise<Known> {
  const places = new Set<string>();
  const pictures = new Set<string>();
  const math = new Set<string>();
  let hasAllAlt = true;
  for (const { id } of chapters) {
    const html = await htmlOf(id);
    for (const place of placesIn(html)) places.add(`${id}#${place}`);
    for (const picture of picturesIn(html)) {
      pictures.add(picture.id);
      hasAllAlt &&= picture.hasAlt;
    }
    if (html.includes('<math')) math.add(id);
  }
  const hasPictures = facts.cover !== null || pictures.size > 0;
  return { places, pictures, math, findings: { hasPictures, hasAllAlt, hasMath: math.size > 0 } };
}

function itemsOf(
  { facts, chapters }: OwnBook,
  pictures: readonly OwnPicture[],
  math: ReadonlySet<string>,
): PackageItem[] {
  return [
    { id: 'nav', href: 'nav.xhtml', type: XHTML, properties: 'nav' },
    { id: 'style', href: 'style.css', type: 'text/css' },
    ...(facts.cover === null ? [] : [{ id: 'cover', href: 'cover.xhtml', type: XHTML }]),
    ...chapters.map(({ id }, index) => ({
      id: `chapter-${index + 1}`,
      href: chapterFile(index),
      type: XHTML,
      ...(math.has(id) ? { properties: 'mathml' } : {}),
    })),
    ...pictures.map((picture, index) => {
      const isCover = picture.id === facts.cover;
      const id = isCover ? 'cover-picture' : `picture-${index + 1}`;
      const item = { id, href: pictureFile(picture), type: picture.type };
      return isCover ? { ...item, properties: 'cover-image' } : item;
    }),
  ];
}

function linksFor(
  { chapters }: OwnBook,
  pictures: readonly OwnPicture[],
  places: ReadonlySet<string>,
): ChapterLinks {
  const files = new Map(chapters.map(({ id }, index) => [id, chapterFile(index)]));
  const addresses = new Map(pictures.map((picture) => [picture.id, pictureFile(picture)]));
  return {
    fileOf: (id) => files.get(id) ?? null,
    hasPlace: (id, place) => places.has(`${id}#${place}`),
    pictureOf: (id) => addresses.get(id) ?? null,
  };
}

const frameOf = ({ language, direction, isVertical }: BookFacts) => ({
  language,
  // Vertical text runs from right to left by its lines, not by its letters.
  dir: direction === 'rtl' && !isVertical ? ('rtl' as const) : null,
});

async function* chapterText(
  { facts, htmlOf }: OwnBook,
  { id, title }: OwnChapter,
  links: ChapterLinks,
): AsyncGenerator<Buffer> {
  const text = xhtmlOf(await htmlOf(id), id, links);
  const body = `<section>\n<h1>${escaped(title)}</h1>\n${text}\n</section>`;
  yield Buffer.from(xhtmlFile(body, { ...frameOf(facts), title, type: 'bodymatter' }));
}

function coverFile(facts: BookFacts, { pictureOf }: ChapterLinks): string {
  const address = facts.cover === null ? null : pictureOf(facts.cover);
  const image = address === null ? '' : `<img src="${address}" alt="${escaped(facts.title)}"/>`;
  return xhtmlFile(`<figure>${image}</figure>`, {
    ...frameOf(facts),
    title: facts.labels.cover,
    type: 'cover',
  });
}

function navFile({ facts, chapters }: OwnBook): string {
  const { labels } = facts;
  const entries = chapters.map(
    ({ title }, index) => `<li><a href="${chapterFile(index)}">${escaped(title) || index + 1}</a></li>`,
  );
  const marks = [
    ...(facts.cover === null
      ? []
      : [`<li><a epub:type="cover" href="cover.xhtml">${escaped(labels.cover)}</a></li>`]),
    ...(chapters.length === 0
      ? []
      : [`<li><a epub:type="bodymatter" href="${chapterFile(0)}">${escaped(labels.begin)}</a></li>`]),
  ];
  const body = `<nav epub:type="toc" role="doc-toc" id="toc"><h1>${escaped(labels.contents)}</h1><ol>
${entries.join('\n')}
</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><h2>${escaped(labels.contents)}</h2><ol>
${marks.join('\n')}
</ol></nav>`;
  return xhtmlFile(body, { ...frameOf(facts), title: facts.title });
}
