import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../../lib/schemas.ts';
import { FILTER_MAX_LENGTH } from '../../../lib/text.ts';
import { HappenedMember, Seen, Version } from '../../platform/audit/contract-seen.ts';
import { ACTION_REASON_MAX_LENGTH, ADMIN_DEEDS } from '../../platform/audit/rules.ts';
import { LOG_FILE_MAX_COUNT, USER_FILTERS, USERS_COUNTED_MAX } from './rules.ts';

const Flags = {
  publisher: Type.Boolean(),
  founder: Type.Boolean(),
  administrator: Type.Boolean(),
};

export const ListedUser = Type.Object({
  id: Id,
  slug: Type.String(),
  display_name: Type.String(),
  email: Type.String(),
  email_confirmed: Type.Boolean(),
  created_at: Moment,
  ...Flags,
  locked_at: Nullable(Moment),
  deleting: Type.Boolean({ description: 'whether its owner has asked for its deletion' }),
  thumbnail_url: Nullable(Type.String()),
  stories_count: Type.Integer(),
  open_reports_count: Type.Integer(),
});

export const AdminAction = Type.Object({
  number: Type.Integer({ description: 'from 1, without a gap' }),
  at: Moment,
  actor: Nullable(
    Type.Object(
      { id: Id, display_name: Nullable(Type.String()) },
      { description: 'null when the service did it by itself; without a name once the account is gone' },
    ),
  ),
  deed: OneOf(ADMIN_DEEDS),
  subject: Type.Object({
    type: OneOf(['user', 'story', 'episode', 'comment', 'report', 'appeal', 'ad', 'import', 'job', 'queue']),
    id: Id,
    name: Nullable(
      Type.String({ description: 'of people the present one, of all else the one it had then' }),
    ),
  }),
  details: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  ),
  reason: Type.String(),
});

export const AdminUser = Type.Object({
  ...ListedUser.properties,
  version: Version,
  language: OneOf(LOCALES),
  timezone: Type.String(),
  second_factor: Type.Boolean(),
  sessions_count: Type.Integer(),
  last_used_at: Nullable(Moment),
  comments_count: Type.Integer({ description: 'at most 1,000 are counted' }),
  hidden_comments_count: Type.Integer({ description: 'of these, those hidden by the teams of stories' }),
  wallet_coins: Type.Integer(),
  founder_terms: Type.Array(Type.Object({ since: Type.String(), until: Nullable(Type.String()) }), {
    description: 'days in UTC; the last one is not in it',
  }),
  stories: Type.Array(
    Type.Object({ id: Id, slug: Type.String(), title: Type.String(), published: Type.Boolean() }),
    { description: 'the last 10' },
  ),
  reports: Type.Array(
    Type.Object({
      number: Type.Integer(),
      category: Type.String(),
      state: Type.String(),
      created_at: Moment,
    }),
    { description: 'about the account, the last 10' },
  ),
  actions: Type.Array(AdminAction, { description: 'about the account, the last 10' }),
});

const administration = { tag: 'Administration', access: 'administrator' } as const;
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const administrationContract = defineContract({
  'GET /admin/users': {
    ...administration,
    summary: 'Find accounts, newest first',
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: FILTER_MAX_LENGTH,
          description: 'part of a name, a slug or an address, or a whole id',
        }),
      ),
      filter: Type.Optional(OneOf(USER_FILTERS, 'by default `all`')),
      ...PageQuery,
    }),
    replies: {
      200: Type.Object({
        users: Type.Array(ListedUser, { description: `at most ${USERS_COUNTED_MAX} are found and counted` }),
        ...PageReply,
      }),
    },
  },
  'GET /admin/users/:id': {
    ...administration,
    summary: 'Get an account with what concerns it',
    params: IdParams,
    replies: { 200: Type.Object({ user: AdminUser }) },
  },
  'PATCH /admin/users/:id': {
    ...administration,
    summary: 'Change the flags of an account, lock or unlock it',
    description:
      'Each change is noted in the log with the reason. A locked account answers 423 and its owner is told why by mail; ' +
      'what it has published stays. 409 `own_account_kept` for whoever would lock themselves or give up their own rights, `account_moved_on` when `seen` is not the present `version`.',
    params: IdParams,
    body: Type.Object({
      publisher: flag('has the console of publishers'),
      founder: flag('founding creator, with today as first or last day'),
      administrator: flag('may do this, once a second factor is on'),
      locked: flag('cannot sign in'),
      reason: RequiredText(ACTION_REASON_MAX_LENGTH, 'at most 1,000 characters; whoever is locked reads it'),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ user: AdminUser, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'GET /admin/log': {
    ...administration,
    summary: 'List what administrators did, newest first',
    description: `As CSV with \`format=csv\`: the last ${LOG_FILE_MAX_COUNT} entries.`,
    query: Type.Object({
      actor_id: Type.Optional(Id),
      deed: Type.Optional(OneOf(ADMIN_DEEDS)),
      subject_id: Type.Optional(Id),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'only entries with a lower number' })),
      per_page: PageQuery.per_page,
      format: Type.Optional(OneOf(['json', 'csv'])),
    }),
    replies: {
      200: Type.Object({
        actions: Type.Array(AdminAction),
        next: Nullable(Type.Integer({ description: '`before` of the next page; null on the last' })),
      }),
    },
    media: ['application/json', 'text/csv'],
  },
});
