import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { OneOf } from '../../../lib/schemas.ts';
import { PURPOSES } from './rules.ts';

export const consentContract = defineContract({
  'POST /consent': {
    tag: 'Reading',
    summary: 'Give or refuse consent for optional purposes',
    description:
      'Only the cookie `consent` of this browser stores the answer, for 180 days. Another answer replaces it at once. Adverts of a network are never allowed for accounts whose owner is under 18.',
    access: 'anyone',
    body: Type.Object({
      adverts: Type.Boolean({
        description: 'whether adverts of a network may appear between pages',
      }),
    }),
    replies: {
      200: Type.Object({
        day: Type.String({ description: 'day of the answer in UTC, YYYY-MM-DD' }),
        purposes: Type.Array(OneOf(PURPOSES)),
      }),
    },
    form: {},
  },
});
