import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
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

/** `address`: an address in a notice that matches no other subject. Its id is the notice's. */
export type ReportSubject = 'story' | 'episode' | 'comment' | 'reply' | 'tsukkomi' | 'user' | 'address';
export type ReportState = 'open' | 'actioned' | 'rejected';

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' });

/** Notices of illegal content by people without an account (Regulation (EU) 2022/2065, article 16). */
export const illegalContentNotices = pgTable(
  'illegal_content_notices',
  {
    id: id(),
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    /** Name and email may be omitted when a child is depicted. Both are erased some time after the decision. */
    name: text('name'),
    email: text('email'),
    locale: text('locale').notNull(),
    ground: text('ground').notNull(),
    text: text('text').notNull(),
    addresses: text('addresses').array().notNull(),
    createdAt: createdAt(),
    /** When every subject of the notice was decided and its sender notified. */
    closedAt: moment('closed_at'),
    erasedAt: moment('erased_at'),
  },
  (table) => [
    index('illegal_content_notices_closed').on(table.closedAt).where(sql`${table.erasedAt} is null`),
  ],
);

/** One decision for all open reports of a subject. It can be undone until the reporters are notified. */
export const reportDecisions = pgTable(
  'report_decisions',
  {
    id: id(),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    storyId: uuid('story_id'),
    category: text('category').notNull(),
    state: text('state').$type<Exclude<ReportState, 'open'>>().notNull(),
    note: text('note').notNull(),
    reportCount: integer('report_count').notNull(),
    /** Previous state of the text that the decision hid. Null when it hid nothing. */
    hidden: text('hidden'),
    decidedBy: person('decided_by'),
    createdAt: createdAt(),
    tellAt: moment('tell_at').notNull(),
    toldAt: moment('told_at'),
    undoneAt: moment('undone_at'),
    undoneBy: person('undone_by'),
  },
  (table) => [
    index('report_decisions_state')
      .on(table.state, table.id.desc().nullsFirst())
      .where(sql`${table.undoneAt} is null`),
    index('report_decisions_category')
      .on(table.state, table.category, table.id.desc().nullsFirst())
      .where(sql`${table.undoneAt} is null`),
    index('report_decisions_untold')
      .on(table.tellAt)
      .where(sql`${table.toldAt} is null and ${table.undoneAt} is null`),
    index('report_decisions_subject').on(table.subjectId, table.id.desc().nullsFirst()),
    index('report_decisions_decided_by').on(table.decidedBy).where(sql`${table.decidedBy} is not null`),
    index('report_decisions_undone_by').on(table.undoneBy).where(sql`${table.undoneBy} is not null`),
    check('report_decisions_state', sql`${table.state} in ('actioned', 'rejected')`),
  ],
);

/** Reports of readers. Subjects are bare ids, since a report outlives its subject and its reporter. */
export const violationReports = pgTable(
  'violation_reports',
  {
    id: id(),
    /** Reference number shown to both sides. */
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    reporterId: person('reporter_id'),
    /** The notice this report came from, when it has no reporter. */
    noticeId: uuid('notice_id').references(() => illegalContentNotices.id),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The story it is, or belongs to. Null for a user. Stays set after the story is gone. */
    storyId: uuid('story_id'),
    /** The author of a text, the owner of a story, or the user. */
    personId: person('person_id'),
    category: text('category').notNull(),
    text: text('text').notNull().default(''),
    /** The text when it was reported, so that later edits hide nothing. */
    snapshot: text('snapshot').notNull().default(''),
    state: text('state').$type<ReportState>().notNull().default('open'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
    /** The deciding administrator and their reason. Only administrators read it. */
    decidedBy: person('decided_by'),
    note: text('note').notNull().default(''),
    decisionId: uuid('decision_id').references(() => reportDecisions.id),
    /** When the reporter was notified. Until then, the reporter sees the report as open. */
    toldAt: moment('told_at'),
  },
  (table) => [
    uniqueIndex('violation_reports_open')
      .on(table.reporterId, table.subjectType, table.subjectId)
      .where(sql`${table.state} = 'open'`),
    index('violation_reports_reporter').on(table.reporterId, table.id.desc().nullsFirst()),
    index('violation_reports_decided_by').on(table.decidedBy).where(sql`${table.decidedBy} is not null`),
    index('violation_reports_state').on(table.state, table.id.desc().nullsFirst()),
    index('violation_reports_subject').on(table.subjectId, table.id.desc().nullsFirst()),
    index('violation_reports_person')
      .on(table.personId, table.id.desc().nullsFirst())
      .where(sql`${table.personId} is not null`),
    index('violation_reports_notice').on(table.noticeId).where(sql`${table.noticeId} is not null`),
    index('violation_reports_decision')
      .on(table.decisionId, table.toldAt)
      .where(sql`${table.decisionId} is not null`),
    check('violation_reports_state', sql`${table.state} in ('open', 'actioned', 'rejected')`),
    check('violation_reports_decided', sql`(${table.state} = 'open') = (${table.decidedAt} is null)`),
  ],
);

/** Open reports, one row per subject and category, derived from the subject's reports. */
export const reportQueue = pgTable(
  'report_queue',
  {
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    category: text('category').notNull(),
    language: text('language'),
    urgent: boolean('urgent').notNull(),
    /** Marks the one row per subject shown in the list of all categories. */
    leads: boolean('leads').notNull(),
    firstNumber: bigint('first_number', { mode: 'number' }).notNull(),
    openCount: integer('open_count').notNull(),
    hasNotice: boolean('has_notice').notNull(),
  },
  (table) => {
    // drizzle consumes an ordered column, so each index gets its own.
    const order = () => [table.urgent.desc().nullsFirst(), table.firstNumber] as const;
    return [
      primaryKey({ columns: [table.subjectId, table.subjectType, table.category] }),
      index('report_queue_all')
        .on(...order())
        .where(sql`${table.leads}`),
      index('report_queue_category').on(table.category, ...order()),
      index('report_queue_language')
        .on(table.language, ...order())
        .where(sql`${table.leads}`),
      index('report_queue_type')
        .on(table.subjectType, ...order())
        .where(sql`${table.leads}`),
      index('report_queue_notices')
        .on(...order())
        .where(sql`${table.leads} and ${table.hasNotice}`),
    ];
  },
);
