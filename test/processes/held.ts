/** Blocks an action in the database until its server is killed. */
import { Client } from 'pg';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Locks by `hold`, sends the action, and calls `kill` once it waits. Returns the action's response. */
export async function killWhileHeld<T>(
  url: string,
  hold: string,
  { send, kill }: { send: () => Promise<T>; kill: () => Promise<unknown> },
): Promise<T> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(hold);
    const answer = send();
    await eventually('the deed waits', async () => (await query(url, WAITING)).length > 0);
    await kill();
    return await answer;
  } finally {
    await holder.end();
  }
}
