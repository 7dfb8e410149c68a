import { eq } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { knownOf } from '../../coins/unlock/access-facts.ts';
import { isTeamOf } from '../../coins/unlock/teams.ts';
import { refuseClosed, viewingOf } from '../../coins/unlock/viewing.ts';
import { joinStories, storyColumns } from './base-rows.ts';

export type Asking = { viewer: Viewer | null; country: string | null };

/** Throws 404 for an episode hidden from the caller, 451 by country. The caller decides about locked ones. */
export async function lookAtEpisode(deps: Deps, episodeId: string, { viewer, country }: Asking) {
  const [row] = await joinStories(
    deps.db
      .select({ ...storyColumns, episode: episodes, isTeam: isTeamOf(viewer) })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .$dynamic(),
  ).where(eq(episodes.id, episodeId));
  if (row === undefined) throw notFound('not_found');
  const who = { person: viewer, country, known: { isTeam: row.isTeam } };
  const viewing = await viewingOf(deps, who, knownOf(row, deps.clock.now()), { evenIfOpen: true });
  refuseClosed(viewing.access);
  return { row, viewing };
}
