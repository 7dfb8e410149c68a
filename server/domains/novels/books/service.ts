/**
 * Owns `epubs` and what was read from them: uploaded, read for an episode, left, removed. One book of an episode is in hand
 * at a time, and nothing of the episode changes before it is taken over.
 */
import { and, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import { chapterPictures, episodes, epubs, stories } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { spend } from '../../../limits/allowances.ts';
import { record } from '../../../outbox/record.ts';
import { requireEpisode, requireVersion } from '../../episodes/team.ts';
import { settleUpload } from '../../media/receive.ts';
import { removeMedia } from '../../media/service.ts';
import { findUnusedAmong } from '../../media/usage.ts';
import { nextStatus } from '../../policy/rules.ts';
import { novelLimits } from '../limits.ts';
import { requireNovelEpisode } from '../team.ts';
import { epubKey, type ReceivedEpub } from './files.ts';

export type Epub = typeof epubs.$inferSelect;

/** States of the book of an episode that is looked at and not taken over. */
export const IN_HAND = ['reading', 'found', 'refused'] as const;

/** Writes the row of a received book; part of the caller's transaction. */
export async function addEpub(tx: TransactionDeps, viewer: Viewer, epub: ReceivedEpub): Promise<void> {
  const now = tx.clock.now();
  await tx.db.insert(epubs).values({ ...epub, ownerId: viewer.id, createdAt: now, updatedAt: now });
  await settleUpload(tx, epub.id);
}

/** Asks beforehand what `readEpub` will ask again: 403, 404 or 409. */
export async function mayReadEpub(
  deps: Deps,
  viewer: Viewer,
  { episodeId, lockVersion }: Omit<Reading, 'mediaId'>,
): Promise<void> {
  const { episode, story } = await requireEpisode(deps, viewer, episodeId, 'edit');
  nextStatus(episode.status, 'edit');
  requireVersion(episode, lockVersion);
  if (story.publicationType !== 'novel') throw conflict('invalid_state');
  const inHand = await findInHand(deps, episodeId);
  if (inHand?.state === 'reading') throw conflict('epub_being_read');
}

export const payForReading = async (deps: Deps, viewer: Viewer, address: string): Promise<void> =>
  void (await spend(deps, { userId: viewer.id, address }, [{ allowance: novelLimits.booksRead, amount: 1 }]));

export type Reading = { episodeId: string; mediaId: string; lockVersion?: number | undefined };

/**
 * Has an uploaded book read for an episode (202). Asked twice, it is read once; what another book has left is put away. Throws
 * 409 while another one is read, 422 for a book that is not the viewer's own or was used for another episode.
 */
export async function readEpub(tx: TransactionDeps, viewer: Viewer, wish: Reading): Promise<void> {
  const { episode } = await requireNovelEpisode(tx, viewer, wish.episodeId, wish.lockVersion);
  const own = and(eq(epubs.id, wish.mediaId), eq(epubs.ownerId, viewer.id));
  const [epub] = await tx.db.select().from(epubs).where(own).for('update');
  if (epub !== undefined && epub.episodeId === episode.id && epub.state !== 'taken') return;
  if (epub === undefined || epub.state !== 'uploaded') throw unprocessable({ media_id: ['unknown_epub'] });
  const before = await findInHand(tx, episode.id);
  if (before?.state === 'reading') throw conflict('epub_being_read');
  if (before !== null) await removeEpubs(tx, eq(epubs.id, before.id));
  const updatedAt = tx.clock.now();
  await tx.db.update(epubs).set({ episodeId: episode.id, state: 'reading', updatedAt }).where(own);
  await record(tx, 'novels.read_epub', { epubId: epub.id });
}

/** Stops the reading of a book, or leaves what came of it. One that is gone already is left. */
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

/** Part of deleting an episode, with the pictures of its chapters. */
export async function removeBooks(tx: TransactionDeps, episodeId: string): Promise<void> {
  await removeEpubs(tx, eq(epubs.episodeId, episodeId));
}

/** Part of erasing an account: the books of its stories, and its own, but for those that chapters of others came from. */
export async function eraseBooks(tx: TransactionDeps, { id }: { id: string }): Promise<void> {
  const ofOwnStories = tx.db
    .select({ id: episodes.id })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(eq(stories.ownerId, id));
  const unused = or(isNull(epubs.episodeId), ne(epubs.state, 'taken'));
  await removeEpubs(tx, or(inArray(epubs.episodeId, ofOwnStories), and(eq(epubs.ownerId, id), unused)));
}

/** The rows with all that was read; pictures that nothing else shows go along, files after the commit. */
export async function removeEpubs(tx: TransactionDeps, which: SQL | undefined): Promise<string[]> {
  const found = await tx.db.select({ id: epubs.id }).from(epubs).where(which).for('update');
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const pictures = await tx.db
    .select({ id: chapterPictures.mediaId })
    .from(chapterPictures)
    .where(inArray(chapterPictures.epubId, ids));
  await tx.db.delete(epubs).where(inArray(epubs.id, ids));
  await removeMedia(
    tx,
    await findUnusedAmong(
      tx,
      pictures.map(({ id }) => id),
    ),
  );
  await record(tx, 'novels.delete_epub_files', { epubIds: ids });
  return ids;
}

/** A job; a book that still has a row, or has one again, keeps its file unless it was refused. */
export async function deleteEpubFiles(deps: Deps, epubIds: readonly string[]): Promise<void> {
  const alive = await deps.db
    .select({ id: epubs.id })
    .from(epubs)
    .where(and(inArray(epubs.id, [...epubIds]), ne(epubs.state, 'refused')));
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
