/** One process at a time imports found files. Another would treat a running import as forgotten. */
import type { Deps } from '../../../deps.ts';
import { SESSION_LOCK } from '../../../lib/locks.ts';

const LOCK = 'revenue.take_in';

/**
 * The lock belongs to a connection, since a large file takes longer than a transaction may be idle. The connection is
 * separate, because the work needs those of the pool.
 */
export async function inTurn<T>(deps: Pick<Deps, 'openSession' | 'log'>, work: () => Promise<T>): Promise<T> {
  const client = deps.openSession('tsuzuki-revenue');
  // Without a listener, a broken connection would end the process. With it, only the lock is lost, and credits stay.
  client.on('error', (error) => deps.log.warn({ err: error }, 'lost the lock on revenue files'));
  try {
    await client.connect();
    // The process before us may import a large file.
    await client.query('set statement_timeout = 0');
    await client.query(SESSION_LOCK, [LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
