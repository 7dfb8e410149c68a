/** Owns `subscriptions`: who follows a story. */
import { and, eq } from 'drizzle-orm';
import { storyCounters, subscriptions } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { conflict, isAppError } from '../../lib/errors.ts';
import { record } from '../../outbox/record.ts';
import { type Reader, requireVisibleStory } from '../reading/access.ts';
import { count } from '../statistics/service.ts';
import { SUBSCRIPTIONS_MAX_COUNT } from './rules.ts';

export type Subscription = { subscribed: boolean; subscribers_count: number };

const ofReader = (readerId: string) => eq(subscriptions.readerId, readerId);
const isOwn = (storyId: string, readerId: string) =>
  and(eq(subscriptions.storyId, storyId), ofReader(readerId));

/** Throws 409 for one who follows more than one reader may by now. */
export async function refuseTooMany(tx: TransactionDeps, readerId: string): Promise<void> {
  if ((await tx.db.$count(subscriptions, ofReader(readerId))) > SUBSCRIPTIONS_MAX_COUNT)
    throw conflict('too_many_subscriptions', { args: { most: SUBSCRIPTIONS_MAX_COUNT } });
}

/** Subscribing again changes nothing. Throws 404 or 451 for a story that is not shown, 409 for one too many. */
export async function subscribe(deps: Deps, reader: Reader, storyId: string): Promise<Subscription> {
  await requireVisibleStory(deps, storyId, reader);
  const readerId = reader.viewer.id;
  await inTransaction(deps, async (tx) => {
    const rows = await tx.db
      .insert(subscriptions)
      .values({ storyId, readerId, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ storyId: subscriptions.storyId });
    if (rows.length === 0) return;
    await refuseTooMany(tx, readerId);
    await count(tx, { storyId, subscribers: 1 });
    await record(tx, 'story.subscribed', { storyId, readerId });
  });
  return { subscribed: true, subscribers_count: await findCount(deps, storyId) };
}

/**
 * Whoever follows a story may leave it, also when it is no longer shown; no count is told then. Leaving again changes
 * nothing. Throws 404 or 451 for a story that is neither followed nor shown.
 */
export async function unsubscribe(deps: Deps, reader: Reader, storyId: string): Promise<Subscription> {
  const hasLeft = await inTransaction(deps, async (tx) => {
    const rows = await tx.db
      .delete(subscriptions)
      .where(isOwn(storyId, reader.viewer.id))
      .returning({ storyId: subscriptions.storyId });
    if (rows.length > 0) await count(tx, { storyId, subscribers: -1 });
    return rows.length > 0;
  });
  try {
    await requireVisibleStory(deps, storyId, reader);
  } catch (error) {
    if (hasLeft && isAppError(error)) return { subscribed: false, subscribers_count: 0 };
    throw error;
  }
  return { subscribed: false, subscribers_count: await findCount(deps, storyId) };
}

async function findCount(deps: Deps, storyId: string): Promise<number> {
  const [row] = await deps.db
    .select({ count: storyCounters.subscribersCount })
    .from(storyCounters)
    .where(eq(storyCounters.storyId, storyId));
  return row?.count ?? 0;
}
