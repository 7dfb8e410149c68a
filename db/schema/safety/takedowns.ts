import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';

export type BlockSubject =
  | 'episode'
  | 'story'
  | 'comment'
  | 'reply'
  | 'tsukkomi'
  | 'profile_text'
  | 'profile_picture';
export type BlockGround = 'guidelines' | 'law';
export type AppealDecision = 'granted' | 'upheld';

/** What was hidden as it stood then. `state` is that of a comment or note, `website` belongs to the text of a profile. */
export type HiddenContent = { text: string; state?: 'shown' | 'held' | 'hidden'; website?: string | null };

/**
 * Why something was blocked or hidden, as its owner was told (statement of reasons), and what they said against it, once.
 * What it is about are bare ids: it outlives the story.
 */
export const blockStatements = pgTable(
  'block_statements',
  {
    id: id(),
    /** By which both sides speak of it. */
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    subjectType: text('subject_type').$type<BlockSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Null unless a story or an episode was blocked: then its team reads the statement, else the owner alone. */
    storyId: uuid('story_id'),
    /** Owner of the story or author of the text at that time, to whom the statement went. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** One of those of reports. */
    category: text('category').notNull(),
    ground: text('ground').$type<BlockGround>().notNull(),
    /** The clause of the guidelines, or the law. */
    rule: text('rule').notNull().default(''),
    /** What is wrong, and where; the creator reads it word for word. */
    facts: text('facts').notNull(),
    hidden: jsonb('hidden').$type<HiddenContent>(),
    /** Whether a program found it; a person has decided always. */
    foundAutomatically: boolean('found_automatically').notNull().default(false),
    /** How many reports of readers were open. */
    reportsCount: integer('reports_count').notNull().default(0),
    blockedBy: uuid('blocked_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** When it was unblocked. */
    endedAt: moment('ended_at'),
    appealText: text('appeal_text'),
    appealedAt: moment('appealed_at'),
    appealedBy: uuid('appealed_by').references(() => users.id),
    decision: text('decision').$type<AppealDecision>(),
    decisionNote: text('decision_note'),
    decidedAt: moment('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('block_statements_open').on(table.subjectId).where(sql`${table.endedAt} is null`),
    index('block_statements_subject').on(table.subjectId, table.number.desc().nullsFirst()),
    index('block_statements_story').on(table.storyId, table.number.desc().nullsFirst()),
    index('block_statements_owner').on(table.ownerId, table.number.desc().nullsFirst()),
    index('block_statements_appeals')
      .on(table.appealedAt)
      .where(sql`${table.appealedAt} is not null and ${table.decidedAt} is null`),
    check(
      'block_statements_subject',
      sql`${table.subjectType} in
        ('episode', 'story', 'comment', 'reply', 'tsukkomi', 'profile_text', 'profile_picture')`,
    ),
    check(
      'block_statements_story',
      sql`(${table.storyId} is not null) = (${table.subjectType} in ('episode', 'story'))`,
    ),
    check('block_statements_ground', sql`${table.ground} in ('guidelines', 'law')`),
    check('block_statements_appeal', sql`(${table.appealText} is null) = (${table.appealedAt} is null)`),
    check(
      'block_statements_decision',
      sql`(${table.decision} is null) = (${table.decidedAt} is null)
        and (${table.decidedAt} is null or ${table.appealedAt} is not null)`,
    ),
  ],
);
