/** What a change of an administrator carries of what they saw, and what its refusal says. */
import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { ADMIN_DEEDS } from './rules.ts';

/** Their texts are those of `administration.deeds`. */
export const HAPPENED = [...ADMIN_DEEDS, 'payout_called_off'] as const;

/** In the reply of everything that a `PATCH /admin/…` changes. */
export const Version = Type.String({ description: 'send it back as `seen` with a change' });

/** In the body of every `PATCH /admin/…`. */
export const Seen = Type.Optional(
  Type.String({
    maxLength: 100,
    description: '`version` that the caller has seen; another one is refused with 409 and `happened`',
  }),
);

/** Members of the 409 of such a call. */
export const HappenedMember = {
  happened: Type.Optional(
    Nullable(
      Type.Object(
        {
          deed: OneOf(HAPPENED),
          by: Nullable(
            Type.Object(
              { id: Id, display_name: Nullable(Type.String()) },
              { description: 'null when the service did it' },
            ),
          ),
          at: Moment,
        },
        { description: 'what happened meanwhile, where it is known' },
      ),
    ),
  ),
};
