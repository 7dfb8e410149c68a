/** Records an event in the outbox of the running transaction; the relay hands it to the queue after the commit. */
import type { TransactionDeps } from '../deps.ts';
import { addEvents, addNumberedEvents } from '../domains/platform/tables/outbox.ts';
import type { EventName, Events } from './events.ts';

export const OUTBOX_CHANNEL = 'tsuzuki_outbox';

/** The id under which the queue knows the job of an outbox row. Not a bare number and without a colon: BullMQ keeps both. */
export const jobIdOf = (outboxId: number): string => `ob-${outboxId}`;

export async function record<N extends EventName>(
  tx: TransactionDeps,
  name: N,
  payload: Events[N],
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await addEvents(tx, [{ name, payload, runAt: runAt ?? null }]);
  ring(tx);
}

/**
 * The same of what comes in crowds and nobody waits for: the relay comes by itself some seconds later. Transactions that
 * notify are committed one after the other, each with its own wait for the disk.
 */
export const recordQuietly = <N extends EventName>(
  tx: TransactionDeps,
  name: N,
  payload: Events[N],
): Promise<void> => addEvents(tx, [{ name, payload, runAt: null }]);

export async function recordAll<N extends EventName>(
  tx: TransactionDeps,
  name: N,
  payloads: readonly Events[N][],
): Promise<void> {
  await addEvents(
    tx,
    payloads.map((payload) => ({ name, payload })),
  );
  ring(tx);
}

/** Jobs that were checked by whoever knows them; answers under which ids the queue will know them. */
export async function recordJobs(
  tx: TransactionDeps,
  jobs: readonly { name: string; payload: Record<string, unknown> }[],
): Promise<string[]> {
  const ids = await addNumberedEvents(tx, jobs);
  if (ids.length > 0) ring(tx);
  return ids.map(jobIdOf);
}

const ring = ({ notices }: TransactionDeps): void => notices.add(OUTBOX_CHANNEL, '');
