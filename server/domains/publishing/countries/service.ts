import { eq } from 'drizzle-orm';
import { geofilterStrategies } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { conflict, unprocessable } from '../../../lib/errors.ts';
import { fingerprint } from '../../../lib/fingerprint.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { requireStory } from '../stories/team.ts';
import { decideGeofilter, type GeofilterFacts } from './rules.ts';

/** Throws 422 for unknown countries and for an empty list, 409 for a stale version. */
export async function setGeofilter(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  { version, ...wish }: GeofilterFacts & { version?: string | undefined },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { story } = await requireStory(tx, viewer, storyId, 'set_countries', { forUpdate: true });
    const decision = decideGeofilter(wish);
    if ('fields' in decision) throw unprocessable(decision.fields);
    const present = await findGeofilter(tx, story.id);
    if (version !== undefined && version !== geofilterVersion(present)) throw conflict('stale_version');
    if (geofilterVersion(present) === geofilterVersion(decision.filter)) return;
    const filter = { ...decision.filter, changedAt: tx.clock.now() };
    await tx.db
      .insert(geofilterStrategies)
      .values({ storyId: story.id, ...filter })
      .onConflictDoUpdate({ target: geofilterStrategies.storyId, set: filter });
    // The story's pages and pictures carry its tag, and so does every page that lists it.
    purge(tx, [`story:${story.id}`, 'landing']);
  });
}

export async function findGeofilter(deps: Pick<Deps, 'db'>, storyId: string): Promise<GeofilterFacts> {
  const { type, countries } = geofilterStrategies;
  const [found] = await deps.db
    .select({ type, countries })
    .from(geofilterStrategies)
    .where(eq(geofilterStrategies.storyId, storyId));
  return found ?? { type: 'worldwide', countries: [] };
}

export const geofilterVersion = ({ type, countries }: GeofilterFacts): string =>
  fingerprint([type, countries]);
