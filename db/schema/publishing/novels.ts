/** EPUB books that become chapters: the original file, the text read from it, and the pictures that chapters show. */
import { sql } from 'drizzle-orm';
import {
  bigserial,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { media, users } from '../accounts/users.ts';
import { createdAt, id, moment, textHash } from '../columns.ts';
import { chapters, episodes } from './episodes.ts';

/** `taken`: the book's chapters became the episode's, and the episode keeps this original. */
export type EpubState = 'uploaded' | 'reading' | 'found' | 'refused' | 'taken';

export type EpubProgress = {
  chapters: { done: number; total: number | null };
  pictures: { done: number; total: number | null };
};

export type EpubLeftOut = { kind: string; count: number; names: string[]; chapters: number[] };

export type EpubFindings = {
  version: string;
  title: string;
  authors: string[];
  language: string | null;
  direction: 'ltr' | 'rtl' | null;
  isVertical: boolean;
  coverMediaId: string | null;
  chapters: number;
  words: number;
  characters: number;
  notes: number;
  pictures: number;
  picturesWithoutAlt: number;
  leftOut: EpubLeftOut[];
  refusedPictures: { name: string; reason: string }[];
};

export type EpubRefusal = {
  reason: string;
  file?: string;
  line?: number;
  element?: string;
  excerpt?: { number: number; text: string }[];
};

/** The file is stored at `epub/<id>`, unless it was refused. */
export const epubs = pgTable(
  'epubs',
  {
    id: id(),
    /** Episode the book is read for. Null while only uploaded, and after its episode is gone. */
    episodeId: uuid('episode_id').references(() => episodes.id, { onDelete: 'set null' }),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    hash: text('hash').notNull(),
    state: text('state').$type<EpubState>().notNull().default('uploaded'),
    progress: jsonb('progress').$type<EpubProgress>(),
    findings: jsonb('findings').$type<EpubFindings>(),
    refusal: jsonb('refusal').$type<EpubRefusal>(),
    /** Episode version that the import may change. Null: the creator reviews the chapters first. */
    importVersion: integer('import_version'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('epubs_owner').on(table.ownerId),
    // Per episode, at most one book under review and one that its chapters came from.
    uniqueIndex('epubs_in_hand')
      .on(table.episodeId)
      .where(sql`${table.state} in ('reading', 'found', 'refused')`),
    uniqueIndex('epubs_taken').on(table.episodeId).where(sql`${table.state} = 'taken'`),
    index('epubs_passing')
      .on(table.updatedAt)
      .where(sql`${table.state} <> 'taken' or ${table.episodeId} is null`),
    check('epubs_state', sql`${table.state} in ('uploaded', 'reading', 'found', 'refused', 'taken')`),
    check('epubs_episode', sql`${table.state} <> 'uploaded' or ${table.episodeId} is null`),
  ],
);

/** Chapters of a book that is read but not yet taken over. They refer to pictures and each other as the book does. */
export const epubChapters = pgTable(
  'epub_chapters',
  {
    epubId: uuid('epub_id')
      .notNull()
      .references(() => epubs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Name used by links in the book (`chapter:c2#t3`). */
    key: text('key').notNull(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    sectionEnds: integer('section_ends').array().notNull(),
    wordsCount: integer('words_count').notNull(),
    charactersCount: integer('characters_count').notNull(),
    textHash: textHash(),
  },
  (table) => [primaryKey({ columns: [table.epubId, table.position] })],
);

/** Pictures within chapters. A picture without a chapter waits with its book. */
export const chapterPictures = pgTable(
  'chapter_pictures',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    chapterId: uuid('chapter_id').references(() => chapters.id, { onDelete: 'cascade' }),
    epubId: uuid('epub_id').references(() => epubs.id, { onDelete: 'cascade' }),
    /** Name used in the book's text (`data-picture="p1"`). */
    token: text('token'),
  },
  (table) => [
    index('chapter_pictures_media').on(table.mediaId),
    index('chapter_pictures_episode').on(table.episodeId),
    uniqueIndex('chapter_pictures_chapter').on(table.chapterId, table.mediaId),
    uniqueIndex('chapter_pictures_epub').on(table.epubId, table.token),
    check('chapter_pictures_place', sql`(${table.chapterId} is null) <> (${table.epubId} is null)`),
  ],
);
