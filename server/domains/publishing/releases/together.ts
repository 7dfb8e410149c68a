/** Each release has its own transaction, so that one refusal stops no other. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { episodes } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type AppError, isAppError, notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { requireStory } from '../stories/team.ts';
import { planRelease, scheduleEpisode, type Wish } from './schedule.ts';
import { publishEpisode } from './service.ts';

export type Released = {
  id: string;
  found: { number: number; title: string; publishAt: Date | null; publishZone: string | null } | null;
  outcome: 'published' | 'scheduled' | 'refused';
  refusal: AppError | null;
};

export type Together = { episodeIds: readonly string[] } & (
  | { deed: 'publish' }
  | { deed: 'schedule'; wish: Wish; isAnnounced: boolean }
);

/** Throws 422 for a plan that is invalid for every episode. Other refusals belong to their episode. */
export async function releaseTogether(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  asked: Together,
): Promise<Released[]> {
  const { story } = await requireStory(deps, viewer, storyId, 'publish');
  if (asked.deed === 'schedule') planRelease(asked.wish, deps.clock.now());
  const ids = [...new Set(asked.episodeIds)];
  const before = await findThem(deps, story.id, ids);
  const numberOf = (id: string): number => before.get(id)?.number ?? Number.MAX_SAFE_INTEGER;
  const refusals = new Map<string, AppError>();
  // In story order, so that readers get the notices in the same order.
  for (const id of ids.toSorted((one, other) => numberOf(one) - numberOf(other))) {
    const refusal = before.has(id) ? await release(deps, viewer, id, asked) : notFound('not_found');
    if (refusal !== null) refusals.set(id, refusal);
  }
  const after = await findThem(deps, story.id, ids);
  return ids
    .map((id) => {
      const found = after.get(id) ?? null;
      const refusal = refusals.get(id) ?? null;
      // A repeated call finds it published.
      const isDone = refusal === null || (asked.deed === 'publish' && found?.status === 'published');
      const done = asked.deed === 'publish' ? ('published' as const) : ('scheduled' as const);
      return { id, found, outcome: isDone ? done : ('refused' as const), refusal: isDone ? null : refusal };
    })
    .toSorted((one, other) => numberOf(one.id) - numberOf(other.id));
}

async function release(deps: Deps, viewer: Viewer, id: string, asked: Together): Promise<AppError | null> {
  try {
    if (asked.deed === 'publish') await publishEpisode(deps, viewer, id);
    else await scheduleEpisode(deps, viewer, id, { ...asked.wish, isAnnounced: asked.isAnnounced });
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

async function findThem(deps: Deps, storyId: string, ids: readonly string[]) {
  const rows = await deps.db
    .select({
      id: episodes.id,
      number: episodes.position,
      title: episodes.title,
      status: episodes.status,
      publishAt: episodes.publishAt,
      publishZone: episodes.publishZone,
    })
    .from(episodes)
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt), inArray(episodes.id, [...ids])));
  return new Map(rows.map(({ number, ...row }) => [row.id, { ...row, number: number ?? 0 }]));
}
