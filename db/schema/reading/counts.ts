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
  /** Minus those given back. */
  unlocks: integer('unlocks').notNull().default(0),
  /** What readers spent on them, minus what was given back. A count, and nobody's earning. */
  coins: bigint('coins', { mode: 'number' }).notNull().default(0),
});

/**
 * What happened to an episode on a day (UTC); changes by likes taken back may be negative. An id and no foreign key: money
 * is reckoned by these days when the episode is gone, and counting locks no row of others. Partitioned by month, as the
 * days of stories are: counting works in the index of this month, however many years there are.
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

/** The same for a story as a whole, with those who subscribed or left. */
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
    // Without a figure in it, so that counting stays within the page of the table.
    index('story_days_day').on(table.day),
  ],
);

export type RankedKind = PublicationType | 'all';

/**
 * What was read most in the seven days up to a day (UTC), of each kind and of all: so many places and no more. Those of a
 * day that has ended stay for some weeks, to tell who has risen. Bare ids: what is gone falls out when it is read.
 */
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
 * Who has seen an episode lately: one view per reader or device and episode in 24 hours (decisions.md §6). Rows are added and
 * never changed; partitions of a day are dropped whole (`platform/tables/partitions.ts`).
 */
export const seenMarks = pgTable(
  'seen_marks',
  {
    /** UTC, of the moment. */
    day: date('day', { mode: 'string' }).notNull(),
    episodeId: uuid('episode_id').notNull(),
    /** Hash of the reader's id or of the device's random mark; nobody can be read out of it. */
    reader: text('reader').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.episodeId, table.reader, table.day] })],
);

/**
 * Where the release before this one keeps the same. A trigger asks `seen_marks` before it lets a row in, so that both count once while both
 * run. The release after this one drops it.
 */
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
 * The totals of a story, in a narrow row of their own: nobody who edits the story waits for its readers. Without a row all
 * are 0. No index holds a total, so that counting stays within the page of the table.
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
    /** Of these: brought along without a row of their own, as the readers of the demo are. */
    subscribersBrought: integer('subscribers_brought').notNull().default(0),
    ratingsSum: integer('ratings_sum').notNull().default(0),
    ratingsCount: integer('ratings_count').notNull().default(0),
    /** How many readers gave so many stars. */
    stars1: integer('stars_1').notNull().default(0),
    stars2: integer('stars_2').notNull().default(0),
    stars3: integer('stars_3').notNull().default(0),
    stars4: integer('stars_4').notNull().default(0),
    stars5: integer('stars_5').notNull().default(0),
    /** Since when there are views that the story's place among the most read does not know of. */
    unrankedAt: moment('unranked_at'),
  },
  (table) => [
    index('story_counters_unranked').on(table.unrankedAt).where(sql`${table.unrankedAt} is not null`),
  ],
);

/** The same of an episode. */
export const episodeCounters = pgTable('episode_counters', {
  episodeId: uuid('episode_id')
    .primaryKey()
    .references(() => episodes.id, { onDelete: 'cascade' }),
  viewsCount: bigint('views_count', { mode: 'number' }).notNull().default(0),
  likesCount: integer('likes_count').notNull().default(0),
  /** Of these: brought along without a row of their own. */
  likesBrought: integer('likes_brought').notNull().default(0),
  commentsCount: integer('comments_count').notNull().default(0),
  impressionsCount: bigint('impressions_count', { mode: 'number' }).notNull().default(0),
});

/** What deeds have counted and nobody waits for: appended by the deed itself, added up a batch at a time. */
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

/**
 * What came on top of a counter that was in use: one row for each connection that found it so, added to the counter by a
 * sweep. The subject is an episode or a story.
 */
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
