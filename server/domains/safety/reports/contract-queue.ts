import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { AdminReport } from './contract-report.ts';
import { ADMIN_SUBJECTS, REPORT_CATEGORIES, REPORT_DECISIONS } from './rules.ts';

/** `1-42`: the urgency and the number of the last entry. */
export const AFTER_PATTERN = '^[01]-[0-9]{1,15}$';

const Thing = Type.Object({
  subject_type: OneOf(ADMIN_SUBJECTS),
  subject_id: Id,
  urgent: Type.Boolean({ description: 'a child may be in danger' }),
  has_notice: Type.Boolean({ description: 'someone without an account considers it unlawful' }),
  categories: Type.Array(Type.Object({ category: OneOf(REPORT_CATEGORIES), count: Type.Integer() }), {
    description: 'categories of the open reports, the leading category first',
  }),
  reports: Type.Array(AdminReport, {
    description: 'at most 5 open reports: the leading report first, then the oldest',
  }),
  reports_count: Type.Integer({ description: 'number of open reports' }),
  first_at: Moment,
  now: Nullable(
    Type.Object(
      {
        text: Type.String({ description: 'present text' }),
        changed: Type.Boolean({ description: 'the text was different at the time of the report' }),
        state: Nullable(
          Type.String({
            description: 'for a text: shown, held, hidden or deleted; for an episode: its status',
          }),
        ),
      },
      { description: 'null once the thing is deleted' },
    ),
  ),
  story: Nullable(
    Type.Object({
      id: Id,
      title: Type.String(),
      slug: Type.String(),
      language: Type.String(),
      rating: Type.String(),
      cover_url: Nullable(Type.String()),
    }),
  ),
  episode: Nullable(Type.Object({ id: Id, number: Nullable(Type.Integer()), title: Type.String() })),
  person: Nullable(
    Type.Object({
      id: Id,
      slug: Type.String(),
      display_name: Type.String(),
      reports_count: Type.Integer({
        description: 'reports about this person and their content, decided or not; at most the latest 100',
      }),
      actioned_count: Type.Integer({ description: 'number of these reports that led to an action' }),
    }),
  ),
  earlier: Type.Array(
    Type.Object({
      id: Id,
      state: OneOf(REPORT_DECISIONS),
      note: Type.String(),
      created_at: Moment,
    }),
    { description: 'at most 3 decisions on the same thing, newest first' },
  ),
});

export const Queue = Type.Object({
  things: Type.Array(Thing),
  next: Nullable(Type.String()),
});
