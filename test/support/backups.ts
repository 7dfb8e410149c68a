/** Backup commands for tests, and comparisons of two databases or storages, independent of the backup code. */
import { createHash } from 'node:crypto';
import type { Storage } from '../../server/storage/storage.ts';
import { query } from './embedded.ts';
import { type Environment, startProgram } from './processes.ts';

export type Said = { code: number | null; out: string; err: string };

/** `npm run backup` or `npm run restore`, without npm. */
export async function command(
  name: 'backup' | 'restore',
  args: string[],
  environment: Environment,
): Promise<Said> {
  const program = startProgram(`workers/${name}-cli.ts`, environment, args);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

/** Every row of every table as text, sorted. */
export async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle') and c.relkind = 'r' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(url, `select t::text as row from ${name} t`);
    found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
}

/** All definitions: columns, constraints, indexes, triggers, sequences, rights. Ignores generated names. */
export async function shapeOf(url: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    url,
    `select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select format('%s %s %s', r.relname, case when r.relispartition then '' else c.conname end,
         pg_get_constraintdef(c.oid))
       from pg_constraint c join pg_class r on r.oid = c.conrelid where c.connamespace = 'public'::regnamespace
     union all select format('%s %s', x.indisvalid, case when r.relispartition
         then regexp_replace(pg_get_indexdef(x.indexrelid), 'INDEX \\w+ ', 'INDEX ')
         else pg_get_indexdef(x.indexrelid) end)
       from pg_index x join pg_class r on r.oid = x.indrelid where r.relnamespace = 'public'::regnamespace
     union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
     union all select format('%s %s', sequencename, last_value) from pg_sequences where schemaname = 'public'
     union all select format('%s %s %s %s', relname, relacl, reloptions, pg_get_expr(relpartbound, oid))
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  return rows.map(({ line }) => line).sort();
}

export async function filesOf(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { key } of storage.list(''))
    found[key] = createHash('sha256')
      .update(await storage.read(key))
      .digest('hex');
  return found;
}
