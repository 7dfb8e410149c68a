import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { type PublicationType, stories } from '../publishing/stories.ts';

/**
 * One row per published story and shelf (`genre:mystery`, `language:en`, `tag:small-town`), kept by a trigger on
 * stories. The index makes a tag's most-read stories cheap, too.
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

/** Published stories of each kind, updated every few minutes and regardless of country. */
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
