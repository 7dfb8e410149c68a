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
  source: OneOf(['upload', 'service'], '`upload`: sent by an administrator; `service`: found in storage'),
  kind: OneOf(IMPORT_KINDS),
  state: OneOf([...IMPORT_STATES], '`same`: the same contents were credited before'),
  period: Nullable(Type.String({ description: 'month, such as `2026-10`' })),
  lines_count: Type.Integer(),
  problems_count: Type.Integer(),
  ad_impressions: Type.Integer(),
  net_revenue: Dollars('net revenue of all lines, six decimals'),
  uploaded_by: Nullable(Person),
  notes: Type.Array(OneOf(NOTE_CODES), {
    description: 'oddities of the file that did not stop the import',
  }),
  overtaken_by: Nullable(
    Type.Object(
      { id: Id, file_name: Type.String(), credited_at: Moment },
      { description: 'for `ready`: another file that has been credited for the month since' },
    ),
  ),
  created_at: Moment,
  credited_by: Nullable(Person),
  credited_at: Nullable(Moment),
});

export const RevenueProblem = Type.Object({
  line: Type.Integer({ description: 'line number in the file; the header is 1' }),
  code: OneOf(PROBLEM_CODES),
  excerpt: Type.String({ description: 'start of the line' }),
  hint: Nullable(Type.String({ description: 'similar story ids' })),
});

export const RevenueTotals = Type.Object({
  to_creators: Dollars('amount for creators in whole cents, including remainders carried over'),
  usual_share: Dollars('shares at 70 percent, six decimals'),
  founder_share: Dollars('shares at 75 percent, six decimals'),
  creators_count: Type.Integer(),
  new_creators_count: Type.Integer({ description: 'number of creators credited for the first time' }),
  before: Nullable(
    Type.Object({ period: Type.String(), net_revenue: Type.String(), ad_impressions: Type.Integer() }),
  ),
});

export const StandsOut = Type.Object({
  reason: OneOf(
    ['jump', 'no_line', 'share_changed', 'owner_gone'],
    'why the entry stands out; `owner_gone`: the account is erased, so nobody can request the money',
  ),
  story: Nullable(Type.Object({ id: Id, title: Type.String({ description: 'empty once it is erased' }) })),
  owner: Nullable(Person),
  before: Type.String({ description: 'dollars in the previous month; percent for `share_changed`' }),
  now: Type.String({ description: 'dollars in this month; percent for `share_changed`' }),
  impressions_before: Type.Integer(),
  impressions: Type.Integer(),
});

export const ImportReply = Type.Object({
  import: Type.Object({
    ...RevenueImport.properties,
    problems: Type.Array(RevenueProblem, { description: `first ${PROBLEMS_SHOWN_COUNT} problems` }),
    totals: Nullable(RevenueTotals),
    stands_out: Type.Array(StandsOut),
  }),
});

const administration = { tag: 'Administration', access: 'administrator' } as const;
const Done = Type.Object({ ...ImportReply.properties, ...Message.properties });

export const revenueContract = defineContract({
  'POST /admin/revenue_imports': {
    ...administration,
    summary: 'Upload the revenue of a month as CSV',
    description: `The file is UTF-8, at most 64 MiB, with the header \`${HEADER}\`. The call checks each line and credits nothing. A large file is \`checking\` at first.`,
    headers: IdempotencyKey,
    multipart: {
      fields: Type.Object({
        kind: OneOf(IMPORT_KINDS, 'must precede the file; only corrections may have negative amounts'),
        file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
      }),
    },
    replies: { 201: Done },
    refusals: [413, 415, 422, 429],
    form: {},
  },
  'GET /admin/revenue_imports': {
    ...administration,
    summary: 'List revenue imports, newest first',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ imports: Type.Array(RevenueImport), ...PageReply }) },
  },
  'GET /admin/revenue_imports/:id': {
    ...administration,
    summary: 'Get an import: its state, totals, invalid lines and notable changes',
    params: IdParams,
    replies: { 200: ImportReply },
  },
  'GET /admin/revenue_imports/:id/problems': {
    ...administration,
    summary: 'Download the invalid lines of an import as CSV',
    params: IdParams,
    replies: { 200: Type.String() },
    media: ['text/csv'],
  },
  'POST /admin/revenue_imports/:id/commit': {
    ...administration,
    summary: 'Credit an import: all its lines or none',
    headers: IdempotencyKey,
    description:
      'Calling it again changes nothing. The call returns 409 `import_not_ready`, or 409 `month_credited` when another file was credited for the month.',
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
