/** Reads any ePub into a book, without database, storage or network. Runs in a separate process (`run.ts`). */
import { isAppError } from '#server/lib/errors.ts';
import { CHAPTERS_MAX_COUNT } from '../rules.ts';
import { isStoredProse } from '../sanitize.ts';
import type { Book, BookChapter } from './book.ts';
import { type Chapter, makeChapters } from './chapters.ts';
import { type Container, openContainer } from './container.ts';
import { findNoteLinks } from './footnotes.ts';
import { createLeavings, type Leavings } from './left-out.ts';
import { findPlaces } from './link-targets.ts';
import { type Package, readPackage } from './package.ts';
import { partLongChapters } from './part.ts';
import { createPictures, type Pictures, sourceOf } from './pictures.ts';
import { writeChapter } from './prose.ts';
import { EpubRefused } from './refused.ts';
import { readTexts, type Text } from './texts.ts';
import { readToc } from './toc.ts';
import { elementsNamed } from './xml.ts';

/** Writes the pictures into the caller's folder. Throws `EpubRefused`. */
export async function readEpub(path: string, { folder }: { folder: string }): Promise<Book> {
  const container = await openContainer(path);
  try {
    return await readBook(container, folder);
  } finally {
    await container.close();
  }
}

async function readBook(container: Container, folder: string): Promise<Book> {
  const leavings = createLeavings();
  const book = await readPackage(container);
  const toc = await readToc(container, book);
  const texts = await readTexts(container, book, leavings);
  const pictures = createPictures({ container, book, folder, leavings });
  const cover = await takeCover(book, texts, pictures, toc.landmarks);
  const chapters = makeChapters({ book, toc, texts, leavings });
  await takePictures(chapters, pictures);
  const notes = findNoteLinks(texts);
  const places = findPlaces(chapters, texts);
  const context = { language: book.language, pictures, places, notes, leavings };
  const written = partLongChapters(
    chapters.map((chapter) => writeChapter(chapter, context)),
    leavings,
  );
  if (written.length > CHAPTERS_MAX_COUNT) throw new EpubRefused({ reason: 'too_many_chapters' });
  sayManifest(book, leavings);
  return {
    version: book.version,
    title: book.title,
    authors: book.authors,
    language: book.language,
    direction: book.direction,
    isVertical: book.isVertical || isMostlyVertical(texts),
    cover,
    chapters: written.map(checked),
    pictures: pictures.all,
    leftOut: leavings.list((file) => numbersOf(chapters, written, file)),
  };
}

/** The cover named in the package, else the first picture of the cover page. */
async function takeCover(
  book: Package,
  texts: readonly Text[],
  pictures: Pictures,
  landmarks: readonly { type: string; path: string }[],
): Promise<string | null> {
  if (book.cover !== null) {
    const picture = await pictures.take(`/${book.cover.split('/').map(encodeURIComponent).join('/')}`, '');
    if (picture !== null) return picture.token;
  }
  const page = texts.find(
    ({ path, types }) =>
      types.includes('cover') || landmarks.some((each) => each.type === 'cover' && each.path === path),
  );
  const [image] = page === undefined ? [] : elementsNamed(page.body, 'img');
  const source = image === undefined ? null : sourceOf(image);
  if (page === undefined || source === null) return null;
  return (await pictures.take(source, page.base, page.path))?.token ?? null;
}

async function takePictures(chapters: readonly Chapter[], pictures: Pictures): Promise<void> {
  for (const { pieces } of chapters) {
    for (const { text, body } of pieces) {
      for (const image of elementsNamed(body, 'img')) {
        const source = sourceOf(image);
        if (source !== null) await pictures.take(source, text.base, text.path);
      }
    }
  }
}

const isMostlyVertical = (texts: readonly Text[]): boolean =>
  texts.filter(({ isVertical }) => isVertical).length * 2 > texts.length;

function numbersOf(chapters: readonly Chapter[], written: readonly BookChapter[], file: string): number[] {
  const keys = chapters
    .filter(({ pieces }) => pieces.some(({ text }) => text.path === file))
    .map(({ key }) => key);
  return keys.map((key) => written.findIndex((chapter) => chapter.key === key) + 1);
}

const FONT = /font|opentype|truetype/;

function sayManifest({ items, hasFixedLayout }: Package, leavings: Leavings): void {
  if (hasFixedLayout) leavings.add('layout');
  for (const { type, href } of items) {
    if (type === 'text/css') leavings.add('styles', href);
    else if (FONT.test(type)) leavings.add('fonts', href);
  }
}

/** Reads our own HTML again as a final check. */
function checked({ blocks: _, ...chapter }: BookChapter & { blocks: unknown }): BookChapter {
  if (!isClean(chapter)) throw new EpubRefused({ reason: 'failed', file: chapter.source });
  return chapter;
}

function isClean({ html, source }: BookChapter): boolean {
  try {
    return isStoredProse(html);
  } catch (error) {
    throw isAppError(error) ? new EpubRefused({ reason: 'too_tangled', file: source }, error) : error;
  }
}
