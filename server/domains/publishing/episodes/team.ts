/** The only way to an episode in the console. Locks its story too, so that changes are serialized. */
import { and, eq, isNull } from 'drizzle-orm';
import { episodes } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import type { StoryAction } from '../../platform/policy/rules.ts';
import { requireStory, type TeamStory } from '../stories/team.ts';

export type Episode = typeof episodes.$inferSelect;
export type TeamEpisode = TeamStory & { episode: Episode };
export type FoundEpisode = Pick<TeamEpisode, 'episode' | 'story'>;

/** Throws 404 for an episode that the viewer may not know of, 403 for an insufficient role. */
export async function requireEpisode(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  episodeId: string,
  action: StoryAction,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<TeamEpisode> {
  const alive = and(eq(episodes.id, episodeId), isNull(episodes.deletedAt));
  const [known] = await deps.db.select({ storyId: episodes.storyId }).from(episodes).where(alive);
  if (known === undefined) throw notFound('not_found');
  // Everybody takes the two locks in this order: story, then episode.
  const team = await requireStory(deps, viewer, known.storyId, action, { forUpdate });
  const query = deps.db.select().from(episodes).where(alive);
  const [episode] = await (forUpdate ? query.for('update') : query);
  if (episode === undefined) throw notFound('not_found');
  return { ...team, episode };
}

/** Optimistic locking (decisions.md §5). */
export function requireVersion(episode: Episode, seen: number | undefined): void {
  if (seen !== undefined && seen !== episode.lockVersion) throw conflict('episode_changed');
}
