/** Version check of administrators' changes: what a change sends, and what a refusal returns. */
import Type from 'typebox';
import { Id, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { ADMIN_ACTIONS } from './rules.ts';

/** Their texts are in `administration.actions`. */
export const HAPPENED = [...ADMIN_ACTIONS, 'payout_called_off'] as const;

export const Version = Type.String({ description: 'version to send back as `seen` with a change' });

export const Seen = Type.Optional(
  Type.String({
    maxLength: 100,
    description: '`version` that the caller has seen; any other version is refused with 409 and `happened`',
  }),
);

export const HappenedMember = {
  happened: Type.Optional(
    Nullable(
      Type.Object(
        {
          deed: OneOf(HAPPENED),
          by: Nullable(
            Type.Object(
              { id: Id, display_name: Nullable(Type.String()) },
              { description: 'null if the service did it' },
            ),
          ),
          at: Moment,
        },
        { description: 'change that happened meanwhile, if known' },
      ),
    ),
  ),
};
