/** Short notes on a page or beside a text, and readers' reactions to a page (one of six). */
import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id } from '../columns.ts';
import { chapters, episodePages, episodes } from '../publishing/episodes.ts';

export type NoteState = 'shown' | 'hidden';

const episodeId = () =>
  uuid('episode_id')
    .notNull()
    .references(() => episodes.id, { onDelete: 'cascade' });
const pageId = () => uuid('page_id').references(() => episodePages.id, { onDelete: 'cascade' });
const chapterId = () => uuid('chapter_id').references(() => chapters.id, { onDelete: 'cascade' });

/** Notes on a page (x and y from 0 to 1) or at a character of a chapter. */
export const tsukkomiComments = pgTable(
  'tsukkomi_comments',
  {
    id: id(),
    episodeId: episodeId(),
    pageId: pageId(),
    chapterId: chapterId(),
    x: doublePrecision('x'),
    y: doublePrecision('y'),
    /** Offset in the chapter's text without HTML. */
    offset: integer('offset'),
    /** The text from the offset on. It locates the note again after the chapter changed. */
    quote: text('quote'),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    body: text('body').notNull(),
    state: text('state').$type<NoteState>().notNull().default('shown'),
    createdAt: createdAt(),
    sentKey: text('sent_key'),
  },
  (table) => [
    index('tsukkomi_comments_page').on(table.pageId, table.id).where(sql`${table.pageId} is not null`),
    index('tsukkomi_comments_chapter')
      .on(table.chapterId, table.id)
      .where(sql`${table.chapterId} is not null`),
    index('tsukkomi_comments_episode').on(table.episodeId, table.id),
    index('tsukkomi_comments_author').on(table.authorId, table.id.desc().nullsFirst()),
    uniqueIndex('tsukkomi_comments_sent')
      .on(table.authorId, table.sentKey)
      .where(sql`${table.sentKey} is not null`),
    check('tsukkomi_comments_state', sql`${table.state} in ('shown', 'hidden')`),
    check(
      'tsukkomi_comments_place',
      sql`(${table.pageId} is not null and ${table.x} between 0 and 1 and ${table.y} between 0 and 1
        and ${table.chapterId} is null) or (${table.chapterId} is not null and ${table.offset} >= 0
        and ${table.pageId} is null)`,
    ),
  ],
);

/** At most one reaction per reader and page or chapter. */
export const popReactions = pgTable(
  'pop_reactions',
  {
    id: id(),
    readerId: uuid('reader_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    episodeId: episodeId(),
    pageId: pageId(),
    chapterId: chapterId(),
    kind: text('kind').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('pop_reactions_page')
      .on(table.readerId, table.pageId)
      .where(sql`${table.pageId} is not null`),
    uniqueIndex('pop_reactions_chapter')
      .on(table.readerId, table.chapterId)
      .where(sql`${table.chapterId} is not null`),
    index('pop_reactions_of_page').on(table.pageId).where(sql`${table.pageId} is not null`),
    index('pop_reactions_of_chapter').on(table.chapterId).where(sql`${table.chapterId} is not null`),
    index('pop_reactions_episode').on(table.episodeId, table.readerId),
    check('pop_reactions_place', sql`(${table.pageId} is null) <> (${table.chapterId} is null)`),
  ],
);

export const popReactionCounts = pgTable(
  'pop_reaction_counts',
  {
    episodeId: episodeId(),
    /** Id of the page or chapter. */
    itemId: uuid('item_id').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.itemId, table.kind] }),
    check('pop_reaction_counts_count', sql`${table.count} >= 0`),
  ],
);
