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
 * What administrators did. Rows are only ever added: a trigger refuses everything else, to the owner of the table too. It
 * gives them their numbers as well, from 1 without a gap, so that a missing one shows. Ids and no names of people stand
 * here: a deed outlives whoever did it, and then says nothing of them.
 */
export const adminActions = pgTable(
  'admin_actions',
  {
    /** The trigger sets it. */
    number: bigint('number', { mode: 'number' }).primaryKey().default(0),
    /** Null when the service did it by itself. */
    actorId: uuid('actor_id'),
    deed: text('deed').notNull(),
    subjectType: text('subject_type').$type<ActionSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** What a story, an episode or a report was called; of people nothing. */
    subjectName: text('subject_name').notNull().default(''),
    /** Of the deed, by words of its own: what was and what became. */
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
