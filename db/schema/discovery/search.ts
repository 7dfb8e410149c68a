import { bigserial, boolean, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { tsvector } from '../columns.ts';
import type { GeofilterType, PublicationType } from '../publishing/stories.ts';

export type FoundKind = PublicationType | 'creators';

/**
 * Search data of published stories and their creators. Triggers write it in the transaction that changes a story, its
 * countries or its author. Search therefore never finds a closed story. The rules are in the SQL functions `search_…`.
 * Texts are folded: no capitals, accents or kana variants.
 */
export const searchDocuments = pgTable('search_documents', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<FoundKind>().notNull(),
  genre: text('genre'),
  language: text('language'),
  /** Logarithm of the popularity, so that it seldom changes. */
  reach: smallint('reach').notNull(),
  /** Words of the title, separated by spaces. */
  title: text('title').notNull(),
  /** Words of title, author and tags, each preceded by a space. */
  names: text('names').notNull(),
  /** All terms with their weight: A in the title, B in the author's name, C in a tag, D in the description. */
  terms: tsvector('terms').notNull(),
  /** Null, like `countries`, when available worldwide. */
  geofilterType: text('geofilter_type').$type<Exclude<GeofilterType, 'worldwide'>>(),
  countries: text('countries').array(),
});

/**
 * Documents by term, best first. A search reads the head of a few lists, however long they are. Terms are word
 * beginnings (at most 8 letters), 1–2 characters of a spaceless script, or `~` and a stem. Grades: 9–5 title, 4–3
 * author's name, 2 tag, 1 description.
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
    /** True when the document is unavailable in some country: check the document then. */
    isFiltered: boolean('is_filtered').notNull(),
  },
  (table) => [
    // A covering index: searches need not fetch the rows.
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

/** Every word of titles, names and tags once, to correct misspelled queries. */
export const searchWords = pgTable('search_words', {
  word: text('word').primaryKey(),
});

/** Documents to process again: new words to learn, a changed reach, or a creator with changed stories. */
export const searchChanges = pgTable('search_changes', {
  id: bigserial('id', { mode: 'bigint' }).primaryKey(),
  documentId: uuid('document_id').notNull(),
});
