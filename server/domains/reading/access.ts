/** May somebody read it? Asked by whatever readers do with what they read; refused with what reading itself would answer. */
import { and, eq, inArray } from 'drizzle-orm';
import { geofilterStrategies, stories, storyMembers } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound, paymentRequired } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { findKnown, type KnownEpisode, recallEpisode } from '../statistics/known.ts';
import { findUnlocks } from '../unlock/queries.ts';
import { ANYONE, decideAccess } from '../unlock/rules.ts';
import { geofilterColumns } from './cards.ts';
import { refuse } from './items.ts';
import { decideStoryAccess } from './rules.ts';

export type Reader = { viewer: Viewer; country: string | null };

/** Throws 404 for a story that this reader may not know of, 451 by country. `isMember`: of the story's team. */
export async function requireVisibleStory(
  deps: Deps,
  storyId: string,
  { viewer, country }: Reader,
): Promise<{ isMember: boolean }> {
  const [row] = await deps.db
    .select({
      published: stories.published,
      deletedAt: stories.deletedAt,
      geofilter: geofilterColumns,
      memberId: storyMembers.userId,
    })
    .from(stories)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .leftJoin(storyMembers, and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, viewer.id)))
    .where(eq(stories.id, storyId));
  if (row === undefined) throw notFound('not_found');
  const isMember = row.memberId !== null;
  const facts = { published: row.published, deleted: row.deletedAt !== null, geofilter: row.geofilter };
  refuse(decideStoryAccess(facts, { country, isTeam: isMember || viewer.administrator }));
  return { isMember };
}

/** From memory for whatever readers may read. Throws 404, 451 or 402. */
export async function requireReadableEpisode(
  deps: Deps,
  episodeId: string,
  reader: Reader,
): Promise<KnownEpisode> {
  const known = await recallEpisode(deps, deps.views.episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const accessOf = await findAccess(deps, [known], reader);
  const access = accessOf(known);
  refuse(access);
  if (access === 'locked') throw paymentRequired('episode_locked');
  return known;
}

/** Those of these episodes that this reader may read. */
export async function listReadable(
  deps: Deps,
  episodeIds: readonly string[],
  reader: Reader,
): Promise<KnownEpisode[]> {
  if (episodeIds.length === 0) return [];
  const known = [...(await findKnown(deps, episodeIds)).values()];
  const accessOf = await findAccess(deps, known, reader);
  return known.filter((episode) => accessOf(episode) === 'readable');
}

/** The team is asked for only where it makes a difference. */
async function findAccess(deps: Deps, known: readonly KnownEpisode[], { viewer, country }: Reader) {
  const unlocks = await findUnlocks(deps, { userIds: [viewer.id], episodeIds: known.map(({ id }) => id) });
  const decide = ({ id, facts }: KnownEpisode, isTeam: boolean) =>
    decideAccess(facts, { ...ANYONE, country, isTeam, hasUnlocked: unlocks(viewer.id, id) });
  const closed = known.filter((episode) => decide(episode, false) !== 'readable');
  const teams = viewer.administrator ? null : await findTeamsOf(deps, viewer, closed);
  return (episode: KnownEpisode) => {
    const forAll = decide(episode, false);
    if (forAll === 'readable') return forAll;
    return decide(episode, teams === null || teams.has(episode.storyId));
  };
}

async function findTeamsOf(
  deps: Deps,
  viewer: Viewer,
  closed: readonly KnownEpisode[],
): Promise<Set<string>> {
  const storyIds = [...new Set(closed.map(({ storyId }) => storyId))];
  if (storyIds.length === 0) return new Set();
  const rows = await deps.db
    .select({ storyId: storyMembers.storyId })
    .from(storyMembers)
    .where(and(eq(storyMembers.userId, viewer.id), inArray(storyMembers.storyId, storyIds)));
  return new Set(rows.map(({ storyId }) => storyId));
}
