/** What administrators see of a thing that is reported. */
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
  has_notice: Type.Boolean({ description: 'somebody without an account holds it to be unlawful' }),
  categories: Type.Array(Type.Object({ category: OneOf(REPORT_CATEGORIES), count: Type.Integer() }), {
    description: 'of the open reports; the first is the one that leads',
  }),
  reports: Type.Array(AdminReport, {
    description: 'open ones, the leading one first, then the oldest; at most 5',
  }),
  reports_count: Type.Integer({ description: 'open ones' }),
  first_at: Moment,
  now: Nullable(
    Type.Object(
      {
        text: Type.String({ description: 'what it says now' }),
        changed: Type.Boolean({ description: 'it said something else when it was reported' }),
        state: Nullable(
          Type.String({ description: 'of a text: shown, held, hidden, deleted; of an episode its status' }),
        ),
      },
      { description: 'null once it is deleted' },
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
        description: 'about this person and what is theirs, decided or not; the latest 100 at most',
      }),
      actioned_count: Type.Integer({ description: 'of these, where something was done' }),
    }),
  ),
  earlier: Type.Array(
    Type.Object({
      id: Id,
      state: OneOf(REPORT_DECISIONS),
      note: Type.String(),
      created_at: Moment,
    }),
    { description: 'decisions on the same thing, the last one first; at most 3' },
  ),
});

export const Queue = Type.Object({
  things: Type.Array(Thing),
  next: Nullable(Type.String()),
});
