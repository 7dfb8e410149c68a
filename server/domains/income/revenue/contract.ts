import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdempotencyKey } from '../../../lib/idempotency.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
} from '../../../lib/schemas.ts';
import {
  HEADER,
  IMPORT_KINDS,
  IMPORT_STATES,
  NOTE_CODES,
  PROBLEM_CODES,
  PROBLEMS_SHOWN_COUNT,
} from './rules.ts';

const Dollars = (description: string) => Type.String({ description: `US dollars, "12.34": ${description}` });
const Person = Type.Object({ id: Id, display_name: Nullable(Type.String()) });

export const RevenueImport = Type.Object({
  id: Id,
  file_name: Type.String(),
  size_bytes: Type.Integer(),
  sha256: Type.String(),
  source: OneOf(['upload', 'service'], 'handed in by an administrator, or found in storage'),
  kind: OneOf(IMPORT_KINDS),
  state: OneOf([...IMPORT_STATES], '`same`: what it says was credited before'),
  period: Nullable(Type.String({ description: '`2026-10`' })),
  lines_count: Type.Integer(),
  problems_count: Type.Integer(),
  ad_impressions: Type.Integer(),
  net_revenue: Dollars('of all lines, six decimals'),
  uploaded_by: Nullable(Person),
  notes: Type.Array(OneOf(NOTE_CODES), {
    description: 'what is odd about the file: it was read all the same',
  }),
  overtaken_by: Nullable(
    Type.Object(
      { id: Id, file_name: Type.String(), credited_at: Moment },
      { description: 'for `ready`: the file that was credited for the month meanwhile' },
    ),
  ),
  created_at: Moment,
  credited_by: Nullable(Person),
  credited_at: Nullable(Moment),
});

export const RevenueProblem = Type.Object({
  line: Type.Integer({ description: 'of the file; the header is 1' }),
  code: OneOf(PROBLEM_CODES),
  excerpt: Type.String({ description: 'the start of the line' }),
  hint: Nullable(Type.String({ description: 'ids of stories that are alike' })),
});

export const RevenueTotals = Type.Object({
  to_creators: Dollars('in whole cents, with what was carried on'),
  usual_share: Dollars('at 70 percent, six decimals'),
  founder_share: Dollars('at 75 percent, six decimals'),
  creators_count: Type.Integer(),
  new_creators_count: Type.Integer({ description: 'of these, those who were never credited before' }),
  before: Nullable(
    Type.Object({ period: Type.String(), net_revenue: Type.String(), ad_impressions: Type.Integer() }),
  ),
});

export const StandsOut = Type.Object({
  reason: OneOf(
    ['jump', 'no_line', 'share_changed', 'owner_gone'],
    '`owner_gone`: the account is erased, so nobody can request the money',
  ),
  story: Nullable(Type.Object({ id: Id, title: Type.String({ description: 'empty once it is erased' }) })),
  owner: Nullable(Person),
  before: Type.String({ description: 'dollars of the month before; percent for `share_changed`' }),
  now: Type.String({ description: 'dollars; percent for `share_changed`' }),
  impressions_before: Type.Integer(),
  impressions: Type.Integer(),
});

export const ImportReply = Type.Object({
  import: Type.Object({
    ...RevenueImport.properties,
    problems: Type.Array(RevenueProblem, { description: `the first ${PROBLEMS_SHOWN_COUNT}` }),
    totals: Nullable(RevenueTotals),
    stands_out: Type.Array(StandsOut),
  }),
});

const administration = { tag: 'Administration', access: 'administrator' } as const;
const Done = Type.Object({ ...ImportReply.properties, ...Message.properties });

export const revenueContract = defineContract({
  'POST /admin/revenue_imports': {
    ...administration,
    summary: 'Hand in the revenue of a month as CSV',
    description: `At most 64 MiB of UTF-8 with the header \`${HEADER}\`. Each line is checked, and nothing is credited yet. A large file is \`checking\` at first.`,
    headers: IdempotencyKey,
    multipart: {
      fields: Type.Object({
        kind: OneOf(IMPORT_KINDS, 'must come before the file; amounts below zero are for corrections alone'),
        file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
      }),
    },
    replies: { 201: Done },
    refusals: [413, 415, 422, 429],
    form: {},
  },
  'GET /admin/revenue_imports': {
    ...administration,
    summary: 'List imports of revenue, newest first',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ imports: Type.Array(RevenueImport), ...PageReply }) },
  },
  'GET /admin/revenue_imports/:id': {
    ...administration,
    summary: 'Get an import: its state, totals, bad lines, and what stands out',
    params: IdParams,
    replies: { 200: ImportReply },
  },
  'GET /admin/revenue_imports/:id/problems': {
    ...administration,
    summary: 'Download the bad lines of an import as CSV',
    params: IdParams,
    replies: { 200: Type.String() },
    media: ['text/csv'],
  },
  'POST /admin/revenue_imports/:id/commit': {
    ...administration,
    summary: 'Credit an import: all its lines or none',
    headers: IdempotencyKey,
    description:
      'Asked again it changes nothing. 409 `import_not_ready`, or `month_credited` when another file was credited for the month.',
    params: IdParams,
    replies: { 200: Done },
    refusals: [409],
    form: {},
  },
  'POST /admin/revenue_imports/:id/discard': {
    ...administration,
    summary: 'Discard an import that was not credited',
    headers: IdempotencyKey,
    params: IdParams,
    replies: { 200: Done },
    refusals: [409],
    form: {},
  },
});
