import { and, desc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { PublicationType } from '#db/schema/index.ts';
import { geofilterStrategies, media, pricingStrategies, stories, users } from '#db/schema/index.ts';
import { type PresentedPicture, presentPicture } from '../../media/present.ts';
import { isPremium } from '../../publishing/pricing/rules.ts';
import { freshSince } from './rules.ts';

export type Colour = { h: number; c: number };

export type StoryCardView = {
  id: string;
  slug: string;
  title: string;
  publicationType: PublicationType;
  genre: string;
  language: string;
  author: string;
  authorSlug: string;
  cover: PresentedPicture | null;
  colour: Colour | null;
  premium: boolean;
  /** The story itself began recently. */
  fresh: boolean;
};

/** Only columns that are shown, because the rest of a picture's row is large. */
export const pictureColumns = {
  id: media.id,
  hash: media.hash,
  pieces: media.pieces,
  variants: media.variants,
  hue: media.hue,
  chroma: media.chroma,
};

export const cardColumns = {
  id: stories.id,
  slug: stories.slug,
  title: stories.title,
  description: stories.description,
  publicationType: stories.publicationType,
  genre: stories.genre,
  language: stories.language,
  lastUpdate: stories.lastUpdate,
  firstPublishedAt: stories.firstPublishedAt,
  author: users.displayName,
  authorSlug: users.slug,
  cover: pictureColumns,
  pricing: {
    type: pricingStrategies.type,
    freeCount: pricingStrategies.freeCount,
    priceCoins: pricingStrategies.priceCoins,
    freeAfterDays: pricingStrategies.freeAfterDays,
  },
};

export type CardRow = {
  id: string;
  slug: string;
  title: string;
  publicationType: PublicationType;
  genre: string;
  language: string;
  firstPublishedAt: Date | null;
  author: string;
  authorSlug: string;
  cover: Pick<typeof media.$inferSelect, keyof typeof pictureColumns> | null;
  pricing: { type: (typeof pricingStrategies.$inferSelect)['type'] } | null;
};

export const joinCards = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(users, eq(users.id, stories.ownerId))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .leftJoin(pricingStrategies, eq(pricingStrategies.storyId, stories.id));

export const geofilterColumns = {
  type: geofilterStrategies.type,
  countries: geofilterStrategies.countries,
};

/** Readers may see the story, apart from countries. */
export const isOpen = and(sql`${stories.published}`, isNull(stories.deletedAt));

/** The opposite of `isAvailableIn`, for a filter that is not worldwide. */
export const isClosedIn = (country: SQL, type: SQL, countries: SQL): SQL =>
  sql`coalesce(${country}::text = any(${countries}), false) <> (${type} = 'allow')`;

const closedIn = (country: string | null | Placeholder): SQL => {
  const { type, countries } = geofilterStrategies;
  return sql`${type} <> 'worldwide' and ${isClosedIn(sql`${country}`, sql`${type}`, sql`${countries}`)}`;
};

const ofStory = eq(geofilterStrategies.storyId, stories.id);

/** `isAvailableIn` for whole lists, so that the database filters them. */
export const isOpenIn = (country: string | null | Placeholder): SQL | undefined =>
  and(
    isOpen,
    sql`not exists (select 1 from ${geofilterStrategies} where ${ofStory} and ${closedIn(country)})`,
  );

/** The same for the first rows of a long list: it checks each row alone, never all filters at once. */
export const isEachOpenIn = (country: string | null | Placeholder): SQL | undefined =>
  and(
    isOpen,
    sql`coalesce((select not (${closedIn(country)}) from ${geofilterStrategies} where ${ofStory}), true)`,
  );

export const latestFirst = [desc(stories.lastUpdate), desc(stories.id)];

export const colourOf = (cover: { hue: number | null; chroma: number | null } | null): Colour | null =>
  cover === null || cover.hue === null || cover.chroma === null
    ? null
    : { h: Math.round(cover.hue), c: Math.round(cover.chroma * 1000) / 1000 };

export const presentCard = (row: CardRow, now: Date): StoryCardView => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  publicationType: row.publicationType,
  genre: row.genre,
  language: row.language,
  author: row.author,
  authorSlug: row.authorSlug,
  cover: presentPicture(row.cover),
  colour: colourOf(row.cover),
  premium: row.pricing !== null && isPremium(row.pricing.type),
  fresh: row.firstPublishedAt !== null && row.firstPublishedAt >= freshSince(now),
});
