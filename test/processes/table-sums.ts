/** Row counts and digests of a database's tables, independent of row order. */
import { escapeIdentifier } from 'pg';
import { query } from '../support/embedded.ts';

export type TableSum = { columns: string[]; rows: number; digest: string };

/** Sums by table name. With `like`, only those tables and columns count. */
export async function sumsOf(url: string, like?: ReadonlyMap<string, TableSum>) {
  const tables =
    like === undefined
      ? await query<{ name: string; columns: string[] }>(
          url,
          `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           group by c.oid, c.relname order by c.relname`,
        )
      : [...like].map(([name, { columns }]) => ({ name, columns }));
  const sums = new Map<string, TableSum>();
  for (const { name, columns } of tables) {
    const [sum] = await query<{ rows: number; digest: string }>(
      url,
      `select count(*)::int as rows, coalesce(sum(('x' || left(md5(r::text), 15))::bit(60)::bigint), 0)::text as digest
       from (select ${columns.map(escapeIdentifier).join(', ')} from public.${escapeIdentifier(name)}) r`,
    );
    if (sum !== undefined) sums.set(name, { columns, ...sum });
  }
  return sums;
}
