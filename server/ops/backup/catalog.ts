/** Our own tables, partitions and sequences in the schema `public`, without those of extensions. */
import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';
import type { Manifest } from './format.ts';

/** Not part of a backup: sweeps recreate the jobs of a lost queue. */
export const QUEUE_SCHEMA = 'bullmq';

const OWN = `n.nspname = 'public' and not exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

export type Column = { name: string; type: string };
export type Table = { name: string; columns: Column[]; generated: Column[] };

export async function findTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum) filter (where a.attgenerated = ''), '[]') as columns,
       coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum) filter (where a.attgenerated <> ''), '[]') as generated
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${OWN} and c.relkind in ('r', 'p') and not c.relispartition
     group by c.oid, c.relname
     order by (select sum(pg_total_relation_size(relid)) from pg_partition_tree(c.oid)) desc nulls last,
       pg_total_relation_size(c.oid) desc, c.relname`,
  );
  return rows;
}

/** Partitions depend on the days that passed, not only on migrations. */
export async function findPartitions(client: ClientBase): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
       coalesce(array_to_string(c.reloptions, ', '), '') as options
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where ${OWN} and c.relispartition and c.relkind = 'r' order by c.relname`,
  );
  return rows;
}

export async function findSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${OWN} and c.relkind = 'S' order by c.relname`,
  );
  const found: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from public.${escapeIdentifier(name)}`,
    );
    const [values] = state.rows;
    if (values !== undefined) found.push({ name, ...values });
  }
  return found;
}

/** Makes the output identical on every server, whatever a role or database has configured. */
export const SETTINGS = [
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  'set local extra_float_digits = 3',
  `set local client_encoding = 'UTF8'`,
  'set local row_security = off',
].join('; ');

const listOf = (columns: readonly Column[]): string =>
  columns.map(({ name }) => escapeIdentifier(name)).join(', ');

/** Generated columns are computed again on load. */
export const copyOut = ({ name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `copy (select ${listOf(columns)} from public.${escapeIdentifier(name)}) to stdout`;

export const copyIn = ({ name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `copy public.${escapeIdentifier(name)} (${listOf(columns)}) from stdin`;
