import { and, eq, inArray } from 'drizzle-orm';
import { geofilterStrategies, media, type StoryRating, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type PresentedPicture, presentPicture } from '../../media/present.ts';
import type { GeofilterFacts } from '../../publishing/countries/rules.ts';
import {
  type Colour,
  colourOf,
  geofilterColumns,
  isOpen,
  pictureColumns,
} from '../../reading/reader/cards.ts';
import { fitsRating } from './rules.ts';

export type AdStory = {
  id: string;
  slug: string;
  title: string;
  cover: PresentedPicture | null;
  colour: Colour | null;
  /** True when readers may see the story, apart from countries. */
  open: boolean;
};

/** Stories that these advertisements are about. */
export const storyIdsOf = (ads: readonly { storyId: string | null }[]): string[] =>
  ads.flatMap(({ storyId }) => storyId ?? []);

/** Which of these stories may be advertised in a story, and the country filters of each. */
export async function findAdPlaces(
  { db }: Deps,
  placeId: string,
  ids: readonly string[],
): Promise<Map<string, { geofilter: GeofilterFacts | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: stories.id, rating: stories.rating, geofilter: geofilterColumns })
    .from(stories)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .where(and(isOpen, inArray(stories.id, [placeId, ...ids])));
  const place: StoryRating = rows.find(({ id }) => id === placeId)?.rating ?? 'all';
  return new Map(
    rows.flatMap(({ id, rating, geofilter }) =>
      id !== placeId && fitsRating(rating, place) ? [[id, { geofilter }]] : [],
    ),
  );
}

export async function findAdStories({ db }: Deps, ids: readonly string[]): Promise<Map<string, AdStory>> {
  if (ids.length === 0) return new Map();
  const { slug, title, published, deletedAt } = stories;
  const rows = await db
    .select({ id: stories.id, slug, title, published, deletedAt, cover: pictureColumns })
    .from(stories)
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .where(inArray(stories.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ published: isPublished, deletedAt: gone, cover, ...story }) => [
      story.id,
      { ...story, cover: presentPicture(cover), colour: colourOf(cover), open: isPublished && gone === null },
    ]),
  );
}
