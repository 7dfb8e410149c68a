/** All our own objects in a database, including functions and types, without those of extensions. */
import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';
import { QUEUE_SCHEMA } from './catalog.ts';

const OWN = `
  with own as (
    select c.oid, 'pg_class'::regclass as kind, c.relname as name, '' as arguments,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        else 'table' end as word
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select p.oid, 'pg_proc'::regclass, p.proname, '(' || pg_get_function_identity_arguments(p.oid) || ')',
      case p.prokind when 'a' then 'aggregate' when 'p' then 'procedure' else 'function' end
    from pg_proc p where p.pronamespace = 'public'::regnamespace
    union all
    select t.oid, 'pg_type'::regclass, t.typname, '', case t.typtype when 'd' then 'domain' else 'type' end
    from pg_type t where t.typnamespace = 'public'::regnamespace
      and (t.typtype in ('e', 'd', 'r') or (t.typtype = 'c' and exists
        (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')))
    union all
    select s.oid, 'pg_ts_config'::regclass, s.cfgname, '', 'text search configuration'
    from pg_ts_config s where s.cfgnamespace = 'public'::regnamespace
  )
  select format('drop %s if exists public.%I%s cascade', word, name, arguments) as statement
  from own where not exists (select from pg_depend d
    where d.classid = own.kind and d.objid = own.oid and d.deptype = 'e')
  order by word <> 'table'`;

const SCHEMAS = ['drizzle', QUEUE_SCHEMA];

export async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(OWN);
  const schemas = await client.query('select from pg_namespace where nspname = any($1)', [SCHEMAS]);
  return rows.length === 0 && schemas.rowCount === 0;
}

/** Runs in the caller's transaction. */
export async function dropAll(client: ClientBase): Promise<void> {
  for (const schema of SCHEMAS)
    await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
  const { rows } = await client.query<{ statement: string }>(OWN);
  for (const { statement } of rows) await client.query(statement);
}
