import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { Version } from '../../platform/audit/contract-seen.ts';
import { ADMIN_SUBJECTS, REPORT_CATEGORIES, REPORT_STATES, REPORT_SUBJECTS } from './rules.ts';

const receipt = {
  number: Type.Integer({ description: 'reference number shown to both sides' }),
  subject_type: OneOf(REPORT_SUBJECTS),
  subject_id: Id,
  category: OneOf(REPORT_CATEGORIES),
  text: Type.String(),
  state: OneOf(REPORT_STATES, 'actioned: the report led to an action; rejected: nothing was wrong'),
  created_at: Moment,
  decided_at: Nullable(Moment),
};

export const Report = Type.Object(receipt);

const Notice = Type.Object(
  {
    id: Id,
    number: Type.Integer(),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    text: Type.String({ description: 'why the content is unlawful; empty once the sender is erased' }),
    addresses: Type.Array(Type.String()),
  },
  { description: 'notice sent without an account (Regulation (EU) 2022/2065, article 16)' },
);

const subject = (description: string) =>
  Nullable(
    Type.Object(
      {
        title: Type.String({
          description: "display name of a user; for an episode or a comment, the story's title comes first",
        }),
        slug: Type.String({ description: 'slug of the story or of the user' }),
        number: Nullable(Type.Integer({ description: 'number of an episode' })),
      },
      { description },
    ),
  );

export const ListedReport = Type.Object({ ...receipt, subject: subject('null once it is no longer shown') });

const person = (description: string) =>
  Nullable(Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() }, { description }));

export const AdminReport = Type.Object({
  id: Id,
  version: Version,
  ...receipt,
  subject_type: OneOf(ADMIN_SUBJECTS, 'address: anything else that a notice names'),
  story_id: Nullable({ ...Id, description: 'story that is reported, or that contains the subject' }),
  subject: subject('null once it is deleted; present even when hidden from readers'),
  snapshot: Type.String({ description: 'text at the time of the report' }),
  reporter: person('null for a notice, and once the account is deleted'),
  notice: Nullable(Notice),
  decided_by: person('null while the report is open, and once the account is deleted'),
  note: Type.String({ description: 'reason for the decision; the reporter does not read it' }),
});
