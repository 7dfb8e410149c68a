/** Checks whether somebody may read, for all actions around reading. Throws the errors of reading itself. */

import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { stories, storyMembers } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import {
  factColumns,
  findKnown,
  joinStrategies,
  type KnownEpisode,
  recallEpisode,
} from '../../coins/unlock/access-facts.ts';
import { decideStoryAccess, storyFacts } from '../../coins/unlock/rules.ts';
import type { Person } from '../../coins/unlock/teams.ts';
import { refuseClosed, requireReadable, viewingOf, viewingsOf } from '../../coins/unlock/viewing.ts';
import { viewCounter } from '../counts/view-counter.ts';

export type Reader = { viewer: Viewer; country: string | null };

const { story, pricing, geofilter } = factColumns;

const selectStory = prepared((db) =>
  joinStrategies(
    db
      .select({ story, pricing, geofilter, memberId: storyMembers.userId })
      .from(stories)
      .leftJoin(
        storyMembers,
        and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, sql.placeholder('readerId'))),
      )
      .$dynamic(),
  ).where(eq(stories.id, sql.placeholder('storyId'))),
);

/** Throws 404 if the story is hidden from this reader, 451 by country. `isMember`: in the story's team. */
export async function requireVisibleStory(
  deps: Deps,
  storyId: string,
  { viewer, country }: Reader,
): Promise<{ isMember: boolean }> {
  const [row] = await selectStory(deps).execute({ storyId, readerId: viewer.id });
  if (row === undefined) throw notFound('not_found');
  const isMember = row.memberId !== null;
  refuseClosed(decideStoryAccess(storyFacts(row), { country, isTeam: isMember || isAdministrator(viewer) }));
  return { isMember };
}

/** Throws 404, 451 or 402. */
export async function requireReadableEpisode(
  deps: Deps,
  episodeId: string,
  reader: Reader,
): Promise<KnownEpisode> {
  const { known, access } = await findViewing(deps, episodeId, reader);
  requireReadable(access);
  return known;
}

/** A locked episode still shows its title and position. Throws 404 or 451. */
export async function requireListedEpisode(
  deps: Deps,
  episodeId: string,
  reader: Reader,
): Promise<KnownEpisode> {
  const { known, access } = await findViewing(deps, episodeId, reader);
  refuseClosed(access);
  return known;
}

export async function listReadable(
  deps: Deps,
  episodeIds: readonly string[],
  { viewer, country }: { viewer: Person; country: string | null },
): Promise<KnownEpisode[]> {
  if (episodeIds.length === 0) return [];
  const known = [...(await findKnown(deps, episodeIds)).values()];
  const who = { person: viewer, country };
  const viewings = await viewingsOf(
    deps,
    known.map((where) => ({ who, where })),
  );
  return known.filter((_, index) => viewings[index]?.access === 'readable');
}

/** The facts come from the cache. */
async function findViewing(deps: Deps, episodeId: string, { viewer, country }: Reader) {
  const known = await recallEpisode(deps, viewCounter.of(deps).episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const { access } = await viewingOf(deps, { person: viewer, country }, known);
  return { known, access };
}
