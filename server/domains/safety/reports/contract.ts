import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../../lib/schemas.ts';
import { HappenedMember, Seen } from '../../platform/audit/contract-seen.ts';
import { AFTER_PATTERN, Queue } from './contract-queue.ts';
import { AdminReport, ListedReport, Report } from './contract-report.ts';
import {
  ADMIN_SUBJECTS,
  DECISION_NOTE_MAX_LENGTH,
  NOTICE_GROUNDS,
  NOTICE_NAME_MAX_LENGTH,
  NOTICE_TEXT_MAX_LENGTH,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_STATES,
  REPORT_SUBJECTS,
  REPORT_TEXT_MAX_LENGTH,
} from './rules.ts';

const Decision = Type.Object({
  id: Id,
  reports_count: Type.Integer({ description: 'decided by it' }),
  undo_until: Moment,
});

/** A notice as its sender keeps it. */
export const SentNotice = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'by which it is spoken of' }),
  ground: OneOf(NOTICE_GROUNDS),
  addresses: Type.Array(Type.String()),
  created_at: Moment,
  outcomes: Type.Array(
    Type.Object({
      state: OneOf(REPORT_STATES),
      subject_type: OneOf(ADMIN_SUBJECTS),
      decided_at: Nullable(Moment),
    }),
    { description: 'one for each thing that it names' },
  ),
});

export const moderationContract = defineContract({
  'POST /violation': {
    tag: 'Community',
    summary: 'Report a story, an episode, a comment, a reply, a short note or a user',
    description:
      'Categories are those of `GET /categories?kind=report`; `other` needs a text. A short note can be reported by who has reached its page or chapter. A reader has one open report of an object: another one is refused with 409 `already_reported` and the receipt of the first.',
    access: 'user',
    body: Type.Object({
      subject_type: OneOf(REPORT_SUBJECTS),
      subject_id: Id,
      category: OneOf(REPORT_CATEGORIES),
      text: Type.Optional(Type.String({ maxLength: REPORT_TEXT_MAX_LENGTH })),
    }),
    replies: { 201: Type.Object({ report: Report, message: Type.String() }) },
    refusals: [402, 404, 429, 451],
    members: { 409: { report: Report } },
    form: {},
  },
  'GET /user/violations': {
    tag: 'Community',
    summary: "List the viewer's reports and what became of them",
    description: 'Newest first. A decision is told once it can be undone no more, after ten minutes.',
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ violations: Type.Array(ListedReport), ...PageReply }) },
  },
  'GET /admin/violations': {
    tag: 'Administration',
    summary: 'List reports',
    description: 'Newest first. Without a filter all of them, open or decided. `total` counts at most 1,000.',
    access: 'administrator',
    query: Type.Object({
      ...PageQuery,
      state: Type.Optional(OneOf(REPORT_STATES)),
      category: Type.Optional(OneOf(REPORT_CATEGORIES)),
      subject_type: Type.Optional(OneOf(ADMIN_SUBJECTS)),
      subject_id: Type.Optional(Id),
    }),
    replies: { 200: Type.Object({ violations: Type.Array(AdminReport), ...PageReply }) },
  },
  'PATCH /admin/violations/:id': {
    tag: 'Administration',
    summary: 'Decide an open report',
    description:
      'For ten minutes it can be undone; then its reporter sees the state and when it was decided. An episode is blocked by its own call. A report is decided once: another decision is refused with 409 `already_decided` and the report as it stands.',
    access: 'administrator',
    params: IdParams,
    body: Type.Object({
      state: OneOf(REPORT_DECISIONS, 'actioned: something was done about it; rejected: nothing was wrong'),
      note: RequiredText(
        DECISION_NOTE_MAX_LENGTH,
        'why, at most 1,000 characters; administrators alone read it, unless something is hidden',
      ),
      similar: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'with all other open reports of it, at most 1,000 at once',
        }),
      ),
      hide: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'takes the comment, reply or short note out of sight as well, and answers all of its reports; its author reads the note in a statement of reasons, and its team cannot show it again',
        }),
      ),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ report: AdminReport, decision: Decision, ...Message.properties }) },
    refusals: [404],
    members: { 409: { report: AdminReport, ...HappenedMember } },
    form: {},
  },
  'DELETE /admin/violation_decisions/:id': {
    tag: 'Administration',
    summary: 'Undo a decision',
    description:
      'Its reports are open again, and what it hid is seen as before. Refused with 409 `too_late_to_undo` ten minutes after the decision, when reporters are told.',
    access: 'administrator',
    params: IdParams,
    replies: { 200: Message },
    refusals: [404, 409],
    form: {},
  },
  'GET /admin/violation_queue': {
    tag: 'Administration',
    summary: 'List what is reported, urgent things first, then the oldest',
    description:
      'One entry for each thing with open reports. Where a child may be in danger comes first. `next` names the entries that follow.',
    access: 'administrator',
    query: Type.Object({
      category: Type.Optional(OneOf(REPORT_CATEGORIES)),
      subject_type: Type.Optional(OneOf(ADMIN_SUBJECTS)),
      language: Type.Optional(Type.String({ maxLength: 20, description: 'of the story' })),
      notices: Type.Optional(Type.Boolean({ description: 'only what was sent without an account' })),
      after: Type.Optional(Type.String({ pattern: AFTER_PATTERN, description: '`next` of the part before' })),
      per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    replies: { 200: Queue },
  },
  'POST /illegal_content_notices': {
    tag: 'Community',
    summary: 'Send a notice of unlawful content without an account',
    description:
      'Regulation (EU) 2022/2065, article 16. Name and e-mail may be left out where a child is shown sexually (`minor_safety`). A receipt and the decision are mailed; `GET /illegal_content_notices/:id` tells them, too.',
    access: 'anyone',
    body: Type.Object({
      addresses: RequiredText(6000, 'exact addresses of this site, at most 10, apart by blanks or lines'),
      ground: OneOf(NOTICE_GROUNDS),
      text: RequiredText(NOTICE_TEXT_MAX_LENGTH, 'why it is unlawful'),
      name: Type.Optional(Type.String({ maxLength: NOTICE_NAME_MAX_LENGTH })),
      email: Type.Optional(Type.String({ maxLength: 254, clean: 'email' })),
      good_faith: Type.Literal(true, {
        description: 'the sender believes in good faith that all of this is right and complete',
      }),
    }),
    replies: { 201: Type.Object({ receipt: SentNotice, ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'GET /illegal_content_notices/:id': {
    tag: 'Community',
    summary: 'Read the receipt of a notice, and what became of it',
    description: 'Whoever knows the id; it says nothing of the sender, nor of what they wrote.',
    access: 'anyone',
    params: IdParams,
    replies: { 200: Type.Object({ receipt: SentNotice }) },
    refusals: [404],
  },
});
