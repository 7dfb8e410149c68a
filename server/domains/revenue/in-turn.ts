/** What the service finds is taken in by one process at a time: another would hold what is half done for forgotten. */
import type { Deps } from '../../deps.ts';

const LOCK = 'revenue.take_in';

/** The lock is the connection's, not a transaction's: a large file takes longer than a transaction may be idle. */
export async function inTurn<T>({ pool }: Pick<Deps, 'pool'>, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isFit = false;
  try {
    // Whoever comes first may have a large file.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtext($1))', [LOCK]);
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [LOCK]);
      await client.query('reset statement_timeout');
      isFit = true;
    }
  } finally {
    // One that is not fit any more is closed, and the lock goes with it.
    client.release(!isFit);
  }
}
