/** What readers and strangers find wrong, what stands open of it, and what was decided. */
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

/** `address`: what a notice names that is none of the others, under the notice's own id. */
export type ReportSubject = 'story' | 'episode' | 'comment' | 'reply' | 'tsukkomi' | 'user' | 'address';
export type ReportState = 'open' | 'actioned' | 'rejected';

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' });

/** That what was reported is unlawful, by somebody without an account (Regulation (EU) 2022/2065, article 16). */
export const illegalContentNotices = pgTable(
  'illegal_content_notices',
  {
    id: id(),
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    /** Both may be left out where a child is shown, and both go some time after the decision. */
    name: text('name'),
    email: text('email'),
    locale: text('locale').notNull(),
    ground: text('ground').notNull(),
    text: text('text').notNull(),
    addresses: text('addresses').array().notNull(),
    createdAt: createdAt(),
    /** All that it names is decided, and its sender knows. */
    closedAt: moment('closed_at'),
    erasedAt: moment('erased_at'),
  },
  (table) => [
    index('illegal_content_notices_closed').on(table.closedAt).where(sql`${table.erasedAt} is null`),
  ],
);

/** One for all reports of a thing that were open at once. It can be undone until it is told to their reporters. */
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
    /** What the text that it hid was before; null when it hid nothing. */
    hidden: text('hidden'),
    decidedBy: person('decided_by'),
    createdAt: createdAt(),
    /** From then on reporters are told. */
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
    reporterId: person('reporter_id'),
    /** Without a reporter: the notice that it stands in. */
    noticeId: uuid('notice_id').references(() => illegalContentNotices.id),
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** That it is, or is of; null for a user. Whose a story was stays known when it is gone. */
    storyId: uuid('story_id'),
    /** Whose it is: the author of a text, the owner of a story, the user. */
    personId: person('person_id'),
    category: text('category').notNull(),
    text: text('text').notNull().default(''),
    /** What was written, as it was when it was reported: a change hides nothing. */
    snapshot: text('snapshot').notNull().default(''),
    state: text('state').$type<ReportState>().notNull().default('open'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
    /** The administrator who did, and why; administrators alone read it. */
    decidedBy: person('decided_by'),
    note: text('note').notNull().default(''),
    decisionId: uuid('decision_id').references(() => reportDecisions.id),
    /** Its reporter was told of the decision; until then it is open before them. */
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

/** What stands open: one row for each thing and category, one of which leads. Made from the open reports of the thing. */
export const reportQueue = pgTable(
  'report_queue',
  {
    subjectType: text('subject_type').$type<ReportSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    category: text('category').notNull(),
    /** Of the story; null for what stands in none. */
    language: text('language'),
    /** Comes before everything else. */
    urgent: boolean('urgent').notNull(),
    /** The one row of the thing that stands in the list of all categories. */
    leads: boolean('leads').notNull(),
    firstNumber: bigint('first_number', { mode: 'number' }).notNull(),
    openCount: integer('open_count').notNull(),
    hasNotice: boolean('has_notice').notNull(),
  },
  (table) => {
    // A column that is ordered once is taken, so each index gets its own.
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
