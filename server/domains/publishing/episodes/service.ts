/** Owns `episodes` as drafts. The releases part moves episodes between states. */
import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import {
  episodePages,
  episodes,
  media,
  type PageOrientation,
  type ReadMode,
  type StoryFormat,
} from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { removeMedia } from '../../media/service.ts';
import { findUnusedAmong, listPictures } from '../../media/uses.ts';
import { mayDo, nextStatus } from '../../platform/policy/rules.ts';
import { directionOfFormat, type Reading, storedDirection } from '../../reading/reader/rules.ts';
import { requireStory, type TeamStory } from '../stories/team.ts';
import { dropKept } from './kept-versions.ts';
import { rankEpisodes } from './ranks.ts';
import { keepReceipt } from './receipts.ts';
import { EPISODES_MAX_COUNT } from './rules.ts';
import { requireEpisode, requireVersion } from './team.ts';

export type EpisodeInput = {
  storyId: string;
  title: string;
  readMode?: ReadMode;
  pageOrientation?: PageOrientation;
  thumbnailMediaId?: string | null;
};

export type EpisodeChange = Partial<Omit<EpisodeInput, 'storyId'>> & { lockVersion?: number };

export async function createEpisode(deps: Deps, viewer: Viewer, input: EpisodeInput): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const { story } = await requireStory(tx, viewer, input.storyId, 'edit', { forUpdate: true });
    await requireThumbnail(tx, viewer, input.thumbnailMediaId);
    const [last] = await tx.db
      .select({ position: max(episodes.position) })
      .from(episodes)
      .where(eq(episodes.storyId, story.id));
    const position = (last?.position ?? 0) + 1;
    if (position > EPISODES_MAX_COUNT) throw conflict('invalid_state');
    const now = deps.clock.now();
    const id = newId(now.getTime());
    await tx.db.insert(episodes).values({
      id,
      storyId: story.id,
      position,
      title: input.title.trim(),
      ...readingOf(story.format, firstReading(story.format), input),
      thumbnailMediaId: input.thumbnailMediaId ?? null,
      createdAt: now,
      updatedAt: now,
    });
    await rankEpisodes(tx, story.id);
    return id;
  });
}

/** The direction that the story is drawn for. A novel scrolls. */
const firstReading = (format: StoryFormat | null): Reading =>
  storedDirection(format === null ? 'down' : directionOfFormat(format));

/** Omitted fields stay. A text's read mode decides its direction. Throws 422 for invalid combinations. */
function readingOf(format: StoryFormat | null, before: Reading, wish: Partial<Reading>): Reading {
  const { readMode = before.readMode, pageOrientation = before.pageOrientation } = wish;
  // Values from before the story became a strip stay, too.
  if (wish.readMode === undefined && wish.pageOrientation === undefined) return { readMode, pageOrientation };
  const isText = format === null;
  const own = readMode === 'page_flip' ? 'horizontal' : 'vertical';
  if (isText && wish.pageOrientation === undefined) return { readMode, pageOrientation: own };
  if (isText && pageOrientation !== own) throw unprocessable({ page_orientation: ['not_for_text'] });
  if (format === 'strip' && readMode === 'continuous' && pageOrientation === 'horizontal')
    throw unprocessable({ page_orientation: ['not_for_strips'] });
  return { readMode, pageOrientation };
}

export async function changeEpisode(
  deps: Deps,
  viewer: Viewer,
  id: string,
  change: EpisodeChange,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode, story } = await requireEpisode(tx, viewer, id, 'edit', { forUpdate: true });
    nextStatus(episode.status, 'edit');
    requireVersion(episode, change.lockVersion);
    if (change.thumbnailMediaId !== episode.thumbnailMediaId) {
      await requireThumbnail(tx, viewer, change.thumbnailMediaId);
    }
    await tx.db
      .update(episodes)
      .set({
        title: change.title?.trim() ?? episode.title,
        ...readingOf(story.format, episode, change),
        thumbnailMediaId:
          change.thumbnailMediaId === undefined ? episode.thumbnailMediaId : change.thumbnailMediaId,
        lockVersion: episode.lockVersion + 1,
        updatedAt: deps.clock.now(),
      })
      .where(eq(episodes.id, id));
  });
}

/** Part of deleting an unpublished episode. Its row stays without a number, pages and pictures. */
export async function dropEpisode(
  tx: TransactionDeps,
  viewer: Viewer,
  id: string,
): Promise<{ storyId: string }> {
  const { episode, story } = await requireEpisode(tx, viewer, id, 'delete', { forUpdate: true });
  nextStatus(episode.status, 'delete');
  await dropKept(tx, [id]);
  const pictures = await listPictures(tx, { of: 'episode', id });
  await tx.db.delete(episodePages).where(eq(episodePages.episodeId, id));
  await tx.db
    .update(episodes)
    .set({ deletedAt: tx.clock.now(), position: null, thumbnailMediaId: null, isAnnounced: false })
    .where(eq(episodes.id, id));
  await keepReceipt(tx, { episode, deed: 'delete', toStatus: null, actorId: viewer.id });
  await removeMedia(tx, await findUnusedAmong(tx, pictures));
  await renumber(tx, story.id);
  purge(tx, [`story:${story.id}`, `episode:${id}`, 'landing']);
  return { storyId: story.id };
}

/**
 * Each episode exactly once. Readers know an episode by its number, and the first ones may be free. Without the right
 * to publish, one may only move drafts, and not past published episodes.
 */
export async function orderEpisodes(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  episodeIds: readonly string[],
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const team = await requireStory(tx, viewer, storyId, 'edit', { forUpdate: true });
    const rows = await listOrdered(tx, storyId);
    const places = new Map(episodeIds.map((id, index) => [id, index + 1]));
    const isWhole = episodeIds.length === rows.length && places.size === rows.length;
    if (!isWhole || !rows.every(({ id }) => places.has(id))) throw conflict('stale_version');
    await reorder(tx, team, rows, episodeIds);
  });
}

/** By the same rules. The episodes in between shift by one. */
export async function moveEpisode(deps: Deps, viewer: Viewer, id: string, number: number): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const team = await requireEpisode(tx, viewer, id, 'edit', { forUpdate: true });
    const rows = await listOrdered(tx, team.story.id);
    if (number > rows.length) throw unprocessable({ number: ['invalid'] });
    const others = rows.map((row) => row.id).filter((other) => other !== id);
    await reorder(tx, team, rows, others.toSpliced(number - 1, 0, id));
  });
}

type Ordered = Pick<typeof episodes.$inferSelect, 'id' | 'position' | 'status' | 'isAnnounced'>;

const listOrdered = (tx: TransactionDeps, storyId: string): Promise<Ordered[]> =>
  tx.db
    .select({
      id: episodes.id,
      position: episodes.position,
      status: episodes.status,
      isAnnounced: episodes.isAnnounced,
    })
    .from(episodes)
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt)))
    .orderBy(episodes.position);

async function reorder(
  tx: TransactionDeps,
  { story, role }: TeamStory,
  rows: readonly Ordered[],
  episodeIds: readonly string[],
): Promise<void> {
  const places = new Map(episodeIds.map((id, index) => [id, index + 1]));
  const moved = rows.filter(({ id, position }) => places.get(id) !== position);
  const isSeen = moved.some(({ status }) => status === 'published');
  if (isSeen && !mayDo(role, 'publish')) throw forbidden('role_insufficient');
  await place(tx, story.id, episodeIds);
  if (!isSeen) {
    // Readers see the numbers of announced episodes.
    if (moved.some(({ isAnnounced }) => isAnnounced)) purge(tx, [`story:${story.id}`]);
    return;
  }
  // The reader shows the list of episodes, and the landing page shows their numbers.
  purge(tx, [`story:${story.id}`, ...moved.map(({ id }) => `episode:${id}` as const), 'landing']);
}

async function renumber(tx: TransactionDeps, storyId: string): Promise<void> {
  const rows = await listOrdered(tx, storyId);
  await place(
    tx,
    storyId,
    rows.map((row) => row.id),
  );
  purge(
    tx,
    rows.map((row) => `episode:${row.id}` as const),
  );
}

/** Positions must stay unique within a story, so all moving episodes first get negative ones. */
async function place(tx: TransactionDeps, storyId: string, episodeIds: readonly string[]): Promise<void> {
  if (episodeIds.length === 0) return;
  const ids = sql.param([...episodeIds]);
  const toMove = sql`from unnest(${ids}::uuid[]) with ordinality as o(id, place)
    where e.id = o.id and e.story_id = ${storyId} and e.position <> o.place`;
  await tx.db.execute(sql`update episodes e set position = -e.position ${toMove}`);
  await tx.db.execute(sql`update episodes e set position = o.place ${toMove}`);
  await rankEpisodes(tx, storyId);
}

async function requireThumbnail(
  tx: TransactionDeps,
  viewer: Viewer,
  mediaId: string | null | undefined,
): Promise<void> {
  if (mediaId === null || mediaId === undefined) return;
  const own = and(
    eq(media.ownerId, viewer.id),
    inArray(media.purpose, ['episode_cover']),
    eq(media.id, mediaId),
  );
  const [found] = await tx.db.select({ failedAt: media.failedAt }).from(media).where(own);
  if (found === undefined || found.failedAt !== null)
    throw unprocessable({ thumbnail_media_id: ['unknown_media'] });
}
