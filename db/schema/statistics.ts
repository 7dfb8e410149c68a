import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { episodes } from './episodes.ts';
import { stories } from './stories.ts';

const figures = () => ({
  views: bigint('views', { mode: 'number' }).notNull().default(0),
  likes: integer('likes').notNull().default(0),
  comments: integer('comments').notNull().default(0),
  impressions: bigint('impressions', { mode: 'number' }).notNull().default(0),
});

/** What happened to an episode on a day (UTC); changes by likes taken back may be negative. */
export const episodeDays = pgTable(
  'episode_days',
  {
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    ...figures(),
  },
  (table) => [primaryKey({ columns: [table.episodeId, table.day] })],
);

/** The same for a story as a whole, with those who subscribed or left. */
export const storyDays = pgTable(
  'story_days',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    ...figures(),
    subscribers: integer('subscribers').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.storyId, table.day] })],
);

/** Who has seen an episode lately: one view per reader or device and episode in 24 hours (decisions.md §6). */
export const viewMarks = pgTable(
  'view_marks',
  {
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    /** Hash of the reader's id or of the device's random mark; nobody can be read out of it. */
    reader: text('reader').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.reader] }),
    index('view_marks_seen_at').on(table.seenAt),
  ],
);
