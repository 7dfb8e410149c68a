/** Records an event in the current transaction. The relay queues it after the commit. */
import type { TransactionDeps } from '../deps.ts';
import { addEvents, addNumberedEvents } from '../domains/platform/tables/outbox.ts';
import type { EventPart, PayloadOf } from './event.ts';

export const OUTBOX_CHANNEL = 'tsuzuki_outbox';

/** Job id of an outbox row. Not a bare number and no colon: BullMQ reserves both. */
export const jobIdOf = (outboxId: number): string => `ob-${outboxId}`;

export async function record<E extends EventPart>(
  tx: TransactionDeps,
  { name }: E,
  payload: PayloadOf<E>,
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await addEvents(tx, [{ name, payload, runAt: runAt ?? null }]);
  ring(tx);
}

/**
 * Like `record`, without NOTIFY, for frequent events that nobody waits for: the relay polls every few seconds.
 * Transactions that notify commit one after the other, each waiting for the disk.
 */
export const recordQuietly = <E extends EventPart>(
  tx: TransactionDeps,
  { name }: E,
  payload: PayloadOf<E>,
): Promise<void> => addEvents(tx, [{ name, payload, runAt: null }]);

export async function recordAll<E extends EventPart>(
  tx: TransactionDeps,
  { name }: E,
  payloads: readonly PayloadOf<E>[],
): Promise<void> {
  await addEvents(
    tx,
    payloads.map((payload) => ({ name, payload })),
  );
  ring(tx);
}

/** Records jobs that the caller has validated. Returns their ids in the queue. */
export async function recordJobs(
  tx: TransactionDeps,
  jobs: readonly { name: string; payload: Record<string, unknown> }[],
): Promise<string[]> {
  const ids = await addNumberedEvents(tx, jobs);
  if (ids.length > 0) ring(tx);
  return ids.map(jobIdOf);
}

const ring = ({ notices }: TransactionDeps): void => notices.add(OUTBOX_CHANNEL, '');
