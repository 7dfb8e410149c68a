import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Message, Moment, Nullable, OneOf } from '../../../lib/schemas.ts';
import { UNLOCKS_COUNTED_MAX } from './rules.ts';

const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });

export const Leaving = Type.Object({
  balance: Dollars('earnings that are not yet paid out'),
  threshold: Dollars('smallest balance that allows a payout'),
  payout_problem: Nullable(
    Type.String({ description: 'code of the error that a payout request would get now; null if none' }),
  ),
  open_payout: Nullable(Dollars('payout that is requested or approved')),
  coins: Type.Integer({ description: 'coins in the wallet, which are lost' }),
  buyers_count: Type.Integer({ description: "readers who have unlocked episodes of the user's stories" }),
  unlocks_count: Type.Integer({
    description: `unlocks by these readers, counted up to ${UNLOCKS_COUNTED_MAX}`,
  }),
});

export const privacyContract = defineContract({
  'POST /user/export': {
    tag: 'Privacy',
    summary: "Request a copy of all the user's data",
    description:
      "A worker creates a zip of JSON files and the user's pictures. The user gets a link by mail when the zip is ready.",
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
    summary: 'Download a requested copy as a zip',
    description:
      'The zip is available for 7 days, to its signed-in owner or with the token of the mailed link. Anyone else gets 404.',
    access: 'anyone',
    params: IdParams,
    query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) }),
    replies: { 200: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    media: ['application/zip'],
  },
  'GET /user/deletion': {
    tag: 'Privacy',
    summary: "Get the consequences of deleting the user's account",
    access: 'user',
    replies: { 200: Leaving },
  },
  'DELETE /user': {
    tag: 'Privacy',
    summary: "Delete the user's account",
    description:
      "Ends all sessions and hides the user's stories from readers at once. Signing in within 30 days keeps the account. Afterwards, everything is erased. Accounts without a password must have signed in within the last 10 minutes, else 409 `sign_in_again`.",
    access: 'user',
    body: Type.Object({ password: Type.Optional(Type.String({ maxLength: 1000 })) }),
    replies: { 202: Message },
    refusals: [409, 422, 429],
    form: {},
  },
});
