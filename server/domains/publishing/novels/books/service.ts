/** Owns `epubs`. Each episode has at most one book in hand, which changes nothing before it is imported. */

import { and, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import { chapterPictures, chapters, episodes, epubs, stories } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '#server/deps.ts';
import { conflict, unprocessable } from '#server/lib/errors.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { spend } from '#server/limits/allowances.ts';
import { record } from '#server/outbox/record.ts';
import { settleUpload } from '../../../media/receive.ts';
import { removeMedia } from '../../../media/service.ts';
import { findUnusedAmong } from '../../../media/uses.ts';
import { requireEpisode } from '../../episodes/team.ts';
import { epubsDeleted, epubUploaded } from '../../events.ts';
import { novelLimits } from '../../limits.ts';
import type { Refusal } from '../epub/refused.ts';
import { requireNovelEpisode } from '../team.ts';
import { epubKey, type ReceivedEpub } from './files.ts';

export type Epub = typeof epubs.$inferSelect;

export const IN_HAND = ['reading', 'found', 'refused'] as const;

export async function addEpub(tx: TransactionDeps, viewer: Viewer, epub: ReceivedEpub): Promise<void> {
  const now = tx.clock.now();
  await tx.db.insert(epubs).values({ ...epub, ownerId: viewer.id, createdAt: now, updatedAt: now });
  await settleUpload(tx, epub.id);
}

/** Checks in advance: 403, 404 or 409. `readEpub` checks again. */
export async function mayReadEpub(
  deps: Deps,
  viewer: Viewer,
  { episodeId, lockVersion }: Omit<Reading, 'mediaId'>,
): Promise<void> {
  await requireNovelEpisode(deps, viewer, episodeId, lockVersion, { forUpdate: false });
  const inHand = await findInHand(deps, episodeId);
  if (inHand?.state === 'reading') throw conflict('epub_being_read');
}

export type Reading = {
  episodeId: string;
  mediaId: string;
  lockVersion?: number | undefined;
  /** Imports the chapters without showing them to the creator first. */
  imports?: boolean;
};

/** Charges for reading a book and queues it. `received` has no row yet. Throws 429. */
export async function startReading(
  deps: Deps,
  viewer: Viewer,
  wish: Reading,
  { address, received }: { address: string; received?: ReceivedEpub },
): Promise<void> {
  await spend(deps, { userId: viewer.id, address }, [{ allowance: novelLimits.booksRead, amount: 1 }]);
  await inTransaction(deps, async (tx) => {
    if (received !== undefined) await addEpub(tx, viewer, received);
    await readEpub(tx, viewer, wish);
  });
}

/**
 * Repeated calls read a book once, and again after a failure of ours. Removes the book in hand before. Throws 409 while
 * another book is read, 422 for books of other viewers or episodes.
 */
async function readEpub(tx: TransactionDeps, viewer: Viewer, wish: Reading): Promise<void> {
  const { episode } = await requireNovelEpisode(tx, viewer, wish.episodeId, wish.lockVersion);
  const own = and(eq(epubs.id, wish.mediaId), eq(epubs.ownerId, viewer.id));
  const [epub] = await tx.db.select().from(epubs).where(own).for('update');
  const isHere = epub !== undefined && epub.episodeId === episode.id && epub.state !== 'taken';
  if (isHere && !mayBeReadAgain(epub)) return;
  if (epub === undefined || (!isHere && epub.state !== 'uploaded'))
    throw unprocessable({ media_id: ['unknown_epub'] });
  const before = await findInHand(tx, episode.id);
  if (before?.state === 'reading') throw conflict('epub_being_read');
  if (before !== null && before.id !== epub.id) await removeEpubs(tx, eq(epubs.id, before.id));
  const updatedAt = tx.clock.now();
  // Never replaces chapters that the caller has not seen.
  const isSafe = wish.lockVersion !== undefined || (await hasNoChapters(tx, episode.id));
  const importVersion = wish.imports === true && isSafe ? episode.lockVersion : null;
  await tx.db
    .update(epubs)
    .set({ episodeId: episode.id, state: 'reading', refusal: null, importVersion, updatedAt })
    .where(own);
  await record(tx, epubUploaded, { epubId: epub.id });
}

const hasNoChapters = async (tx: TransactionDeps, episodeId: string): Promise<boolean> =>
  (await tx.db.$count(chapters, eq(chapters.episodeId, episodeId))) === 0;

/** True when reading failed through our fault. The file is then kept for a retry. */
export const mayBeReadAgain = ({ state, refusal }: Pick<Epub, 'state' | 'refusal'>): boolean =>
  state === 'refused' && refusal?.reason === 'failed';

/** Stops the reading of a book, or discards its result. Does nothing for a book that is gone. */
export async function leaveEpub(
  deps: Deps,
  viewer: Viewer,
  { episodeId, mediaId }: { episodeId: string; mediaId: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await requireEpisode(tx, viewer, episodeId, 'edit', { forUpdate: true });
    const which = and(
      eq(epubs.id, mediaId),
      eq(epubs.episodeId, episodeId),
      inArray(epubs.state, [...IN_HAND]),
    );
    await removeEpubs(tx, which);
  });
}

export async function removeBooks(tx: TransactionDeps, episodeId: string): Promise<void> {
  await removeEpubs(tx, eq(epubs.episodeId, episodeId));
}

/** Keeps books that became chapters of other people's stories. */
export async function eraseBooks(tx: TransactionDeps, { id }: { id: string }): Promise<void> {
  const ofOwnStories = tx.db
    .select({ id: episodes.id })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(eq(stories.ownerId, id));
  const unused = or(isNull(epubs.episodeId), ne(epubs.state, 'taken'));
  await removeEpubs(tx, or(inArray(epubs.episodeId, ofOwnStories), and(eq(epubs.ownerId, id), unused)));
}

/** Deletes the rows, and pictures that nothing else shows. A job deletes the files after the commit. */
export async function removeEpubs(tx: TransactionDeps, which: SQL | undefined): Promise<string[]> {
  const found = await tx.db.select({ id: epubs.id }).from(epubs).where(which).for('update');
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  await removeReadPictures(tx, ids);
  await tx.db.delete(epubs).where(inArray(epubs.id, ids));
  await record(tx, epubsDeleted, { epubIds: ids });
  return ids;
}

async function removeReadPictures(tx: TransactionDeps, epubIds: readonly string[]): Promise<void> {
  const pictures = await tx.db
    .delete(chapterPictures)
    .where(inArray(chapterPictures.epubId, [...epubIds]))
    .returning({ id: chapterPictures.mediaId });
  const ids = pictures.map(({ id }) => id);
  await removeMedia(tx, await findUnusedAmong(tx, ids));
}

/** Keeps only the reason, and the file when the fault was ours. Running it again does nothing. */
export async function refuseBook(deps: Deps, epubId: string, refusal: Refusal): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [row] = await tx.db
      .update(epubs)
      .set({ state: 'refused', refusal, progress: null, updatedAt: tx.clock.now() })
      .where(isReading(epubId))
      .returning();
    if (row === undefined) return;
    await removeReadPictures(tx, [epubId]);
    if (!mayBeReadAgain(row)) await record(tx, epubsDeleted, { epubIds: [epubId] });
  });
}

export const isReading = (id: string) => and(eq(epubs.id, id), eq(epubs.state, 'reading'));

/** A job. Keeps the file of a book with a row, unless the book was refused for its content. */
export async function deleteEpubFiles(deps: Deps, epubIds: readonly string[]): Promise<void> {
  const rows = await deps.db
    .select({ id: epubs.id, state: epubs.state, refusal: epubs.refusal })
    .from(epubs)
    .where(inArray(epubs.id, [...epubIds]));
  const alive = rows.filter((row) => row.state !== 'refused' || mayBeReadAgain(row));
  const kept = new Set(alive.map(({ id }) => id));
  for (const id of epubIds) if (!kept.has(id)) await deps.storage.delete(epubKey(id));
}

export async function findInHand(deps: Pick<Deps, 'db'>, episodeId: string): Promise<Epub | null> {
  const [row] = await deps.db
    .select()
    .from(epubs)
    .where(and(eq(epubs.episodeId, episodeId), inArray(epubs.state, [...IN_HAND])));
  return row ?? null;
}
