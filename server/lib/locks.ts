/** Advisory locks by name, like `comments:<id>`. Each name is used for one purpose. A transaction holds its locks until it ends. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/** For a session: waits for the lock of the name `$1` and holds it until the session ends. */
export const SESSION_LOCK = 'select pg_advisory_lock(hashtextextended($1, 0))';

/** Waits for the lock of a name. */
export async function lockByName({ db }: { db: Db }, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`);
}

/** Takes the lock of a name, or answers false when another transaction holds it. */
export async function tryLockByName({ db }: { db: Db }, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`,
  );
  return rows[0]?.taken === true;
}
