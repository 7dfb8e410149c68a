import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Message, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { UNLOCKS_COUNTED_MAX } from './rules.ts';

const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });

export const Leaving = Type.Object({
  balance: Dollars('what was earned and not paid'),
  threshold: Dollars('smallest balance that allows a payout'),
  payout_problem: Nullable(
    Type.String({ description: 'code of the refusal that a payout request would meet now; null: none' }),
  ),
  open_payout: Nullable(Dollars('a payout that is requested or approved')),
  coins: Type.Integer({ description: 'in the wallet; they are lost' }),
  buyers_count: Type.Integer({ description: 'readers who have unlocked episodes of own stories' }),
  unlocks_count: Type.Integer({ description: `of these; at most ${UNLOCKS_COUNTED_MAX} are counted` }),
});

export const privacyContract = defineContract({
  'POST /user/export': {
    tag: 'Privacy',
    summary: 'Ask for a copy of all own data',
    description: 'A worker makes a zip of JSON files and own pictures; a link is mailed when it is ready.',
    access: 'user',
    replies: { 202: Message },
    refusals: [429],
    form: {},
  },
  'GET /user/exports': {
    tag: 'Privacy',
    summary: 'List requested copies, newest first',
    access: 'user',
    replies: {
      200: Type.Object({
        exports: Type.Array(
          Type.Object({
            id: Id,
            state: OneOf(['preparing', 'ready']),
            created_at: Moment,
            expires_at: Nullable(Moment),
            bytes: Nullable(Type.Integer()),
            url: Nullable(Type.String({ description: 'address of the zip on the web origin' })),
          }),
        ),
      }),
    },
  },
  'GET /user/exports/:id': {
    tag: 'Privacy',
    summary: 'Download the zip, for 7 days',
    description: 'Only for its signed-in owner or with the token of the mailed link; anybody else gets 404.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) }),
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/zip'],
  },
  'GET /user/deletion': {
    tag: 'Privacy',
    summary: 'See what deleting the own account would mean',
    access: 'user',
    replies: { 200: Leaving },
  },
  'DELETE /user': {
    tag: 'Privacy',
    summary: 'Delete the own account',
    description:
      'Ends all sessions and hides own stories from readers at once. Signing in within 30 days keeps the account; afterwards everything is erased. An account without a password must have signed in within 10 minutes (409 `sign_in_again`).',
    access: 'user',
    body: Type.Object({ password: Type.Optional(Type.String({ maxLength: 1000 })) }),
    replies: { 202: Message },
    refusals: [409, 422, 429],
    form: {},
  },
});
