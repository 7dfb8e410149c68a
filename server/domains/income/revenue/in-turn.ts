/** What the service finds is taken in by one process at a time: another would hold what is half done for forgotten. */
import type { Deps } from '../../../deps.ts';
import { SESSION_LOCK } from '../../../lib/locks.ts';

const LOCK = 'revenue.take_in';

/**
 * The lock is a connection's, not a transaction's: a large file takes longer than a transaction may be idle. The connection is
 * its own, since the work needs those of the pool.
 */
export async function inTurn<T>(deps: Pick<Deps, 'openSession' | 'log'>, work: () => Promise<T>): Promise<T> {
  const client = deps.openSession('tsuzuki-revenue');
  // Without a listener a broken connection would end the process; with it the lock is gone, and what is credited is credited.
  client.on('error', (error) => deps.log.warn({ err: error }, 'the lock on files of revenue was lost'));
  try {
    await client.connect();
    // Whoever comes first may have a large file.
    await client.query('set statement_timeout = 0');
    await client.query(SESSION_LOCK, [LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
