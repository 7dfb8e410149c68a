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
 * Comments and replies. Without an episode, a comment is about the story. A deleted comment keeps its row while it has
 * replies. Erasing an account sets the author to null.
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
    /** When others were notified, once, even if the comment was held first. */
    announcedAt: moment('announced_at'),
    createdAt: createdAt(),
    /** Set only when the comment changed after its first minutes. */
    editedAt: moment('edited_at'),
    pinnedAt: moment('pinned_at'),
    likesCount: integer('likes_count').notNull().default(0),
    /** Counts visible replies only. */
    repliesCount: integer('replies_count').notNull().default(0),
    /** Idempotency key chosen by the sender. */
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

/** Comment counts per episode or per story as a whole, and whether the team locked the thread. */
export const commentThreads = pgTable(
  'comment_threads',
  {
    /** Id of the episode or of the story. */
    subjectId: uuid('subject_id').primaryKey(),
    storyId: storyId(),
    /** Comments and replies visible to everyone. */
    shownCount: integer('shown_count').notNull().default(0),
    /** Entries in the list, including placeholders of deleted comments with replies. */
    listedCount: integer('listed_count').notNull().default(0),
    lockedAt: moment('locked_at'),
  },
  (table) => [
    index('comment_threads_story').on(table.storyId),
    check('comment_threads_counts', sql`${table.shownCount} >= 0 and ${table.listedCount} >= 0`),
  ],
);

export const commentSettings = pgTable('comment_settings', {
  storyId: uuid('story_id')
    .primaryKey()
    .references(() => stories.id, { onDelete: 'cascade' }),
  closed: boolean('closed').notNull().default(false),
  /** Comments close this many days after an episode's first publication. Null: never. */
  closeAfterDays: integer('close_after_days'),
});

/** Users whom a team bars from commenting on its story. */
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
