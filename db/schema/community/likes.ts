import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, moment } from '../columns.ts';
import { episodes } from '../publishing/episodes.ts';
import { stories } from '../publishing/stories.ts';

const readerId = () =>
  uuid('reader_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const likes = pgTable(
  'likes',
  {
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    readerId: readerId(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.episodeId] }),
    index('likes_episode').on(table.episodeId),
  ],
);

export const ratings = pgTable(
  'ratings',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    readerId: readerId(),
    stars: smallint('stars').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.storyId] }),
    index('ratings_story').on(table.storyId),
    check('ratings_stars', sql`${table.stars} between 1 and 5`),
  ],
);
