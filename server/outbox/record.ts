/** Records an event in the outbox of the running transaction; the relay hands it to the queue after the commit. */
import { sql } from 'drizzle-orm';
import { outbox } from '../../db/schema/index.ts';
import type { TransactionDeps } from '../deps.ts';
import type { EventName, Events } from './events.ts';

export const OUTBOX_CHANNEL = 'tsuzuki_outbox';

export async function record<N extends EventName>(
  tx: TransactionDeps,
  name: N,
  payload: Events[N],
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await tx.db.insert(outbox).values({ name, payload, runAt: runAt ?? null });
  await tx.db.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, '')`);
}
