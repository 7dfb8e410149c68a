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
  reports_count: Type.Integer({ description: 'number of reports that this decision answers' }),
  undo_until: Moment,
});

export const SentNotice = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'reference number shown to both sides' }),
  ground: OneOf(NOTICE_GROUNDS),
  addresses: Type.Array(Type.String()),
  created_at: Moment,
  outcomes: Type.Array(
    Type.Object({
      state: OneOf(REPORT_STATES),
      subject_type: OneOf(ADMIN_SUBJECTS),
      decided_at: Nullable(Moment),
    }),
    { description: 'one per thing that the notice names' },
  ),
});

export const moderationContract = defineContract({
  'POST /violation': {
    tag: 'Community',
    summary: 'Report a story, an episode, a comment, a reply, a short note or a user',
    description:
      '`GET /categories?kind=report` lists the categories. The category `other` requires a text. Readers can report a short note once they have reached its page or chapter. A reader has at most one open report per object. A second report gets 409 `already_reported` with the receipt of the first.',
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
    summary: "List the viewer's reports and their outcomes",
    description:
      'The newest report comes first. A decision appears after ten minutes, when it can no longer be undone.',
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ violations: Type.Array(ListedReport), ...PageReply }) },
  },
  'GET /admin/violations': {
    tag: 'Administration',
    summary: 'List reports',
    description:
      'The newest report comes first. Without a filter, the list contains all reports, open or decided. `total` counts at most 1,000.',
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
      'The decision can be undone for ten minutes. Then the reporter sees the state and the time of the decision. Blocking an episode is a separate call. A report can be decided once. Another decision gets 409 `already_decided` with the present report.',
    access: 'administrator',
    params: IdParams,
    body: Type.Object({
      state: OneOf(REPORT_DECISIONS, 'actioned: the report led to an action; rejected: nothing was wrong'),
      note: RequiredText(
        DECISION_NOTE_MAX_LENGTH,
        'reason, at most 1,000 characters; only administrators read it, unless something is hidden',
      ),
      similar: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'also decides all other open reports of the thing, at most 1,000 at once',
        }),
      ),
      hide: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'also hides the comment, reply or short note, and decides all of its reports; the author reads the note in a statement of reasons; the team cannot show the content again',
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
      'Its reports are open again, and hidden content is shown as before. Ten minutes after the decision, reporters are notified, and the call returns 409 `too_late_to_undo`.',
    access: 'administrator',
    params: IdParams,
    replies: { 200: Message },
    refusals: [404, 409],
    form: {},
  },
  'GET /admin/violation_queue': {
    tag: 'Administration',
    summary: 'List reported things, urgent things first, then the oldest',
    description:
      'Each thing with open reports has one entry. Things where a child may be in danger come first. The field `next` names the entries that follow.',
    access: 'administrator',
    query: Type.Object({
      category: Type.Optional(OneOf(REPORT_CATEGORIES)),
      subject_type: Type.Optional(OneOf(ADMIN_SUBJECTS)),
      language: Type.Optional(Type.String({ maxLength: 20, description: 'language of the story' })),
      notices: Type.Optional(Type.Boolean({ description: 'only things reported without an account' })),
      after: Type.Optional(Type.String({ pattern: AFTER_PATTERN, description: '`next` of the last reply' })),
      per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    replies: { 200: Queue },
  },
  'POST /illegal_content_notices': {
    tag: 'Community',
    summary: 'Send a notice of unlawful content without an account',
    description:
      'The call implements Regulation (EU) 2022/2065, article 16. Name and e-mail are optional if a child is shown sexually (`minor_safety`). The sender gets a receipt and the decision by mail. `GET /illegal_content_notices/:id` returns both, too.',
    access: 'anyone',
    body: Type.Object({
      addresses: RequiredText(
        6000,
        'exact addresses on this site, at most 10, separated by spaces or line breaks',
      ),
      ground: OneOf(NOTICE_GROUNDS),
      text: RequiredText(NOTICE_TEXT_MAX_LENGTH, 'why the content is unlawful'),
      name: Type.Optional(Type.String({ maxLength: NOTICE_NAME_MAX_LENGTH })),
      email: Type.Optional(Type.String({ maxLength: 254, clean: 'email' })),
      good_faith: Type.Literal(true, {
        description: 'the sender believes in good faith that the notice is accurate and complete',
      }),
    }),
    replies: { 201: Type.Object({ receipt: SentNotice, ...Message.properties }) },
    refusals: [429],
    form: {},
  },
  'GET /illegal_content_notices/:id': {
    tag: 'Community',
    summary: 'Get the receipt and the outcome of a notice',
    description:
      'Anyone who knows the id may read the receipt. It reveals neither the sender nor their text.',
    access: 'anyone',
    params: IdParams,
    replies: { 200: Type.Object({ receipt: SentNotice }) },
    refusals: [404],
  },
});
