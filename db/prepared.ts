/** Frequent queries of pages: their SQL is built, parsed and planned once, and rows are mapped with little overhead. */
import { createHash } from 'node:crypto';
import { Column, getTableName, is, noopDecoder, type Placeholder, SQL, sql } from 'drizzle-orm';
import { type Db, sqlState } from './client.ts';

type Execute = (values?: Record<string, unknown>) => Promise<unknown>;
type Field = { path: string[]; field: unknown };

/** Private members of drizzle's class. */
type Inner = {
  queryConfig: { name: string; text: string };
  fields: Field[];
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown[];
  execute: Execute;
};

/** Derives the name from the text. This file runs twice per process (source and built pages) on shared connections. */
const nameOf = (text: string): string =>
  `tsuzuki_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;

/**
 * Builds a query once per handle and prepares it once per connection, since both cost more than running it. Pass
 * changing values by `sql.placeholder`. A plan lives as long as its connection, so a pooler must keep a session on one.
 */
export function prepared<Query extends { execute: Execute }>(
  build: (db: Db) => { prepare(name: string): Query },
): (of: { db: Db }) => Query {
  const built = new WeakMap<Db, Query>();
  return ({ db }) => {
    let query = built.get(db);
    if (query === undefined) {
      query = build(db).prepare('');
      const inner = query as unknown as Inner;
      inner.queryConfig.name = nameOf(inner.queryConfig.text);
      inner.customResultMapper = rowsMapper(inner.fields, inner.joinsNotNullableMap);
      inner.execute = renewing(inner.queryConfig, inner.execute.bind(inner));
      built.set(db, query);
    }
    return query;
  };
}

type Raw = { rawQueryConfig: { name: string; text: string }; execute: Execute };
type RawSession = {
  dialect: { sqlToQuery(statement: SQL): object };
  session: { prepareQuery(query: object, fields: undefined, name: string, isArray: boolean): Raw };
};

/** Like `prepared`, for statements that the query builder cannot express. Returns rows as the driver gives them. */
export function preparedStatement<Row>(
  build: () => SQL,
): (of: { db: Db }, values: Record<string, unknown>) => Promise<Row[]> {
  const built = new WeakMap<Db, Execute>();
  return async ({ db }, values) => {
    let execute = built.get(db);
    if (execute === undefined) {
      const { dialect, session } = db as unknown as RawSession;
      const query = session.prepareQuery(dialect.sqlToQuery(build()), undefined, '', false);
      query.rawQueryConfig.name = nameOf(query.rawQueryConfig.text);
      execute = renewing(query.rawQueryConfig, query.execute.bind(query));
      built.set(db, execute);
    }
    return ((await execute(values)) as { rows: Row[] }).rows;
  };
}

/** Writes a `limit` into the query's text. With a parameter, a cached plan expects a tenth of all rows. */
export const limitOf = (count: number): Placeholder => sql.raw(String(Math.trunc(count))) as never;

const PLAN_OUTLIVED = '0A000';

/** A migration that changes a column's type invalidates all cached plans. The query then runs unnamed from there on. */
function renewing(config: { name: string }, execute: Execute): Execute {
  return async (values) => {
    try {
      return await execute(values);
    } catch (error) {
      if (sqlState(error) !== PLAN_OUTLIVED || config.name === '') throw error;
      config.name = '';
      return execute(values);
    }
  };
}

type Write = (row: readonly unknown[], into: Record<string, unknown>) => void;

/** Decides once per query which decoder reads each column and where its value goes. drizzle does this per row. */
function rowsMapper(
  fields: readonly Field[],
  notNullable: Record<string, boolean> = {},
): (rows: unknown[][]) => unknown[] {
  const writes: Write[] = [];
  for (const [name, group] of Map.groupBy(
    fields.map((each, at) => ({ ...each, at })),
    ({ path }) => path[0] ?? '',
  )) {
    const [first] = group;
    if (first?.path.length === 1) {
      const read = readerOf(first.field, first.at);
      writes.push((row, into) => {
        into[name] = read(row);
      });
      continue;
    }
    if (group.some(({ path }) => path.length !== 2)) throw new Error('columns nest once at most');
    const reads = group.map(({ path, field, at }) => ({ key: path[1] ?? '', read: readerOf(field, at) }));
    const nulled = nulledBy(group, notNullable);
    writes.push((row, into) => {
      if (nulled !== null && row[nulled] === null) {
        into[name] = null;
        return;
      }
      const nested: Record<string, unknown> = {};
      for (const { key, read } of reads) nested[key] = read(row);
      into[name] = nested;
    });
  }
  return (rows) =>
    rows.map((row) => {
      const into: Record<string, unknown> = {};
      for (const write of writes) write(row, into);
      return into;
    });
}

/** Follows drizzle: a joined row of a single table is null when its first column is null. */
function nulledBy(
  group: readonly (Field & { at: number })[],
  notNullable: Record<string, boolean>,
): number | null {
  const columns = group.filter(({ field }) => is(field, Column));
  const tables = new Set(columns.map(({ field }) => getTableName((field as Column).table)));
  const [table] = tables;
  if (tables.size !== 1 || table === undefined || notNullable[table]) return null;
  return columns[0]?.at ?? null;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

function readerOf(field: unknown, at: number): (row: readonly unknown[]) => unknown {
  const decoder = decoderOf(field);
  const isPlain =
    decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  if (isPlain) return (row) => row[at];
  return (row) => {
    const value = row[at];
    return value === null ? null : decoder.mapFromDriverValue(value);
  };
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  return (field as { sql: { decoder: Decoder } }).sql.decoder;
}
