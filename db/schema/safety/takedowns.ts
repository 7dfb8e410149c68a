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

/** Content as it was when hidden. `state` applies to comments and notes, `website` to profile texts. */
export type HiddenContent = { text: string; state?: 'shown' | 'held' | 'hidden'; website?: string | null };

/** Statements of reasons for blocked or hidden content, with the owner's single appeal. They outlive the story. */
export const blockStatements = pgTable(
  'block_statements',
  {
    id: id(),
    /** Reference number shown to both sides. */
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    subjectType: text('subject_type').$type<BlockSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Null unless a story or episode was blocked. If set, its team reads the statement, otherwise only the owner. */
    storyId: uuid('story_id'),
    /** Owner of the story or author of the text at that time. Receives the statement. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    category: text('category').notNull(),
    ground: text('ground').$type<BlockGround>().notNull(),
    /** Clause of the guidelines, or the law. */
    rule: text('rule').notNull().default(''),
    /** The violation and where it is. The creator reads this text verbatim. */
    facts: text('facts').notNull(),
    hidden: jsonb('hidden').$type<HiddenContent>(),
    /** True when a program found the content. A person always decides. */
    foundAutomatically: boolean('found_automatically').notNull().default(false),
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
