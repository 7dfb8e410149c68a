/** Owns `episode_pages`, which change only while the episode is unpublished (PAG-07). */
import { asc, eq, max, sql } from 'drizzle-orm';
import { episodePages, episodes } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import type { ReceivedImage } from '../../media/receive.ts';
import { addMedia, removeMedia } from '../../media/service.ts';
import { findUnusedAmong } from '../../media/uses.ts';
import { nextStatus } from '../../platform/policy/rules.ts';
import { PAGES_MAX_COUNT, pagePurpose } from '../releases/rules.ts';
import { requireEpisode, requireVersion, type TeamEpisode } from './team.ts';

type Page = typeof episodePages.$inferSelect;

/**
 * Uploads run in parallel: `mayAddPages` checks the version when they begin, and adding does not change it. `firstId`
 * is the first page's new id. If the episode already has it, nothing is added.
 */
export async function addPages(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  images: readonly ReceivedImage[],
  firstId?: string,
): Promise<string[]> {
  return inTransaction(deps, async (tx) => {
    const { episode, story } = await requireOpenEpisode(tx, viewer, episodeId);
    if (story.publicationType === 'novel') throw conflict('invalid_state');
    if (firstId !== undefined && (await isThere(tx, firstId, episode.id))) return [];
    const [last] = await tx.db
      .select({ position: max(episodePages.position), count: sql<number>`count(*)`.mapWith(Number) })
      .from(episodePages)
      .where(eq(episodePages.episodeId, episode.id));
    if ((last?.count ?? 0) + images.length > PAGES_MAX_COUNT) {
      throw conflict('too_many_pages', { args: { most: PAGES_MAX_COUNT } });
    }
    const ids: string[] = [];
    for (const [index, image] of images.entries()) {
      await addMedia(tx, image, { ownerId: viewer.id, purpose: pagePurpose(story.format) });
      const id = (index === 0 ? firstId : undefined) ?? newId(deps.clock.now().getTime());
      const position = (last?.position ?? 0) + 1 + index;
      const { mediaId, name } = image;
      await tx.db.insert(episodePages).values({ id, episodeId, mediaId, position, name });
      ids.push(id);
    }
    return ids;
  });
}

/** True when an upload was already stored but its response got lost. Refuses an id of another episode. */
async function isThere(tx: TransactionDeps, pageId: string, episodeId: string): Promise<boolean> {
  const [known] = await tx.db
    .select({ episodeId: episodePages.episodeId })
    .from(episodePages)
    .where(eq(episodePages.id, pageId));
  if (known !== undefined && known.episodeId !== episodeId) throw unprocessable({ page_id: ['taken'] });
  return known !== undefined;
}

/** Checks in advance, with the version seen: 404, 403 or 409. `addPages` checks again. */
export async function mayAddPages(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  lockVersion?: number,
): Promise<void> {
  const { story } = await requireOpenEpisode(deps, viewer, episodeId, lockVersion, { forUpdate: false });
  if (story.publicationType === 'novel') throw conflict('invalid_state');
}

/** Each page exactly once (PAG-04). */
export async function sortPages(
  deps: Deps,
  viewer: Viewer,
  {
    episodeId,
    pageIds,
    lockVersion,
  }: { episodeId: string; pageIds: readonly string[]; lockVersion?: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode } = await requireOpenEpisode(tx, viewer, episodeId, lockVersion);
    const known = new Set((await listPages(tx, episodeId)).map((page) => page.id));
    const isWhole = pageIds.length === known.size && new Set(pageIds).size === known.size;
    if (!isWhole || !pageIds.every((id) => known.has(id))) throw conflict('episode_changed');
    await place(tx, pageIds);
    await touch(tx, episode);
  });
}

/** PAG-05. */
export async function reversePages(
  deps: Deps,
  viewer: Viewer,
  { episodeId, lockVersion }: { episodeId: string; lockVersion?: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode } = await requireOpenEpisode(tx, viewer, episodeId, lockVersion);
    const pages = await listPages(tx, episodeId);
    await place(tx, pages.map((page) => page.id).reverse());
    await touch(tx, episode);
  });
}

/** The picture when a replacement begins to arrive. Replacements run in parallel, and the version protects only it. */
export async function mayReplacePage(
  deps: Deps,
  viewer: Viewer,
  pageId: string,
  lockVersion?: number,
): Promise<string> {
  const page = await findPage(deps, pageId);
  await requireOpenEpisode(deps, viewer, page.episodeId, lockVersion, { forUpdate: false });
  return page.mediaId;
}

/** Replaces the picture of a page (PAG-06) if the page still shows `seenMediaId`. */
export async function replacePage(
  deps: Deps,
  viewer: Viewer,
  pageId: string,
  { image, seenMediaId }: { image: ReceivedImage; seenMediaId: string },
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const { page, episode, story } = await requirePage(tx, viewer, pageId);
    if (page.mediaId !== seenMediaId) throw conflict('episode_changed');
    await addMedia(tx, image, { ownerId: viewer.id, purpose: pagePurpose(story.format) });
    await showInstead(tx, page, image);
    await touch(tx, episode);
    return page.episodeId;
  });
}

/** The page keeps its id, for progress and notes, and its text. The old picture goes. */
export async function showInstead(
  tx: TransactionDeps,
  page: Pick<Page, 'id' | 'mediaId'>,
  { mediaId, name }: Pick<Page, 'mediaId' | 'name'>,
): Promise<void> {
  await tx.db.update(episodePages).set({ mediaId, name }).where(eq(episodePages.id, page.id));
  await removeMedia(tx, await findUnusedAmong(tx, [page.mediaId]));
}

/** Returns the episode's id. */
export async function describePage(
  deps: Deps,
  viewer: Viewer,
  pageId: string,
  { altText, lockVersion }: { altText: string; lockVersion?: number },
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const { page, episode } = await requirePage(tx, viewer, pageId, lockVersion);
    const text = altText.trim();
    // Sent again because the response got lost.
    if (text === page.altText) return page.episodeId;
    await tx.db.update(episodePages).set({ altText: text }).where(eq(episodePages.id, page.id));
    await touch(tx, episode);
    return page.episodeId;
  });
}

/** Returns the episode's id (PAG-03). */
export async function removePage(
  deps: Deps,
  viewer: Viewer,
  pageId: string,
  lockVersion?: number,
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const { page, episode } = await requirePage(tx, viewer, pageId, lockVersion);
    await tx.db.delete(episodePages).where(eq(episodePages.id, page.id));
    await removeMedia(tx, await findUnusedAmong(tx, [page.mediaId]));
    await touch(tx, episode);
    return page.episodeId;
  });
}

/** Only while the episode is unpublished, and at the version seen. Without a lock it only checks in advance. */
export async function requireOpenEpisode(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  episodeId: string,
  lockVersion?: number,
  { forUpdate = true }: { forUpdate?: boolean } = {},
): Promise<TeamEpisode> {
  const found = await requireEpisode(deps, viewer, episodeId, 'edit', { forUpdate });
  nextStatus(found.episode.status, 'edit');
  requireVersion(found.episode, lockVersion);
  return found;
}

async function requirePage(
  tx: TransactionDeps,
  viewer: Viewer,
  pageId: string,
  lockVersion?: number,
): Promise<TeamEpisode & { page: Page }> {
  const known = await findPage(tx, pageId);
  const found = await requireOpenEpisode(tx, viewer, known.episodeId, lockVersion);
  // Read again under the lock: the page may have been removed or replaced meanwhile.
  return { ...found, page: await findPage(tx, pageId) };
}

export async function findPage(deps: Deps | TransactionDeps, pageId: string): Promise<Page> {
  const [page] = await deps.db.select().from(episodePages).where(eq(episodePages.id, pageId));
  if (page === undefined) throw notFound('not_found');
  return page;
}

const listPages = (tx: TransactionDeps, episodeId: string): Promise<Page[]> =>
  tx.db
    .select()
    .from(episodePages)
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));

async function place(tx: TransactionDeps, pageIds: readonly string[]): Promise<void> {
  await tx.db.execute(sql`
    update episode_pages p set position = o.place
    from unnest(${sql.param([...pageIds])}::uuid[]) with ordinality as o(id, place) where p.id = o.id`);
}

/** Call it after changing an episode's content. Returns the new version. */
export async function touch(tx: TransactionDeps, episode: TeamEpisode['episode']): Promise<number> {
  const lockVersion = episode.lockVersion + 1;
  await tx.db
    .update(episodes)
    .set({ lockVersion, updatedAt: tx.clock.now() })
    .where(eq(episodes.id, episode.id));
  purge(tx, [`episode:${episode.id}`]);
  return lockVersion;
}
