/** Advisory locks by name, e.g. `comments:<id>`, until the end of the transaction. Each name has one purpose. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/** Waits for the lock of the name `$1` and keeps it until the session ends. */
export const SESSION_LOCK = 'select pg_advisory_lock(hashtextextended($1, 0))';

export async function lockByName({ db }: { db: Db }, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`);
}

export async function tryLockByName({ db }: { db: Db }, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`,
  );
  return rows[0]?.taken === true;
}
