import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
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
} from '../../lib/schemas.ts';
import {
  NOTE_MAX_LENGTH,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_STATES,
  REPORT_SUBJECTS,
  REPORT_TEXT_MAX_LENGTH,
} from './rules.ts';

const receipt = {
  number: Type.Integer({ description: 'by which it is spoken of' }),
  subject_type: OneOf(REPORT_SUBJECTS),
  subject_id: Id,
  category: OneOf(REPORT_CATEGORIES),
  text: Type.String(),
  state: OneOf(REPORT_STATES, 'actioned: something was done about it; rejected: nothing was wrong'),
  created_at: Moment,
  decided_at: Nullable(Moment),
};

/** A report as its reporter keeps it. */
export const Report = Type.Object(receipt);

const subject = (description: string) =>
  Nullable(
    Type.Object(
      {
        title: Type.String({
          description: "of a user the display name, of an episode or a comment its story's first",
        }),
        slug: Type.String({ description: 'of the story, or of the user' }),
        number: Nullable(Type.Integer({ description: 'of an episode' })),
      },
      { description },
    ),
  );

export const ListedReport = Type.Object({ ...receipt, subject: subject('null once it is no longer shown') });

const person = (description: string) =>
  Nullable(Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() }, { description }));

/** A report as administrators see it. */
export const AdminReport = Type.Object({
  id: Id,
  ...receipt,
  story_id: Nullable({ ...Id, description: 'story that it is about, or in' }),
  subject: subject('null once it is deleted; there is one for what readers are not shown'),
  snapshot: Type.String({ description: 'of a comment or reply: what it said when it was reported' }),
  reporter: person('null once the account is deleted'),
  decided_by: person('null while it is open, and once the account is deleted'),
  note: Type.String({ description: 'why it was decided so; its reporter does not read it' }),
});

export const moderationContract = defineContract({
  'POST /violation': {
    tag: 'Community',
    summary: 'Report a story, an episode, a comment, a reply or a user',
    description:
      'Categories are those of `GET /categories?kind=report`; `other` needs a text. A reader has one open report of an object: another one is refused with 409 `already_reported` and the receipt of the first.',
    access: 'user',
    body: Type.Object({
      subject_type: OneOf(REPORT_SUBJECTS),
      subject_id: Id,
      category: OneOf(REPORT_CATEGORIES),
      text: Type.Optional(Type.String({ maxLength: REPORT_TEXT_MAX_LENGTH })),
    }),
    replies: { 201: Type.Object({ report: Report, message: Type.String() }) },
    refusals: [404, 429, 451],
    members: { 409: { report: Report } },
    form: {},
  },
  'GET /user/violations': {
    tag: 'Community',
    summary: "List the viewer's reports and what became of them",
    description: 'Newest first.',
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ violations: Type.Array(ListedReport), ...PageReply }) },
  },
  'GET /admin/violations': {
    tag: 'Administration',
    summary: 'List reports',
    description: 'Newest first. Without a filter all of them, open or decided.',
    access: 'administrator',
    query: Type.Object({
      ...PageQuery,
      state: Type.Optional(OneOf(REPORT_STATES)),
      category: Type.Optional(OneOf(REPORT_CATEGORIES)),
      subject_type: Type.Optional(OneOf(REPORT_SUBJECTS)),
      subject_id: Type.Optional(Id),
    }),
    replies: { 200: Type.Object({ violations: Type.Array(AdminReport), ...PageReply }) },
  },
  'PATCH /admin/violations/:id': {
    tag: 'Administration',
    summary: 'Decide an open report',
    description:
      'Its reporter sees the state and when it was decided. Nothing happens to the subject: an episode is blocked by its own call. A report is decided once: another decision is refused with 409 `already_decided` and the report as it stands.',
    access: 'administrator',
    params: IdParams,
    body: Type.Object({
      state: OneOf(REPORT_DECISIONS, 'actioned: something was done about it; rejected: nothing was wrong'),
      note: RequiredText(NOTE_MAX_LENGTH, 'why, at most 1,000 characters; administrators alone read it'),
    }),
    replies: { 200: Type.Object({ report: AdminReport, ...Message.properties }) },
    refusals: [404],
    members: { 409: { report: AdminReport } },
  },
});
