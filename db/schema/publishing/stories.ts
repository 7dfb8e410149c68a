import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { media, users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';

export type PublicationType = 'comics' | 'indie' | 'novel';
export type StoryFormat = 'page_ltr' | 'page_rtl' | 'strip';
export type StoryRating = 'all' | 'teen13' | 'mature16';

type Ordered = Record<'id' | 'lastUpdate' | 'popularity', ExtraConfigColumn>;
const latest = ({ id, lastUpdate }: Ordered) =>
  [lastUpdate.desc().nullsFirst(), id.desc().nullsFirst()] as const;
const popular = ({ id, popularity }: Ordered) =>
  [popularity.desc().nullsFirst(), id.desc().nullsFirst()] as const;
const isOpen = ({ published, deletedAt }: Record<'published' | 'deletedAt', ExtraConfigColumn>) =>
  sql`${published} and ${deletedAt} is null`;

export const stories = pgTable(
  'stories',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    publicationType: text('publication_type').$type<PublicationType>().notNull(),
    format: text('format').$type<StoryFormat>(),
    rating: text('rating').$type<StoryRating>().notNull().default('all'),
    genre: text('genre').notNull(),
    language: text('language').notNull(),
    tags: text('tags').array().notNull().default([]),
    /** The tags as used in addresses (`tagKey`). */
    tagKeys: text('tag_keys').array().notNull().default([]),
    coverMediaId: uuid('cover_media_id').references(() => media.id),
    /** Derived: true while at least one episode is published (decisions.md §5). */
    published: boolean('published').notNull().default(false),
    firstPublishedAt: moment('first_published_at'),
    lastUpdate: moment('last_update').notNull().defaultNow(),
    /** Rank key for "most read": views some minutes ago, to three digits (`publishing/stories/popularity.ts`). */
    popularity: bigint('popularity', { mode: 'number' }).notNull().default(0),
    lockVersion: integer('lock_version').notNull().default(0),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
    /** Set by an administrator. None of its episodes is published until the block is lifted. */
    blockedAt: moment('blocked_at'),
  },
  (table) => [
    index('stories_owner_id').on(table.ownerId, table.lastUpdate.desc().nullsFirst()),
    // Top lists that readers see. Each is read from one end of its index, however many stories exist.
    index('stories_latest')
      .on(table.publicationType, ...latest(table))
      .where(isOpen(table)),
    index('stories_popular')
      .on(...popular(table))
      .where(isOpen(table)),
    index('stories_popular_type')
      .on(table.publicationType, ...popular(table))
      .where(isOpen(table)),
    index('stories_popular_genre')
      .on(table.genre, ...popular(table))
      .where(isOpen(table)),
    index('stories_popular_language_type')
      .on(table.language, table.publicationType, ...popular(table))
      .where(isOpen(table)),
    index('stories_popular_language_genre')
      .on(table.language, table.genre, ...popular(table))
      .where(isOpen(table)),
    index('stories_begun')
      .on(table.firstPublishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isOpen(table)),
    index('stories_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('stories_blocked').on(table.blockedAt).where(sql`${table.blockedAt} is not null`),
    index('stories_named').using('gin', sql`lower(${table.title} || ' ' || ${table.slug}) gin_trgm_ops`),
    index('stories_cover').on(table.coverMediaId).where(sql`${table.coverMediaId} is not null`),
    check('stories_type', sql`${table.publicationType} in ('comics', 'indie', 'novel')`),
    check('stories_format', sql`${table.format} in ('page_ltr', 'page_rtl', 'strip')`),
    check('stories_format_of_type', sql`(${table.publicationType} = 'novel') = (${table.format} is null)`),
    check('stories_rating', sql`${table.rating} in ('all', 'teen13', 'mature16')`),
  ],
);

/** Every slug a story ever had. Old slugs redirect (301) to the current one. */
export const storySlugs = pgTable(
  'story_slugs',
  {
    slug: text('slug').primaryKey(),
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('story_slugs_story').on(table.storyId)],
);

/** Owners of erased stories. Daily counts and receipts still name a story by id, and money is calculated from them. */
export const erasedStories = pgTable(
  'erased_stories',
  {
    storyId: uuid('story_id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    firstPublishedAt: moment('first_published_at'),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [index('erased_stories_owner').on(table.ownerId)],
);

export type PricingType = 'all_free' | 'all_premium' | 'first_free' | 'custom';

export const pricingStrategies = pgTable(
  'pricing_strategies',
  {
    storyId: uuid('story_id')
      .primaryKey()
      .references(() => stories.id, { onDelete: 'cascade' }),
    type: text('type').$type<PricingType>().notNull().default('all_free'),
    freeCount: integer('free_count').notNull().default(0),
    priceCoins: integer('price_coins').notNull().default(0),
    /** An episode is free this many days after its first publication. Null: never. */
    freeAfterDays: integer('free_after_days'),
  },
  (table) => [
    check(
      'pricing_strategies_type',
      sql`${table.type} in ('all_free', 'all_premium', 'first_free', 'custom')`,
    ),
    check('pricing_strategies_price', sql`${table.priceCoins} between 0 and 1000`),
    check('pricing_strategies_free_count', sql`${table.freeCount} >= 0`),
    check('pricing_strategies_free_after', sql`${table.freeAfterDays} between 1 and 365`),
  ],
);

export type GeofilterType = 'worldwide' | 'allow' | 'deny';

export const geofilterStrategies = pgTable(
  'geofilter_strategies',
  {
    storyId: uuid('story_id')
      .primaryKey()
      .references(() => stories.id, { onDelete: 'cascade' }),
    type: text('type').$type<GeofilterType>().notNull().default('worldwide'),
    countries: text('countries').array().notNull().default([]),
    /** When these countries were set. Null: unchanged since the story was created. */
    changedAt: moment('changed_at'),
  },
  (table) => [check('geofilter_strategies_type', sql`${table.type} in ('worldwide', 'allow', 'deny')`)],
);

export type TeamRole = 'owner' | 'publisher' | 'editor' | 'viewer';

/** The team of a story, including its owner, so that one look-up answers every permission check. */
export const storyMembers = pgTable(
  'story_members',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<TeamRole>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.userId] }),
    index('story_members_user_id').on(table.userId),
    check('story_members_role', sql`${table.role} in ('owner', 'publisher', 'editor', 'viewer')`),
  ],
);
