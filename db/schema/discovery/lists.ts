/** What readers browse by: each genre, language and tag with its stories, and how many there are of each kind. */
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { type PublicationType, stories } from '../publishing/stories.ts';

/**
 * One row for each published story and each shelf that it stands on: `genre:mystery`, `language:en`, `tag:small-town`. A trigger
 * on stories keeps it, so that the most read of a tag are the top of an index, too.
 */
export const browseEntries = pgTable(
  'browse_entries',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    shelf: text('shelf').notNull(),
    publicationType: text('publication_type').$type<PublicationType>().notNull(),
    genre: text('genre').notNull(),
    language: text('language').notNull(),
    popularity: bigint('popularity', { mode: 'number' }).notNull(),
    lastUpdate: moment('last_update').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.shelf] }),
    index('browse_entries_popular').on(
      table.shelf,
      table.popularity.desc().nullsFirst(),
      table.storyId.desc().nullsFirst(),
    ),
    index('browse_entries_latest').on(
      table.shelf,
      table.lastUpdate.desc().nullsFirst(),
      table.storyId.desc().nullsFirst(),
    ),
  ],
);

/** How many stories are published of each kind, as of some minutes ago and whatever country they are open to. */
export const browseCounts = pgTable(
  'browse_counts',
  {
    genre: text('genre').notNull(),
    language: text('language').notNull(),
    publicationType: text('publication_type').$type<PublicationType>().notNull(),
    storiesCount: integer('stories_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.genre, table.language, table.publicationType] })],
);
