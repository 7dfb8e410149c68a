import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { episodes } from '../publishing/episodes.ts';
import { type PublicationType, stories } from '../publishing/stories.ts';

const figures = () => ({
  views: bigint('views', { mode: 'number' }).notNull().default(0),
  likes: integer('likes').notNull().default(0),
  comments: integer('comments').notNull().default(0),
  impressions: bigint('impressions', { mode: 'number' }).notNull().default(0),
  /** Minus returned unlocks. */
  unlocks: integer('unlocks').notNull().default(0),
  /** Coins spent on unlocks, minus returned ones. A statistic, not an amount owed to anyone. */
  coins: bigint('coins', { mode: 'number' }).notNull().default(0),
});

/**
 * Daily figures of an episode (UTC). Undone likes may make them negative. No foreign key: money is calculated from
 * these days after the episode is gone, and counting locks no foreign rows. Partitioned by month, as `story_days` is,
 * so counting touches only this month's index.
 */
export const episodeDays = pgTable(
  'episode_days',
  {
    episodeId: uuid('episode_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    ...figures(),
  },
  (table) => [primaryKey({ columns: [table.episodeId, table.day] })],
);

export const storyDays = pgTable(
  'story_days',
  {
    storyId: uuid('story_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    ...figures(),
    subscribers: integer('subscribers').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.day] }),
    // Contains no figure, so that updates of counters stay HOT (within the table's page).
    index('story_days_day').on(table.day),
  ],
);

export type RankedKind = PublicationType | 'all';

/** Most-read stories of the seven days up to a day (UTC). Past days stay for weeks. Bare ids: stories may be gone. */
export const rankings = pgTable(
  'rankings',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<RankedKind>().notNull(),
    place: integer('place').notNull(),
    storyId: uuid('story_id').notNull(),
    views: bigint('views', { mode: 'number' }).notNull(),
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.place] }),
    check('rankings_kind', sql`${table.kind} in ('all', 'comics', 'indie', 'novel')`),
  ],
);

/**
 * Recent viewers of episodes: one view per reader or device and episode in 24 hours (decisions.md §6). Rows are only
 * added. Whole partitions of a day are dropped (`platform/tables/partitions.ts`).
 */
export const seenMarks = pgTable(
  'seen_marks',
  {
    day: date('day', { mode: 'string' }).notNull(),
    episodeId: uuid('episode_id').notNull(),
    /** Hash of the reader's id or the device's random id. It identifies nobody. */
    reader: text('reader').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.episodeId, table.reader, table.day] })],
);

/** The previous release's table. A trigger lets both releases count a view once. The next release drops it. */
export const viewMarks = pgTable(
  'view_marks',
  {
    episodeId: uuid('episode_id').notNull(),
    reader: text('reader').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.reader] }),
    index('view_marks_seen_at').on(table.seenAt),
  ],
);

/**
 * Totals of a story, in a narrow row of their own so that edits never wait for readers. Without a row, all totals are
 * 0. No index contains a total, so that updates stay within the table's page.
 */
export const storyCounters = pgTable(
  'story_counters',
  {
    storyId: uuid('story_id')
      .primaryKey()
      .references(() => stories.id, { onDelete: 'cascade' }),
    viewsCount: bigint('views_count', { mode: 'number' }).notNull().default(0),
    likesCount: integer('likes_count').notNull().default(0),
    subscribersCount: integer('subscribers_count').notNull().default(0),
    /** The part of `subscribersCount` without rows of its own, such as the demo's readers. */
    subscribersBrought: integer('subscribers_brought').notNull().default(0),
    ratingsSum: integer('ratings_sum').notNull().default(0),
    ratingsCount: integer('ratings_count').notNull().default(0),
    stars1: integer('stars_1').notNull().default(0),
    stars2: integer('stars_2').notNull().default(0),
    stars3: integer('stars_3').notNull().default(0),
    stars4: integer('stars_4').notNull().default(0),
    stars5: integer('stars_5').notNull().default(0),
    /** Since when there are views that the story's popularity does not include. */
    unrankedAt: moment('unranked_at'),
  },
  (table) => [
    index('story_counters_unranked').on(table.unrankedAt).where(sql`${table.unrankedAt} is not null`),
  ],
);

export const episodeCounters = pgTable('episode_counters', {
  episodeId: uuid('episode_id')
    .primaryKey()
    .references(() => episodes.id, { onDelete: 'cascade' }),
  viewsCount: bigint('views_count', { mode: 'number' }).notNull().default(0),
  likesCount: integer('likes_count').notNull().default(0),
  likesBrought: integer('likes_brought').notNull().default(0),
  commentsCount: integer('comments_count').notNull().default(0),
  impressionsCount: bigint('impressions_count', { mode: 'number' }).notNull().default(0),
});

/** Increments that nobody waits for. Actions append them, and a job adds them up in batches. */
export const pendingFigures = pgTable('pending_figures', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  storyId: uuid('story_id').notNull(),
  episodeId: uuid('episode_id'),
  day: date('day', { mode: 'string' }).notNull(),
  likes: integer('likes').notNull().default(0),
  comments: integer('comments').notNull().default(0),
  subscribers: integer('subscribers').notNull().default(0),
  impressions: integer('impressions').notNull().default(0),
});

/** Overflow of a locked counter: one row per connection that met the lock. A sweep adds the rows to the counter. */
export const counterSlots = pgTable(
  'counter_slots',
  {
    subjectId: uuid('subject_id').notNull(),
    slot: integer('slot').notNull(),
    likesCount: integer('likes_count').notNull().default(0),
    subscribersCount: integer('subscribers_count').notNull().default(0),
    ratingsSum: integer('ratings_sum').notNull().default(0),
    ratingsCount: integer('ratings_count').notNull().default(0),
    stars1: integer('stars_1').notNull().default(0),
    stars2: integer('stars_2').notNull().default(0),
    stars3: integer('stars_3').notNull().default(0),
    stars4: integer('stars_4').notNull().default(0),
    stars5: integer('stars_5').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.slot] })],
);
