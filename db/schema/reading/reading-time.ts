/** Reading time, private to the reader. It is deleted with the account, and at once when they switch it off. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { moment } from '../columns.ts';

const readerId = () =>
  uuid('reader_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Counting locks this row, so that nothing is counted after the reader switched it off. */
export const attentionReaders = pgTable(
  'attention_readers',
  {
    readerId: readerId().primaryKey(),
    counted: boolean('counted').notNull().default(true),
    /** Time is counted up to here. Reports of browsers are accepted for the time after it. */
    countedUntil: moment('counted_until'),
    /** The last counted day, in the reader's time zone, and the seconds counted on it. */
    day: date('day', { mode: 'string' }),
    daySeconds: integer('day_seconds').notNull().default(0),
  },
  (table) => [check('attention_readers_day', sql`${table.daySeconds} between 0 and 86400`)],
);

/**
 * Reading seconds and third-party ads seen, per reader, story and day in the reader's time zone. A bare story id: the
 * time counts after the story is gone. Partitioned by month.
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
