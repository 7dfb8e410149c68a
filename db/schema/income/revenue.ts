/** Ad revenue as imported, file by file, and creators' credits. Works are bare ids, so payments outlive a story. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';
import { ledgerTransfers } from './ledger.ts';

export type ImportSource = 'upload' | 'service';
/** `same`: the same content was credited before. */
export const IMPORT_STATES = ['checking', 'refused', 'ready', 'credited', 'same', 'discarded'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const micros = (name: string) => bigint(name, { mode: 'number' });

export const revenueImports = pgTable(
  'revenue_imports',
  {
    id: id(),
    fileName: text('file_name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    source: text('source').$type<ImportSource>().notNull(),
    /** `correction`: new lines for a month that was credited before. Its amounts may be negative. */
    kind: text('kind').$type<'month' | 'correction'>().notNull(),
    state: text('state').$type<ImportState>().notNull(),
    /** A month such as `2026-10`. Null while nothing could be read. */
    period: text('period'),
    linesCount: integer('lines_count').notNull().default(0),
    problemsCount: integer('problems_count').notNull().default(0),
    impressions: bigint('impressions', { mode: 'number' }).notNull().default(0),
    netMicros: micros('net_micros').notNull().default(0),
    /** Codes of harmless oddities in the file, shown to its uploader. */
    notes: text('notes').array().notNull().default(sql`'{}'`),
    /** Null when the service found the file. */
    uploadedBy: uuid('uploaded_by').references(() => users.id),
    createdAt: createdAt(),
    creditedBy: uuid('credited_by').references(() => users.id),
    creditedAt: moment('credited_at'),
  },
  (table) => [
    uniqueIndex('revenue_imports_content')
      .on(table.period, table.sha256)
      .where(sql`${table.state} = 'credited'`),
    uniqueIndex('revenue_imports_month')
      .on(table.period)
      .where(sql`${table.state} = 'credited' and ${table.kind} = 'month'`),
    index('revenue_imports_newest').on(table.createdAt.desc().nullsFirst()),
    check('revenue_imports_kind', sql`${table.kind} in ('month', 'correction')`),
    check(
      'revenue_imports_state',
      sql`${table.state} in ('checking', 'refused', 'ready', 'credited', 'same', 'discarded')`,
    ),
    check(
      'revenue_imports_period',
      sql`${table.period} is null or ${table.period} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`,
    ),
    check('revenue_imports_credited', sql`(${table.state} = 'credited') = (${table.creditedAt} is not null)`),
  ],
);

/** Lines of a valid file. Shares are written when the file is credited, and never change afterwards. */
export const revenueLines = pgTable(
  'revenue_lines',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => revenueImports.id),
    /** Line number in the file; the header is 1. */
    line: integer('line').notNull(),
    storyId: uuid('story_id').notNull(),
    /** Owner of the story when the file is credited. */
    ownerId: uuid('owner_id').references(() => users.id),
    impressions: bigint('impressions', { mode: 'number' }).notNull(),
    netMicros: micros('net_micros').notNull(),
    shareBasisPoints: integer('share_basis_points'),
    shareMicros: micros('share_micros'),
  },
  (table) => [
    primaryKey({ name: 'revenue_lines_pk', columns: [table.importId, table.line] }),
    uniqueIndex('revenue_lines_story').on(table.importId, table.storyId),
    index('revenue_lines_owner').on(table.ownerId, table.importId),
    index('revenue_lines_of_story').on(table.storyId, table.ownerId),
    check('revenue_lines_impressions', sql`${table.impressions} >= 0`),
  ],
);

/** The first invalid lines, to help correct the file. */
export const revenueProblems = pgTable(
  'revenue_problems',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => revenueImports.id),
    line: integer('line').notNull(),
    code: text('code').notNull(),
    excerpt: text('excerpt').notNull(),
    hint: text('hint'),
  },
  (table) => [primaryKey({ name: 'revenue_problems_pk', columns: [table.importId, table.line, table.code] })],
);

/**
 * An import's credit to a creator: shares of the lines, rest carried in, whole cents, rest carried on. Write it after
 * its lines have owner and share. The database sums impressions and net revenue itself. It refuses a share that differs
 * from the lines' sum.
 */
export const revenueCredits = pgTable(
  'revenue_credits',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => revenueImports.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    period: text('period').notNull(),
    /** Sums over its lines, written by the database. */
    impressions: bigint('impressions', { mode: 'number' }).notNull().default(0),
    netMicros: micros('net_micros').notNull().default(0),
    shareMicros: micros('share_micros').notNull(),
    restBeforeMicros: micros('rest_before_micros').notNull(),
    creditMicros: micros('credit_micros').notNull(),
    restAfterMicros: micros('rest_after_micros').notNull(),
    transferId: uuid('transfer_id').references(() => ledgerTransfers.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'revenue_credits_pk', columns: [table.importId, table.userId] }),
    index('revenue_credits_user').on(table.userId, table.period),
    check(
      'revenue_credits_sum',
      sql`${table.restBeforeMicros} + ${table.shareMicros} = ${table.creditMicros} + ${table.restAfterMicros}`,
    ),
    check('revenue_credits_rest', sql`${table.restAfterMicros} between 0 and 9999`),
    check('revenue_credits_cents', sql`${table.creditMicros} % 10000 = 0`),
  ],
);
