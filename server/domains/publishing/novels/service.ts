/** Owns `chapters`, which change only while their episode is unpublished (EPI-15, NOV-03). */

import { asc, count, eq, max, sql } from 'drizzle-orm';
import { chapters } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { removeMedia } from '../../media/service.ts';
import { findUnusedAmong, listPictures } from '../../media/uses.ts';
import { touch } from '../episodes/pages.ts';
import type { TeamEpisode } from '../episodes/team.ts';
import { keepPictures } from './books/pictures.ts';
import { removeBooks } from './books/service.ts';
import { proseCleaner } from './cleaner.ts';
import { CHAPTERS_MAX_COUNT } from './rules.ts';
import { requireNovelEpisode } from './team.ts';

export type ChapterText = {
  html?: string | undefined;
  text?: string | undefined;
};
export type ChapterInput = ChapterText & { episodeId: string; title: string; lockVersion?: number };
export type ChapterChange = ChapterText & { title?: string; lockVersion?: number };

type Chapter = typeof chapters.$inferSelect;

/** Adds a chapter at the end and returns its id (NOV-06). It may be empty. */
export async function addChapter(deps: Deps, viewer: Viewer, input: ChapterInput): Promise<string> {
  const prose = (await proseOf(deps, input)) ?? EMPTY;
  return inTransaction(deps, async (tx) => {
    const { episode } = await requireNovelEpisode(tx, viewer, input.episodeId, input.lockVersion);
    const [last] = await tx.db
      .select({ position: max(chapters.position), count: count() })
      .from(chapters)
      .where(eq(chapters.episodeId, episode.id));
    if ((last?.count ?? 0) >= CHAPTERS_MAX_COUNT)
      throw conflict('too_many_chapters', { args: { most: CHAPTERS_MAX_COUNT } });
    const now = deps.clock.now();
    const id = newId(now.getTime());
    const position = (last?.position ?? 0) + 1;
    const row = { id, episodeId: episode.id, position, title: input.title.trim(), ...prose };
    await tx.db.insert(chapters).values({ ...row, createdAt: now, updatedAt: now });
    await keepPictures(tx, row);
    await touch(tx, episode);
    return id;
  });
}

export async function changeChapter(
  deps: Deps,
  viewer: Viewer,
  id: string,
  change: ChapterChange,
): Promise<void> {
  const prose = await proseOf(deps, change);
  await inTransaction(deps, async (tx) => {
    const { chapter, episode } = await requireChapter(tx, viewer, id, change.lockVersion);
    await tx.db
      .update(chapters)
      .set({ title: change.title?.trim() ?? chapter.title, ...prose, updatedAt: deps.clock.now() })
      .where(eq(chapters.id, id));
    if (prose !== undefined) await keepPictures(tx, { id, episodeId: episode.id, html: prose.html });
    await touch(tx, episode);
  });
}

/** Returns the episode's id. */
export async function removeChapter(
  deps: Deps,
  viewer: Viewer,
  id: string,
  lockVersion?: number,
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const { episode } = await requireChapter(tx, viewer, id, lockVersion);
    await tx.db.delete(chapters).where(eq(chapters.id, id));
    await touch(tx, episode);
    return episode.id;
  });
}

/** Part of deleting the episode. Also deletes its books, and pictures that nothing else shows. */
export async function removeChapters(tx: TransactionDeps, episodeId: string): Promise<void> {
  const pictures = await listPictures(tx, { of: 'episode', id: episodeId });
  await removeBooks(tx, episodeId);
  await tx.db.delete(chapters).where(eq(chapters.episodeId, episodeId));
  await removeMedia(tx, await findUnusedAmong(tx, pictures));
}

/** `chapterIds` must contain each chapter once. */
export async function sortChapters(
  deps: Deps,
  viewer: Viewer,
  {
    episodeId,
    chapterIds,
    lockVersion,
  }: { episodeId: string; chapterIds: readonly string[]; lockVersion?: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode } = await requireNovelEpisode(tx, viewer, episodeId, lockVersion);
    const rows = await tx.db
      .select({ id: chapters.id })
      .from(chapters)
      .where(eq(chapters.episodeId, episodeId))
      .orderBy(asc(chapters.position));
    const known = new Set(rows.map((row) => row.id));
    const isWhole = chapterIds.length === known.size && new Set(chapterIds).size === known.size;
    if (!isWhole || !chapterIds.every((id) => known.has(id))) throw conflict('episode_changed');
    await tx.db.execute(sql`
      update chapters c set position = o.place
      from unnest(${sql.param([...chapterIds])}::uuid[]) with ordinality as o(id, place) where c.id = o.id`);
    await touch(tx, episode);
  });
}

type Prose = Pick<Chapter, 'html' | 'sectionEnds' | 'plain' | 'wordsCount' | 'charactersCount'>;
const EMPTY: Prose = { html: '', sectionEnds: [], plain: '', wordsCount: 0, charactersCount: 0 };

/** Cleaned before any lock, because this is the only slow part. */
async function proseOf(deps: Deps, { html, text }: ChapterText): Promise<Prose | undefined> {
  if (html === undefined && text === undefined) return undefined;
  const clean = await proseCleaner.of(deps).clean(html === undefined ? { text: text ?? '' } : { html });
  const { words, characters, ...rest } = clean;
  return { ...rest, wordsCount: words, charactersCount: characters };
}

async function requireChapter(
  tx: TransactionDeps,
  viewer: Viewer,
  id: string,
  lockVersion?: number,
): Promise<TeamEpisode & { chapter: Chapter }> {
  const find = () => tx.db.select().from(chapters).where(eq(chapters.id, id));
  const [known] = await find();
  if (known === undefined) throw notFound('not_found');
  const found = await requireNovelEpisode(tx, viewer, known.episodeId, lockVersion);
  // Read again under the lock: the chapter may have been changed or removed meanwhile.
  const [chapter] = await find();
  if (chapter === undefined) throw notFound('not_found');
  return { ...found, chapter };
}
