/** What readers write about stories and episodes, and how a story's team keeps order there. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';
import { episodes } from '../publishing/episodes.ts';
import { stories } from '../publishing/stories.ts';

export type CommentState = 'shown' | 'held' | 'hidden' | 'deleted';

const storyId = () =>
  uuid('story_id')
    .notNull()
    .references(() => stories.id, { onDelete: 'cascade' });

/**
 * Comments, and replies to them, which name their comment. Without an episode it is about the story as a whole. What was
 * deleted keeps its row while replies stand below it; who is erased leaves it to nobody.
 */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    storyId: storyId(),
    episodeId: uuid('episode_id').references(() => episodes.id, { onDelete: 'cascade' }),
    parentId: uuid('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    spoiler: boolean('spoiler').notNull().default(false),
    state: text('state').$type<CommentState>().notNull().default('shown'),
    /** Told to others once, also when it was held first. */
    announcedAt: moment('announced_at'),
    createdAt: createdAt(),
    /** Only when it was changed after the first minutes. */
    editedAt: moment('edited_at'),
    pinnedAt: moment('pinned_at'),
    likesCount: integer('likes_count').notNull().default(0),
    /** Of replies that are shown. */
    repliesCount: integer('replies_count').notNull().default(0),
    /** By which its sender knows it when it is sent again. */
    sentKey: text('sent_key'),
  },
  (table) => [
    index('comments_episode_new')
      .on(table.episodeId, table.id.desc().nullsFirst())
      .where(sql`${table.parentId} is null and ${table.episodeId} is not null`),
    index('comments_episode_top')
      .on(table.episodeId, table.likesCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.parentId} is null and ${table.episodeId} is not null`),
    index('comments_story_new')
      .on(table.storyId, table.id.desc().nullsFirst())
      .where(sql`${table.parentId} is null and ${table.episodeId} is null`),
    index('comments_story_top')
      .on(table.storyId, table.likesCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.parentId} is null and ${table.episodeId} is null`),
    index('comments_replies').on(table.parentId, table.id).where(sql`${table.parentId} is not null`),
    index('comments_author').on(table.authorId, table.id.desc().nullsFirst()),
    index('comments_of_story').on(table.storyId, table.id.desc().nullsFirst()),
    index('comments_of_episode').on(table.episodeId).where(sql`${table.episodeId} is not null`),
    index('comments_held')
      .on(table.storyId, table.id.desc().nullsFirst())
      .where(sql`${table.state} = 'held'`),
    index('comments_pinned').on(table.storyId).where(sql`${table.pinnedAt} is not null`),
    uniqueIndex('comments_sent').on(table.authorId, table.sentKey).where(sql`${table.sentKey} is not null`),
    check('comments_state', sql`${table.state} in ('shown', 'held', 'hidden', 'deleted')`),
    check('comments_counts', sql`${table.likesCount} >= 0 and ${table.repliesCount} >= 0`),
  ],
);

export const commentLikes = pgTable(
  'comment_likes',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    readerId: uuid('reader_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.commentId] }),
    index('comment_likes_comment').on(table.commentId),
  ],
);

/** Whom a comment names by `@`. */
export const commentMentions = pgTable(
  'comment_mentions',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.userId] }),
    index('comment_mentions_user').on(table.userId),
  ],
);

/** What is counted of an episode's comments, or of those of a story as a whole, and whether the team has locked them. */
export const commentThreads = pgTable(
  'comment_threads',
  {
    /** Of the episode, or of the story. */
    subjectId: uuid('subject_id').primaryKey(),
    storyId: storyId(),
    /** Comments and replies that everybody sees. */
    shownCount: integer('shown_count').notNull().default(0),
    /** Comments that stand in the list, among them the places of gone ones with replies. */
    listedCount: integer('listed_count').notNull().default(0),
    lockedAt: moment('locked_at'),
  },
  (table) => [
    index('comment_threads_story').on(table.storyId),
    check('comment_threads_counts', sql`${table.shownCount} >= 0 and ${table.listedCount} >= 0`),
  ],
);

/** What a team has settled for all comments of its story. */
export const commentSettings = pgTable('comment_settings', {
  storyId: uuid('story_id')
    .primaryKey()
    .references(() => stories.id, { onDelete: 'cascade' }),
  closed: boolean('closed').notNull().default(false),
  /** So many days after an episode came out first; null for never. */
  closeAfterDays: integer('close_after_days'),
});

/** Whom a team keeps from writing at its story. */
export const keptOut = pgTable(
  'kept_out',
  {
    storyId: storyId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.userId] }),
    index('kept_out_user').on(table.userId),
  ],
);
