/** Owns `subscriptions`: who follows a story. */

import { and, eq } from 'drizzle-orm';
import { type Notify, subscriptions } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, isAppError } from '../../../lib/errors.ts';
import { record } from '../../../outbox/record.ts';
import { findTotals } from '../counts/counter-shards.ts';
import { countEvents } from '../counts/service.ts';
import { storySubscribed } from '../events.ts';
import { type Reader, requireVisibleStory } from '../reader/access.ts';
import { SUBSCRIPTIONS_MAX_COUNT } from './rules.ts';

export type Subscription = {
  subscribed: boolean;
  notify: Notify | null;
  subscribers_count: number;
};

const ofReader = (readerId: string) => eq(subscriptions.readerId, readerId);
const isOwn = (storyId: string, readerId: string) =>
  and(eq(subscriptions.storyId, storyId), ofReader(readerId));

/** Throws 409 if the reader now follows too many stories. */
export async function refuseTooMany(tx: TransactionDeps, readerId: string): Promise<void> {
  if ((await tx.db.$count(subscriptions, ofReader(readerId))) > SUBSCRIPTIONS_MAX_COUNT)
    throw conflict('too_many_subscriptions', { args: { most: SUBSCRIPTIONS_MAX_COUNT } });
}

/** Subscribing again changes only `notify`, if given. Throws 404 or 451 for a hidden story, 409 beyond the limit. */
export async function subscribe(
  deps: Deps,
  reader: Reader,
  { storyId, notify }: { storyId: string; notify?: Notify | undefined },
): Promise<Subscription> {
  await requireVisibleStory(deps, storyId, reader);
  const readerId = reader.viewer.id;
  const kept = await inTransaction(deps, async (tx) => {
    const rows = await tx.db
      .insert(subscriptions)
      .values({ storyId, readerId, notify, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ notify: subscriptions.notify });
    const [added] = rows;
    if (added === undefined) return changeNotify(tx, { storyId, readerId, notify });
    await refuseTooMany(tx, readerId);
    await countEvents(tx, { storyId, subscribers: 1 });
    await record(tx, storySubscribed, { storyId, readerId });
    return added.notify;
  });
  return { subscribed: true, notify: kept, subscribers_count: await findCount(deps, storyId) };
}

/** Returns the current value. Changes nothing if the reader has left meanwhile. */
async function changeNotify(
  tx: TransactionDeps,
  { storyId, readerId, notify }: { storyId: string; readerId: string; notify?: Notify | undefined },
): Promise<Notify> {
  const own = isOwn(storyId, readerId);
  const [row] =
    notify === undefined
      ? await tx.db.select({ notify: subscriptions.notify }).from(subscriptions).where(own)
      : await tx.db
          .update(subscriptions)
          .set({ notify })
          .where(own)
          .returning({ notify: subscriptions.notify });
  return row?.notify ?? 'all';
}

const LEFT: Subscription = { subscribed: false, notify: null, subscribers_count: 0 };

/** Leaves even a hidden story, without a count then. Throws 404 or 451 for one neither followed nor shown. */
export async function unsubscribe(deps: Deps, reader: Reader, storyId: string): Promise<Subscription> {
  const hasLeft = await inTransaction(deps, async (tx) => {
    const rows = await tx.db
      .delete(subscriptions)
      .where(isOwn(storyId, reader.viewer.id))
      .returning({ storyId: subscriptions.storyId });
    if (rows.length > 0) await countEvents(tx, { storyId, subscribers: -1 });
    return rows.length > 0;
  });
  try {
    await requireVisibleStory(deps, storyId, reader);
  } catch (error) {
    if (hasLeft && isAppError(error)) return LEFT;
    throw error;
  }
  return { ...LEFT, subscribers_count: await findCount(deps, storyId) };
}

const findCount = async (deps: Deps, storyId: string): Promise<number> =>
  (await findTotals(deps, 'story', storyId))?.subscribers_count ?? 0;
