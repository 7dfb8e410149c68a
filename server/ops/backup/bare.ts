/** Drops everything on empty tables that would refuse, change or slow down loaded rows, and restores it afterwards. */
import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';

const table = (name: string): string => `public.${escapeIdentifier(name)}`;

type Undone = { drop: string; make: string };

/** Foreign keys first: they depend on unique indexes. */
const FOREIGN_KEYS = `
  select format('alter table public.%I drop constraint %I', r.relname, c.conname) as drop,
    format('alter table public.%I add constraint %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) as make
  from pg_constraint c join pg_class r on r.oid = c.conrelid
  where c.contype = 'f' and c.conparentid = 0 and r.relnamespace = 'public'::regnamespace and r.relname = any($1)
  order by r.relname, c.conname`;

/** Indexes without a constraint. For a partitioned table, only the parent's index. */
const INDEXES = `
  select format('drop index public.%I', i.relname) as drop, pg_get_indexdef(i.oid) as make
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class r on r.oid = x.indrelid
  where r.relnamespace = 'public'::regnamespace and r.relname = any($1) and not i.relispartition
    and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))
  order by r.relname, i.relname`;

const TRIGGERS = `
  select string_agg(format('%s %s %s', r.relname, t.tgname, t.tgenabled), ';' order by r.relname, t.tgname) as state
  from pg_trigger t join pg_class r on r.oid = t.tgrelid
  where not t.tgisinternal and r.relnamespace = 'public'::regnamespace`;

const NOT_ENABLED = `
  select r.relname as name, t.tgname as trigger, t.tgenabled as state
  from pg_trigger t join pg_class r on r.oid = t.tgrelid
  where not t.tgisinternal and t.tgenabled <> 'O' and t.tgparentid = 0
    and r.relnamespace = 'public'::regnamespace`;

const HOW: Readonly<Record<string, string>> = { D: 'disable', R: 'enable replica', A: 'enable always' };

/** Runs in the caller's transaction. Deletes rows that migrations inserted, since the backup has its own. */
export async function bareTables(
  client: ClientBase,
  names: readonly string[],
): Promise<{ restore(): Promise<void> }> {
  const stateOfTriggers = async (): Promise<string | null> =>
    (await client.query<{ state: string | null }>(TRIGGERS)).rows[0]?.state ?? null;
  const before = await stateOfTriggers();
  const unusual = await client.query<{ name: string; trigger: string; state: string }>(NOT_ENABLED);
  const keys = await client.query<Undone>(FOREIGN_KEYS, [names]);
  for (const { drop } of keys.rows) await client.query(drop);
  const indexes = await client.query<Undone>(INDEXES, [names]);
  for (const { drop } of indexes.rows) await client.query(drop);
  for (const name of names) await client.query(`alter table ${table(name)} disable trigger user`);
  for (const name of names) {
    // Only if needed: nobody has the right to truncate the administration log.
    const { rows } = await client.query(`select from ${table(name)} limit 1`);
    if (rows.length > 0) await client.query(`truncate ${table(name)}`);
  }
  return {
    async restore() {
      // `ON ONLY` would leave the partitions without the index.
      for (const { make } of indexes.rows) await client.query(make.replace(' ON ONLY ', ' ON '));
      for (const { make } of keys.rows) await client.query(make);
      for (const name of names) await client.query(`alter table ${table(name)} enable trigger user`);
      for (const { name, trigger, state } of unusual.rows)
        await client.query(`alter table ${table(name)} ${HOW[state]} trigger ${escapeIdentifier(trigger)}`);
      if ((await stateOfTriggers()) !== before)
        throw new Error('the triggers are not as the migrations made them');
    },
  };
}
