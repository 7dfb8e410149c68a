import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { geofilterStrategies, media, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type PresentedPicture, presentPicture } from '../../media/present.ts';

const WALL = 12;

/** Most recently changed first. Only stories for every country and age, because the viewer is unknown. */
export async function listWallCovers(deps: Deps): Promise<PresentedPicture[]> {
  const rows = await deps.db
    .select({ cover: media })
    .from(stories)
    .innerJoin(media, eq(media.id, stories.coverMediaId))
    .innerJoin(
      geofilterStrategies,
      and(eq(geofilterStrategies.storyId, stories.id), eq(geofilterStrategies.type, 'worldwide')),
    )
    .where(
      and(
        eq(stories.published, true),
        eq(stories.rating, 'all'),
        isNull(stories.deletedAt),
        isNotNull(media.processedAt),
      ),
    )
    .orderBy(desc(stories.lastUpdate))
    .limit(WALL);
  return rows.flatMap(({ cover }) => presentPicture(cover) ?? []);
}
