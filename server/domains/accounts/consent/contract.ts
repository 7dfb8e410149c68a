import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { OneOf } from '../../../lib/schemas.ts';
import { PURPOSES } from './rules.ts';

export const consentContract = defineContract({
  'POST /consent': {
    tag: 'Reading',
    summary: 'Answer what may be used beyond what the pages need',
    description:
      'The answer is kept in the cookie `consent` of this browser for 180 days and nowhere else. Another answer replaces it at once. The adverts of a network are never allowed for an account whose owner is under 18.',
    access: 'anyone',
    body: Type.Object({
      adverts: Type.Boolean({ description: 'whether an advertising network may be shown between pages' }),
    }),
    replies: {
      200: Type.Object({
        day: Type.String({ description: 'of the answer, UTC, YYYY-MM-DD' }),
        purposes: Type.Array(OneOf(PURPOSES)),
      }),
    },
    form: {},
  },
});
