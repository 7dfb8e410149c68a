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
import { ACTION_REASON_MAX_LENGTH, ADMIN_ACTIONS } from '../../platform/audit/rules.ts';
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
  deleting: Type.Boolean({ description: 'whether the owner has requested deletion of the account' }),
  thumbnail_url: Nullable(Type.String()),
  stories_count: Type.Integer(),
  open_reports_count: Type.Integer(),
});

export const AdminAction = Type.Object({
  number: Type.Integer({ description: 'counts from 1 without gaps' }),
  at: Moment,
  actor: Nullable(
    Type.Object(
      { id: Id, display_name: Nullable(Type.String()) },
      { description: 'null when the service acted by itself; without a name once the account is gone' },
    ),
  ),
  deed: OneOf(ADMIN_ACTIONS),
  subject: Type.Object({
    type: OneOf(['user', 'story', 'episode', 'comment', 'report', 'appeal', 'ad', 'import', 'job', 'queue']),
    id: Id,
    name: Nullable(
      Type.String({ description: 'present name of a person; for everything else, the name at that time' }),
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
  hidden_comments_count: Type.Integer({
    description: 'of these comments, those hidden by the teams of stories',
  }),
  wallet_coins: Type.Integer(),
  founder_terms: Type.Array(Type.Object({ since: Type.String(), until: Nullable(Type.String()) }), {
    description: 'days in UTC; `until` is not included',
  }),
  stories: Type.Array(
    Type.Object({ id: Id, slug: Type.String(), title: Type.String(), published: Type.Boolean() }),
    { description: 'the latest 10 stories' },
  ),
  reports: Type.Array(
    Type.Object({
      number: Type.Integer(),
      category: Type.String(),
      state: Type.String(),
      created_at: Moment,
    }),
    { description: 'the latest 10 reports about the account' },
  ),
  actions: Type.Array(AdminAction, { description: 'the latest 10 actions on the account' }),
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
          description: 'part of a name, a slug or an e-mail address, or a full id',
        }),
      ),
      filter: Type.Optional(OneOf(USER_FILTERS, 'default: `all`')),
      ...PageQuery,
    }),
    replies: {
      200: Type.Object({
        users: Type.Array(ListedUser, {
          description: `the search finds and counts at most ${USERS_COUNTED_MAX}`,
        }),
        ...PageReply,
      }),
    },
  },
  'GET /admin/users/:id': {
    ...administration,
    summary: 'Get an account with its details',
    params: IdParams,
    replies: { 200: Type.Object({ user: AdminUser }) },
  },
  'PATCH /admin/users/:id': {
    ...administration,
    summary: 'Change the flags of an account, or lock or unlock it',
    description:
      'The log records each change with the reason. A locked account gets 423, and a mail tells its owner why. ' +
      'Published content stays. Locking yourself or giving up your own rights gets 409 `own_account_kept`. A `seen` that is not the present `version` gets 409 `account_moved_on`.',
    params: IdParams,
    body: Type.Object({
      publisher: flag('may use the console of publishers'),
      founder: flag('founding creator; the term begins or ends today'),
      administrator: flag('has administrator rights, once a second factor is on'),
      locked: flag('cannot sign in'),
      reason: RequiredText(ACTION_REASON_MAX_LENGTH, 'at most 1,000 characters; the locked user reads it'),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ user: AdminUser, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'GET /admin/log': {
    ...administration,
    summary: 'List the actions of administrators, newest first',
    description: `With \`format=csv\`, the reply is a CSV file of the latest ${LOG_FILE_MAX_COUNT} entries.`,
    query: Type.Object({
      actor_id: Type.Optional(Id),
      deed: Type.Optional(OneOf(ADMIN_ACTIONS)),
      subject_id: Type.Optional(Id),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'only entries with a lower number' })),
      per_page: PageQuery.per_page,
      format: Type.Optional(OneOf(['json', 'csv'])),
    }),
    replies: {
      200: Type.Object({
        actions: Type.Array(AdminAction),
        next: Nullable(Type.Integer({ description: '`before` of the next page; null on the last page' })),
      }),
    },
    media: ['application/json', 'text/csv'],
  },
});
