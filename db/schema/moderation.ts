import { sql } from 'drizzle-orm';
import { bigserial, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { users } from './users.ts';

export type ReportSubject = 'story' | 'episode' | 'comment' | 'reply' | 'user';
export type ReportState = 'open' | 'actioned' | 'rejected';

/**
 * What readers have reported. Subjects are ids and no foreign keys: a report outlives what it is about. It outlives its
 * reporter too, who is then nobody.
 */
export const violationReports = pgTable(
  'violation_reports',
  {
    id: id(),
    /** By which the reporter and the administrators speak of it. */
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** That it is, or is of; null for a user. Whose a story was stays known when it is gone. */
    storyId: uuid('story_id'),
    category: text('category').notNull(),
    text: text('text').notNull().default(''),
    /** What was written, as it was when it was reported: a change hides nothing. */
    snapshot: text('snapshot').notNull().default(''),
    state: text('state').$type<ReportState>().notNull().default('open'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
    /** The administrator who did, and why; administrators alone read it. */
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    note: text('note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('violation_reports_open')
      .on(table.reporterId, table.subjectType, table.subjectId)
      .where(sql`${table.state} = 'open'`),
    index('violation_reports_reporter').on(table.reporterId, table.id.desc().nullsFirst()),
    index('violation_reports_decided_by').on(table.decidedBy).where(sql`${table.decidedBy} is not null`),
    index('violation_reports_state').on(table.state, table.id.desc().nullsFirst()),
    index('violation_reports_subject').on(table.subjectId, table.id.desc().nullsFirst()),
    check('violation_reports_state', sql`${table.state} in ('open', 'actioned', 'rejected')`),
    check('violation_reports_decided', sql`(${table.state} = 'open') = (${table.decidedAt} is null)`),
  ],
);
