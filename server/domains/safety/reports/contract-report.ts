/** Reports as their reporters and as administrators get them. */
import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { Version } from '../../platform/audit/contract-seen.ts';
import { ADMIN_SUBJECTS, REPORT_CATEGORIES, REPORT_STATES, REPORT_SUBJECTS } from './rules.ts';

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

const Notice = Type.Object(
  {
    id: Id,
    number: Type.Integer(),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    text: Type.String({ description: 'why it is unlawful; empty once its sender is erased' }),
    addresses: Type.Array(Type.String()),
  },
  { description: 'that somebody sent without an account (Regulation (EU) 2022/2065, article 16)' },
);

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
  version: Version,
  ...receipt,
  subject_type: OneOf(ADMIN_SUBJECTS, 'address: what a notice names and is none of the others'),
  story_id: Nullable({ ...Id, description: 'story that it is about, or in' }),
  subject: subject('null once it is deleted; there is one for what readers are not shown'),
  snapshot: Type.String({ description: 'what it said when it was reported' }),
  reporter: person('null for a notice, and once the account is deleted'),
  notice: Nullable(Notice),
  decided_by: person('null while it is open, and once the account is deleted'),
  note: Type.String({ description: 'why it was decided so; its reporter does not read it' }),
});
