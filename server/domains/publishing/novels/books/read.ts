/**
 * Reads a book in a separate process (`epub/run.ts`), then stores pictures and findings. Killed at any moment, the job
 * leaves the episode unchanged and can run again.
 */
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { sqlState } from '#db/client.ts';
import {
  chapterPictures,
  type EpubFindings,
  type EpubProgress,
  episodes,
  epubChapters,
  epubs,
  stories,
} from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '#server/deps.ts';
import { isAppError } from '#server/lib/errors.ts';
import { owned } from '#server/lib/streams.ts';
import { isObjectMissing } from '#server/storage/storage.ts';
import { convertPicture, isImageRefused } from '../../../media/images.ts';
import { payForPictures } from '../../../media/meter.ts';
import { receiveImage, withTemporaryFile } from '../../../media/receive.ts';
import { addMedia } from '../../../media/service.ts';
import type { Book, BookPicture } from '../epub/book.ts';
import { EpubRefused, isEpubRefused, type Refusal } from '../epub/refused.ts';
import { readEpubApart } from '../epub/run.ts';
import { CHAPTER_TITLE_MAX_LENGTH, EPUB_MAX_BYTES } from '../rules.ts';
import { epubKey } from './files.ts';
import { type Epub, isReading, mayBeReadAgain, refuseBook } from './service.ts';
import { putInto, requireImport } from './takeover.ts';

export type ReadBook = (path: string, options: { folder: string; signal: AbortSignal }) => Promise<Book>;

const WANTED_EVERY_MS = 1_000;
const brand: unique symbol = Symbol('nobody wants the book any more');

/** The creator stopped the reading, or the episode is gone. */
class Unwanted extends Error {
  readonly [brand] = true;
}

export async function readBook(
  deps: Deps,
  { epubId }: { epubId: string },
  read: ReadBook = readEpubApart,
): Promise<void> {
  const epub = await beginReading(deps, epubId);
  if (epub === null) return;
  try {
    await withOriginal(deps, epub, async (path) => {
      const folder = join(dirname(path), 'pictures');
      await mkdir(folder);
      await note(deps, epubId, { chapters: { done: 0, total: null }, pictures: { done: 0, total: null } });
      const book = await whileWanted(deps, epubId, (signal) => read(path, { folder, signal }));
      const refusedPictures = await storePictures(deps, epub, book, folder);
      await inTransaction(deps, async (tx) => {
        // Takes its locks first, in the usual order.
        const episode = await requireImport(tx, epub);
        const found = await finish(tx, epub, book, refusedPictures);
        if (episode !== null) await putInto(tx, episode, found);
      });
    });
  } catch (error) {
    if (error instanceof Unwanted) return;
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    if (refusal.reason === 'failed') deps.log.error({ err: error, epubId }, 'could not read a book');
    await refuseBook(deps, epubId, refusal);
  }
}

/** Null when nobody waits for the book. A retried job reads a book again that failed through our fault. */
async function beginReading(deps: Deps, epubId: string): Promise<Epub | null> {
  const [epub] = await deps.db.select().from(epubs).where(eq(epubs.id, epubId));
  if (epub === undefined || epub.state === 'reading') return epub ?? null;
  if (!mayBeReadAgain(epub)) return null;
  const [again] = await deps.db
    .update(epubs)
    .set({ state: 'reading', refusal: null, updatedAt: deps.clock.now() })
    .where(and(eq(epubs.id, epubId), eq(epubs.state, 'refused')))
    .returning();
  return again ?? null;
}

/** Null for errors that a retry may not meet again. */
function refusalOf(error: unknown): Refusal | null {
  if (isEpubRefused(error)) return error.refusal;
  if (isAppError(error) && error.status === 429) return { reason: 'too_many_pictures' };
  return isObjectMissing(error) || isUnstorable(error) ? { reason: 'failed' } : null;
}

/** A value that PostgreSQL cannot store, such as a NUL in a text (SQLSTATE class 22). */
const isUnstorable = (error: unknown): boolean => sqlState(error)?.startsWith('22') === true;

const withOriginal = (deps: Deps, { id }: Epub, work: (path: string) => Promise<void>): Promise<void> => {
  const demands = {
    maxBytes: EPUB_MAX_BYTES,
    tooLarge: () => new EpubRefused({ reason: 'too_large' }),
    judge: () => undefined,
  };
  return withTemporaryFile(deps, () => deps.storage.get(epubKey(id)), demands, work);
};

async function note(deps: Deps, epubId: string, progress: EpubProgress): Promise<void> {
  const { rowCount } = await deps.db
    .update(epubs)
    .set({ progress, updatedAt: deps.clock.now() })
    .where(isReading(epubId));
  if (rowCount === 0) throw new Unwanted();
}

async function whileWanted<T>(
  deps: Deps,
  epubId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    const isWanted = (await deps.db.$count(epubs, isReading(epubId))) > 0;
    if (!isWanted) stop.abort(new Unwanted());
  };
  const timer = setInterval(() => void look().catch(() => undefined), WANTED_EVERY_MS);
  try {
    return await work(stop.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Returns the refused pictures. Skips pictures that an earlier run has stored. */
async function storePictures(
  deps: Deps,
  epub: Epub,
  { chapters, pictures }: Book,
  folder: string,
): Promise<EpubFindings['refusedPictures']> {
  const refused: EpubFindings['refusedPictures'] = [];
  const stored = await deps.db
    .select({ token: chapterPictures.token })
    .from(chapterPictures)
    .where(eq(chapterPictures.epubId, epub.id));
  const known = new Set(stored.map(({ token }) => token));
  const all = { done: chapters.length, total: chapters.length };
  let unused = pictures.filter(({ token }) => !known.has(token)).length;
  const paid = await payForPictures(deps, epub.ownerId, unused);
  try {
    for (const [done, picture] of pictures.entries()) {
      await note(deps, epub.id, { chapters: all, pictures: { done, total: pictures.length } });
      if (known.has(picture.token)) continue;
      try {
        await storePicture(deps, epub, picture, folder);
        unused -= 1;
      } catch (error) {
        if (!isImageRefused(error)) throw error;
        refused.push({ name: picture.name, reason: error.reason });
      }
    }
    return refused;
  } finally {
    await paid.giveBack(unused);
  }
}

async function storePicture(
  deps: Deps,
  epub: Epub,
  { file, name, token, type }: BookPicture,
  folder: string,
): Promise<void> {
  const path = resolve(folder, file);
  const isKnown = type === 'image/jpeg' || type === 'image/png';
  const converted = isKnown ? null : await convertPicture(path);
  const source = () =>
    converted === null ? owned(createReadStream(path)) : owned(Readable.from([converted]));
  const image = await receiveImage(deps, source, name);
  try {
    await inTransaction(deps, async (tx) => {
      const { episodeId, ownerId } = await requireWanted(tx, epub);
      await addMedia(tx, image, { ownerId, purpose: 'illustration', isOneOfMany: true });
      await tx.db
        .insert(chapterPictures)
        .values({ episodeId, mediaId: image.mediaId, epubId: epub.id, token });
    });
  } catch (error) {
    await image.discard();
    throw error;
  }
}

/** Locks the episode, then the book, like those who stop it. Pictures belong to the story's owner. */
async function requireWanted(
  tx: TransactionDeps,
  { id, episodeId }: Epub,
): Promise<{ episodeId: string; ownerId: string }> {
  if (episodeId === null) throw new Unwanted();
  const [story] = await tx.db
    .select({ ownerId: stories.ownerId })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(eq(episodes.id, episodeId))
    .for('key share', { of: episodes });
  const [row] = await tx.db
    .select({ episodeId: epubs.episodeId })
    .from(epubs)
    .where(isReading(id))
    .for('update');
  if (!row?.episodeId || story === undefined) throw new Unwanted();
  return { episodeId: row.episodeId, ownerId: story.ownerId };
}

async function finish(
  tx: TransactionDeps,
  epub: Epub,
  book: Book,
  refusedPictures: EpubFindings['refusedPictures'],
): Promise<Epub> {
  await requireWanted(tx, epub);
  const own = eq(epubChapters.epubId, epub.id);
  await tx.db.delete(epubChapters).where(own);
  for (const [index, chapter] of book.chapters.entries()) {
    const { key, title, html, sectionEnds, words: wordsCount, characters: charactersCount } = chapter;
    const short = [...title.trim()].slice(0, CHAPTER_TITLE_MAX_LENGTH).join('');
    const row = { epubId: epub.id, position: index + 1, key, html, sectionEnds, wordsCount, charactersCount };
    await tx.db.insert(epubChapters).values({ ...row, title: short || String(index + 1) });
  }
  const findings = await findingsOf(tx, epub, book, refusedPictures);
  const found = { state: 'found', progress: null, findings, updatedAt: tx.clock.now() } as const;
  await tx.db.update(epubs).set(found).where(eq(epubs.id, epub.id));
  return { ...epub, ...found };
}

async function findingsOf(
  tx: TransactionDeps,
  epub: Epub,
  { chapters, pictures, cover, leftOut, version, title, authors, language, direction, isVertical }: Book,
  refusedPictures: EpubFindings['refusedPictures'],
): Promise<EpubFindings> {
  const sum = (numberOf: (chapter: Book['chapters'][number]) => number): number =>
    chapters.reduce((total, chapter) => total + numberOf(chapter), 0);
  const ofCover = and(eq(chapterPictures.epubId, epub.id), eq(chapterPictures.token, cover ?? ''));
  const [shown] = await tx.db.select({ id: chapterPictures.mediaId }).from(chapterPictures).where(ofCover);
  return {
    version,
    title,
    authors,
    language,
    direction,
    isVertical,
    leftOut,
    refusedPictures,
    coverMediaId: shown?.id ?? null,
    chapters: chapters.length,
    words: sum(({ words }) => words),
    characters: sum(({ characters }) => characters),
    notes: sum(({ notes }) => notes),
    pictures: pictures.length - refusedPictures.length,
    picturesWithoutAlt: pictures.filter(({ withoutAlt }) => withoutAlt > 0).length,
  };
}
