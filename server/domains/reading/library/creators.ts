/** Follows all stories of a creator, and leaves them again: rows of `subscriptions`, one per story. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { stories, subscriptions, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { countEvents } from '../counts/service.ts';
import type { Reader } from '../reader/access.ts';
import { isOpenIn } from '../reader/cards.ts';
import { CREATOR_STORIES_MAX_COUNT } from './rules.ts';
import { refuseTooMany } from './subscriptions.ts';

export type CreatorSubscription = { subscribed: boolean; stories_count: number };

/** Covers the newest hundred open stories. Repeating it adds newer ones. Throws 404, and 409 beyond the limit. */
export async function subscribeToCreator(
  deps: Deps,
  reader: Reader,
  slug: string,
): Promise<CreatorSubscription> {
  const readerId = reader.viewer.id;
  return inTransaction(deps, async (tx) => {
    const covered = await findCovered(tx, reader, slug);
    const values = covered.map(({ id: storyId }) => ({ storyId, readerId, createdAt: tx.clock.now() }));
    if (values.length === 0) return { subscribed: false, stories_count: 0 };
    const added = await tx.db
      .insert(subscriptions)
      .values(values)
      .onConflictDoNothing()
      .returning({ storyId: subscriptions.storyId });
    await refuseTooMany(tx, readerId);
    await countAll(tx, added, 1);
    return { subscribed: true, stories_count: covered.length };
  });
}

/** Also leaves stories that are no longer shown. Throws 404 for an unknown creator. */
export async function unsubscribeFromCreator(
  deps: Deps,
  reader: Reader,
  slug: string,
): Promise<CreatorSubscription> {
  return inTransaction(deps, async (tx) => {
    const covered = await findCovered(tx, reader, slug);
    const own = tx.db.select({ id: stories.id }).from(stories).where(ofCreator(slug));
    const left = await tx.db
      .delete(subscriptions)
      .where(and(eq(subscriptions.readerId, reader.viewer.id), inArray(subscriptions.storyId, own)))
      .returning({ storyId: subscriptions.storyId });
    await countAll(tx, left, -1);
    return { subscribed: false, stories_count: covered.length };
  });
}

/** `subscribed`: the reader follows everything that subscribing would cover. Throws 404 for an unknown creator. */
export async function findCreatorSubscription(
  deps: Deps,
  reader: Reader,
  slug: string,
): Promise<CreatorSubscription> {
  const covered = await findCovered(deps, reader, slug);
  const isFollowed = covered.every(({ followed }) => followed);
  return { subscribed: covered.length > 0 && isFollowed, stories_count: covered.length };
}

const ofCreator = (slug: string): SQL =>
  sql`${stories.ownerId} = (select ${users.id} from ${users} where ${users.slug} = ${slug})`;

/** By id, the common order of counting. */
async function findCovered({ db }: Pick<Deps, 'db'>, { viewer, country }: Reader, slug: string) {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.slug, slug), isNull(users.deletionRequestedAt), isNull(users.erasedAt)));
  if (person === undefined) throw notFound('not_found');
  const rows = await db
    .select({ id: stories.id, follower: subscriptions.readerId })
    .from(stories)
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.storyId, stories.id), eq(subscriptions.readerId, viewer.id)),
    )
    .where(and(eq(stories.ownerId, person.id), isOpenIn(country)))
    .orderBy(sql`${stories.firstPublishedAt} desc nulls last, ${stories.id} desc`)
    .limit(CREATOR_STORIES_MAX_COUNT);
  return rows
    .map(({ id, follower }) => ({ id, followed: follower !== null }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function countAll(
  tx: TransactionDeps,
  changed: readonly { storyId: string }[],
  subscribers: number,
): Promise<void> {
  const ids = changed.map(({ storyId }) => storyId).sort();
  for (const storyId of ids) await countEvents(tx, { storyId, subscribers });
}
