/** Queries of pages that are made often: their SQL is built, parsed and planned once, and their rows are mapped without detours. */
import { createHash } from 'node:crypto';
import { Column, getTableName, is, noopDecoder, type Placeholder, SQL, sql } from 'drizzle-orm';
import { type Db, sqlState } from './client.ts';

type Execute = (values?: Record<string, unknown>) => Promise<unknown>;
type Field = { path: string[]; field: unknown };

/** What drizzle's own class keeps to itself. */
type Inner = {
  queryConfig: { name: string; text: string };
  fields: Field[];
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown[];
  execute: Execute;
};

/**
 * The name follows from the text: this file runs twice in a process, from its source and from the built pages, and both speak
 * over the same connections.
 */
const nameOf = (text: string): string =>
  `tsuzuki_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;

/**
 * A query that is built once for each handle and prepared once for each connection: building, parsing and planning it anew costs
 * more than asking it. What changes from one call to the next comes in by `sql.placeholder`. Its plan lives as long as the
 * connection, so a pooler has to leave a session its connection.
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

/** The same of a statement that no builder can say. Answers its rows as the database gives them. */
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

/**
 * For `limit`: a number that stands in the text of a query. drizzle makes a parameter of it, and a plan that is kept then
 * expects a tenth of all rows.
 */
export const limitOf = (count: number): Placeholder => sql.raw(String(Math.trunc(count))) as never;

const PLAN_OUTLIVED = '0A000';

/** A column that a later version has given another type ends all plans with it; from then on the query does without. */
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

/** What drizzle does for each row and column is here decided once: by which decoder it is read and where it goes. */
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

/** As drizzle reads it: a joined row is none when the first column of its table is null, if all columns are of one table. */
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
