/** Imports the chapters found in a book into its episode, in one short transaction (NOV-02). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { chapterPictures, chapters, episodePlaces, epubChapters, epubs } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '#server/deps.ts';
import { conflict, isAppError, notFound } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { plainTextOf } from '#server/lib/prose/plain.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { removeMedia } from '../../../media/service.ts';
import { findUnusedAmong, listPictures } from '../../../media/uses.ts';
import { touch } from '../../episodes/pages.ts';
import type { Episode } from '../../episodes/team.ts';
import { requireNovelEpisode } from '../team.ts';
import { matchChapters } from './match.ts';
import { putPictures } from './pictures.ts';
import { type Epub, removeEpubs } from './service.ts';
import { settleChapter } from './settle.ts';

export type Places = { moved: number; total: number };
export type Plan = {
  oldIds: string[];
  /** By position in the book from 0: the id of the chapter that it replaces, or null. */
  keptIds: (string | null)[];
  places: Places;
};

/** Which chapters keep their ids in an import, and for how many readers (RDN-01). */
export async function planTakeover(deps: Pick<Deps, 'db'>, episodeId: string, epubId: string): Promise<Plan> {
  const old = await deps.db
    .select({ id: chapters.id, title: chapters.title, textHash: chapters.textHash })
    .from(chapters)
    .where(eq(chapters.episodeId, episodeId))
    .orderBy(asc(chapters.position), asc(chapters.id));
  const found = await deps.db
    .select({ title: epubChapters.title, textHash: epubChapters.textHash })
    .from(epubChapters)
    .where(eq(epubChapters.epubId, epubId))
    .orderBy(asc(epubChapters.position));
  const keptIds = matchChapters(old, found);
  const kept = keptIds.filter((id) => id !== null);
  const moved = kept.length === 0 ? sql`false` : inArray(episodePlaces.itemId, kept);
  const [places] = await deps.db
    .select({ total: sql<number>`count(*)::int`, moved: sql<number>`count(*) filter (where ${moved})::int` })
    .from(episodePlaces)
    .where(eq(episodePlaces.episodeId, episodeId));
  return { oldIds: old.map(({ id }) => id), keptIds, places: places ?? { moved: 0, total: 0 } };
}

export type Taken = { chapters: number; places: Places; lock_version: number };

/** Throws 409 when the episode has changed, or the book is not in the state `found`. */
export async function takeOver(
  deps: Deps,
  viewer: Viewer,
  {
    episodeId,
    mediaId,
    lockVersion,
  }: { episodeId: string; mediaId: string; lockVersion?: number | undefined },
): Promise<Taken> {
  return inTransaction(deps, async (tx) => {
    const { episode } = await requireNovelEpisode(tx, viewer, episodeId, lockVersion);
    const which = and(eq(epubs.id, mediaId), eq(epubs.episodeId, episodeId));
    const [epub] = await tx.db.select().from(epubs).where(which).for('update');
    if (epub === undefined) throw notFound('not_found');
    if (epub.state !== 'found') throw conflict('epub_not_found');
    return putInto(tx, episode, epub);
  });
}

/** Null when the uploader may no longer edit the episode, or it has changed. Then the creator decides. */
export async function requireImport(tx: TransactionDeps, epub: Epub): Promise<Episode | null> {
  const { importVersion, episodeId, ownerId } = epub;
  if (importVersion === null || episodeId === null) return null;
  try {
    return (await requireNovelEpisode(tx, { id: ownerId }, episodeId, importVersion)).episode;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/** The episode must be locked. */
export async function putInto(tx: TransactionDeps, episode: Episode, epub: Epub): Promise<Taken> {
  const { id: episodeId } = episode;
  const mediaId = epub.id;
  const which = eq(epubs.id, mediaId);
  const pictures = await listPictures(tx, { of: 'episode', id: episodeId });
  const { oldIds, keptIds, places } = await planTakeover(tx, episodeId, mediaId);
  const lost = oldIds.filter((id) => !keptIds.includes(id));
  if (lost.length > 0) await tx.db.delete(chapters).where(inArray(chapters.id, lost));
  const count = await putChapters(tx, { episodeId, epubId: mediaId, keptIds });
  // Removes the previous original and keeps the one of these chapters.
  await removeEpubs(tx, and(eq(epubs.episodeId, episodeId), eq(epubs.state, 'taken')));
  await tx.db.delete(epubChapters).where(eq(epubChapters.epubId, mediaId));
  await tx.db.delete(chapterPictures).where(eq(chapterPictures.epubId, mediaId));
  const findings = epub.findings && { ...epub.findings, coverMediaId: null };
  await tx.db
    .update(epubs)
    .set({ state: 'taken', progress: null, findings, updatedAt: tx.clock.now() })
    .where(which);
  await removeMedia(tx, await findUnusedAmong(tx, pictures));
  return { chapters: count, places, lock_version: await touch(tx, episode) };
}

/** One chapter at a time, because books may be large. */
async function putChapters(
  tx: TransactionDeps,
  { episodeId, epubId, keptIds }: { episodeId: string; epubId: string; keptIds: readonly (string | null)[] },
): Promise<number> {
  const ofBook = eq(epubChapters.epubId, epubId);
  const found = await tx.db
    .select({ position: epubChapters.position, key: epubChapters.key })
    .from(epubChapters)
    .where(ofBook)
    .orderBy(asc(epubChapters.position));
  const pictures = await tx.db
    .select({ token: chapterPictures.token, mediaId: chapterPictures.mediaId })
    .from(chapterPictures)
    .where(eq(chapterPictures.epubId, epubId));
  const now = tx.clock.now();
  const ids = found.map((_, index) => keptIds[index] ?? newId(now.getTime()));
  const idByKey = new Map(found.map(({ key }, index) => [key, ids[index]]));
  const mediaByToken = new Map(pictures.map(({ token, mediaId }) => [token, mediaId]));
  for (const [index, { position }] of found.entries()) {
    const [chapter] = await tx.db
      .select()
      .from(epubChapters)
      .where(and(ofBook, eq(epubChapters.position, position)));
    const id = ids[index];
    if (chapter === undefined || id === undefined) continue;
    const { html, sectionEnds, mediaIds } = settleChapter(chapter, {
      chapterOf: (key) => idByKey.get(key),
      pictureOf: (token) => mediaByToken.get(token),
    });
    const { title, wordsCount, charactersCount } = chapter;
    const text = {
      position: index + 1,
      title,
      html,
      sectionEnds,
      plain: plainTextOf(html),
      wordsCount,
      charactersCount,
      updatedAt: now,
    };
    await tx.db
      .insert(chapters)
      .values({ id, episodeId, ...text, createdAt: now })
      .onConflictDoUpdate({ target: chapters.id, set: text });
    await putPictures(tx, { id, episodeId }, mediaIds);
  }
  return found.length;
}
