import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { media } from '../accounts/users.ts';
import { createdAt, id, moment, textHash } from '../columns.ts';
import { stories } from './stories.ts';

export type EpisodeStatus = 'in_progress' | 'scheduled' | 'published' | 'blocked';
export type ReadMode = 'page_flip' | 'continuous';
export type PageOrientation = 'horizontal' | 'vertical';

/** The episode as it was last public. Its pages and chapters are in the tables below. */
export type KeptVersion = {
  title: string;
  readMode: ReadMode;
  pageOrientation: PageOrientation;
  isVertical: boolean;
};

export const episodes = pgTable(
  'episodes',
  {
    id: id(),
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    /** Position in the story from 1, part of the reader's address. Null for deleted episodes. */
    position: integer('position'),
    /** Rank among the story's published episodes from 1, or the rank it would take. Derived. */
    publishedRank: integer('published_rank').notNull().default(1),
    title: text('title').notNull(),
    status: text('status').$type<EpisodeStatus>().notNull().default('in_progress'),
    readMode: text('read_mode').$type<ReadMode>().notNull().default('continuous'),
    pageOrientation: text('page_orientation').$type<PageOrientation>().notNull().default('vertical'),
    thumbnailMediaId: uuid('thumbnail_media_id').references(() => media.id),
    /** Own price under the strategy `custom`. Only publishing/pricing/rules.ts computes the effective price. */
    customPriceCoins: integer('custom_price_coins').notNull().default(0),
    publishAt: moment('publish_at'),
    publishWallTime: text('publish_wall_time'),
    publishZone: text('publish_zone'),
    /** True when readers see the release date. Only meaningful while scheduled. */
    isAnnounced: boolean('is_announced').notNull().default(false),
    publishedAt: moment('published_at'),
    firstPublishedAt: moment('first_published_at'),
    blockedAt: moment('blocked_at'),
    blockedFrom: text('blocked_from').$type<EpisodeStatus>(),
    blockedReason: text('blocked_reason'),
    /** Blocked together with its story, and unblocked with it. */
    blockedWithStory: boolean('blocked_with_story').notNull().default(false),
    /** Set while its owner has requested deletion of the account. The episode is published again if they stay. */
    withdrawnAt: moment('withdrawn_at'),
    /** Set while an unpublished episode has paying readers. They read this version. */
    keptVersion: jsonb('kept_version').$type<KeptVersion>(),
    lockVersion: integer('lock_version').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('episodes_story_position').on(table.storyId, table.position),
    index('episodes_published')
      .on(table.storyId, table.position)
      .where(sql`${table.status} = 'published' and ${table.deletedAt} is null`),
    index('episodes_first_published').on(table.firstPublishedAt),
    index('episodes_due').on(table.publishAt).where(sql`${table.status} = 'scheduled'`),
    index('episodes_announced')
      .on(table.storyId, table.publishAt)
      .where(sql`${table.status} = 'scheduled' and ${table.isAnnounced} and ${table.deletedAt} is null`),
    index('episodes_next')
      .on(table.publishAt)
      .where(sql`${table.status} = 'scheduled' and ${table.isAnnounced} and ${table.deletedAt} is null`),
    index('episodes_latest')
      .on(table.publishedAt.desc().nullsFirst())
      .where(sql`${table.status} = 'published' and ${table.deletedAt} is null`),
    index('episodes_blocked').on(table.blockedAt).where(sql`${table.status} = 'blocked'`),
    index('episodes_named').using('gin', sql`lower(${table.title}) gin_trgm_ops`),
    index('episodes_thumbnail').on(table.thumbnailMediaId).where(sql`${table.thumbnailMediaId} is not null`),
    check('episodes_status', sql`${table.status} in ('in_progress', 'scheduled', 'published', 'blocked')`),
    check('episodes_read_mode', sql`${table.readMode} in ('page_flip', 'continuous')`),
    check('episodes_orientation', sql`${table.pageOrientation} in ('horizontal', 'vertical')`),
    check('episodes_price', sql`${table.customPriceCoins} between 0 and 1000`),
    check('episodes_position', sql`(${table.position} is null) = (${table.deletedAt} is not null)`),
  ],
);

export const episodePages = pgTable(
  'episode_pages',
  {
    id: id(),
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    /** Sort key within the episode. Gaps are harmless: the shown number is the rank. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    altText: text('alt_text').notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('episode_pages_episode').on(table.episodeId, table.position),
    uniqueIndex('episode_pages_media').on(table.mediaId),
  ],
);

export const chapters = pgTable(
  'chapters',
  {
    id: id(),
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    /** Sanitized HTML only. */
    html: text('html').notNull(),
    /** Offsets in the HTML (UTF-16) where sections end. Null in older rows: one section until a sweep splits it. */
    sectionEnds: integer('section_ends').array(),
    /** Text without HTML, for phrase search (`lib/prose/plain.ts`). Null in older rows until that sweep. */
    plain: text('plain'),
    wordsCount: integer('words_count').notNull().default(0),
    charactersCount: integer('characters_count').notNull().default(0),
    textHash: textHash(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('chapters_episode').on(table.episodeId, table.position),
    index('chapters_unread').on(table.id).where(sql`${table.sectionEnds} is null or ${table.plain} is null`),
  ],
);

/** Pages of the last public version, for readers who paid (decisions.md §9). Ids equal those of the pages. */
export const keptPages = pgTable(
  'kept_pages',
  {
    id: uuid('id').notNull(),
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    position: integer('position').notNull(),
    altText: text('alt_text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.id] }),
    index('kept_pages_media').on(table.mediaId),
  ],
);

export const keptChapters = pgTable(
  'kept_chapters',
  {
    id: uuid('id').notNull(),
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    sectionEnds: integer('section_ends').array(),
    plain: text('plain'),
    charactersCount: integer('characters_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.episodeId, table.id] })],
);

export const keptPictures = pgTable(
  'kept_pictures',
  {
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    chapterId: uuid('chapter_id').notNull(),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.chapterId, table.mediaId] }),
    index('kept_pictures_media').on(table.mediaId),
  ],
);
