import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../lib/schemas.ts';
import { REPORT_CATEGORIES, REPORT_STATES, REPORT_SUBJECTS, REPORT_TEXT_MAX_LENGTH } from './rules.ts';

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

export const ListedReport = Type.Object({
  ...receipt,
  subject: Nullable(
    Type.Object(
      {
        title: Type.String({ description: "of a user the display name, of an episode its story's first" }),
        slug: Type.String({ description: 'of the story, or of the user' }),
        number: Nullable(Type.Integer({ description: 'of an episode' })),
      },
      { description: 'null once it is no longer shown' },
    ),
  ),
});

export const moderationContract = defineContract({
  'POST /violation': {
    tag: 'Community',
    summary: 'Report a story, an episode or a user',
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
});
