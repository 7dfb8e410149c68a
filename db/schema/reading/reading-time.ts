/** Where a reader's time goes. It is theirs alone: it goes with the account, and at once when they switch it off. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { moment } from '../columns.ts';

const readerId = () =>
  uuid('reader_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Whoever counts for a reader holds this row, so that nothing is counted once they have switched it off. */
export const attentionReaders = pgTable(
  'attention_readers',
  {
    readerId: readerId().primaryKey(),
    counted: boolean('counted').notNull().default(true),
    /** Up to here time has been counted; what browsers tell is believed for the time since then. */
    countedUntil: moment('counted_until'),
    /** The reader's day that was counted last, and how much of it. */
    day: date('day', { mode: 'string' }),
    daySeconds: integer('day_seconds').notNull().default(0),
  },
  (table) => [check('attention_readers_day', sql`${table.daySeconds} between 0 and 86400`)],
);

/**
 * What a reader gave a story on a day of their own calendar: seconds of reading, and advertisements of others that they
 * saw in it. The story is a bare id: the time was given, even when the story is gone. Partitioned by month.
 */
export const attentionDays = pgTable(
  'attention_days',
  {
    readerId: readerId(),
    day: date('day', { mode: 'string' }).notNull(),
    storyId: uuid('story_id').notNull(),
    seconds: integer('seconds').notNull().default(0),
    ads: integer('ads').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.day, table.storyId] }),
    index('attention_days_day').on(table.day),
    check('attention_days_seconds', sql`${table.seconds} between 0 and 86400`),
    check('attention_days_ads', sql`${table.ads} >= 0`),
  ],
);
