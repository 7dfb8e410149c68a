import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';

export type ActionSubject =
  | 'user'
  | 'story'
  | 'episode'
  | 'comment'
  | 'report'
  | 'appeal'
  | 'ad'
  | 'import'
  | 'job'
  | 'queue';

/**
 * Actions of administrators. Rows are only ever added: a trigger refuses anything else, even for the table's owner. The
 * trigger also numbers them from 1 without gaps, so that a missing row shows. Rows hold ids instead of names of people,
 * since an action outlives the person who took it.
 */
export const adminActions = pgTable(
  'admin_actions',
  {
    /** Set by the trigger. */
    number: bigint('number', { mode: 'number' }).primaryKey().default(0),
    /** Null for actions of the service itself. */
    actorId: uuid('actor_id'),
    deed: text('deed').notNull(),
    subjectType: text('subject_type').$type<ActionSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Title of the story, episode or report. Empty for people. */
    subjectName: text('subject_name').notNull().default(''),
    /** Details with action-specific keys, such as the state before and after. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('admin_actions_actor').on(table.actorId, table.number.desc().nullsFirst()),
    index('admin_actions_deed').on(table.deed, table.number.desc().nullsFirst()),
    index('admin_actions_subject').on(table.subjectId, table.number.desc().nullsFirst()),
    index('admin_actions_created_at').on(sql`${table.createdAt} desc`, sql`${table.number} desc`),
  ],
);
