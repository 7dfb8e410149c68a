import { bigserial, boolean, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { tsvector } from '../columns.ts';
import type { GeofilterType, PublicationType } from '../publishing/stories.ts';

/** What can be found: a story under its type, or a creator. */
export type FoundKind = PublicationType | 'creators';

/**
 * What is known of a published story, or of a creator who has one, to whoever searches. Triggers of the migrations keep it: they
 * write it within the deed that changes a story, its countries or its author, so that nothing closed is found a moment longer.
 * The functions `search_…` there hold the rules; texts are folded: without capitals, accents and kinds of kana.
 */
export const searchDocuments = pgTable('search_documents', {
  /** Of the story or of the user. */
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<FoundKind>().notNull(),
  genre: text('genre'),
  language: text('language'),
  /** The logarithm of its popularity, so that it moves seldom. */
  reach: smallint('reach').notNull(),
  /** Words of the title, with a space between. */
  title: text('title').notNull(),
  /** Those of title, author and tags, with a space before each. */
  names: text('names').notNull(),
  /** All terms with their weight: A in the title, B in the author's name, C in a tag, D in the description. */
  terms: tsvector('terms').notNull(),
  /** Null with the countries for what is open everywhere. */
  geofilterType: text('geofilter_type').$type<Exclude<GeofilterType, 'worldwide'>>(),
  countries: text('countries').array(),
});

/**
 * Under each term what holds it, the best first: a search reads the head of a few lists, however long they are. A term is the
 * beginning of a word (at most 8 letters), one or two signs of a script without spaces, or `~` and a stem. The grade says where
 * it stands: 9–5 in the title, 4–3 in the author's name, 2 in a tag, 1 in the description.
 */
export const searchPostings = pgTable(
  'search_postings',
  {
    term: text('term').notNull(),
    kind: text('kind').$type<FoundKind>().notNull(),
    grade: smallint('grade').notNull(),
    reach: smallint('reach').notNull(),
    foundId: uuid('found_id').notNull(),
    genre: text('genre'),
    language: text('language'),
    /** It is closed somewhere, so its document has to be asked. */
    isFiltered: boolean('is_filtered').notNull(),
  },
  (table) => [
    // It holds whatever a search asks of a list, so that the rows need not be fetched.
    index('search_postings_ranked').on(
      table.kind,
      table.term,
      table.grade.desc().nullsFirst(),
      table.reach.desc().nullsFirst(),
      table.foundId.desc().nullsFirst(),
      table.genre,
      table.language,
      table.isFiltered,
    ),
    index('search_postings_found').on(table.foundId),
  ],
);

/** All words of titles, names and tags, each once: by them a mistyped one is corrected. */
export const searchWords = pgTable('search_words', {
  word: text('word').primaryKey(),
});

/** What is to be looked at again: its words are to be learned, its reach has moved, or it is a creator whose stories have changed. */
export const searchChanges = pgTable('search_changes', {
  id: bigserial('id', { mode: 'bigint' }).primaryKey(),
  documentId: uuid('document_id').notNull(),
});
