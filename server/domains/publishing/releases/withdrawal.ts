/** Hides the stories of owners who leave, and restores them if they stay. No notices, no new dates. */

import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { episodes, stories, users } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { record } from '../../../outbox/record.ts';
import type { PurgeTag } from '../../../ports.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { changeStates, OFF_SCHEDULE } from '../episodes/states.ts';
import type { Episode } from '../episodes/team.ts';
import { episodeUnpublished } from '../events.ts';
import type { TeamStory } from '../stories/team.ts';
import { findMissing } from './readiness.ts';
import { settleStory } from './service.ts';

type Story = TeamStory['story'];

/** Part of the transaction that requests the account's deletion. Planned releases are cancelled for good. */
export async function withdrawEpisodes(tx: TransactionDeps, ownerId: string): Promise<void> {
  const now = tx.clock.now();
  for (const story of await lockStories(tx, ownerId)) {
    const shown = await lockEpisodes(tx, story, inArray(episodes.status, ['published', 'scheduled']));
    if (shown.length === 0) continue;
    const published = shown.filter(({ status }) => status === 'published');
    await changeStates(tx, published, { status: 'in_progress', withdrawnAt: now });
    const scheduled = shown.filter(({ status }) => status === 'scheduled');
    await changeStates(tx, scheduled, { status: 'in_progress', ...OFF_SCHEDULE });
    for (const episode of shown)
      await keepReceipt(tx, { episode, deed: 'withdraw', toStatus: 'in_progress', actorId: ownerId });
    for (const { id } of published) await record(tx, episodeUnpublished, { episodeId: id });
    await settle(tx, story, published);
  }
}

/** Running it again is harmless. Episodes that changed state meanwhile stay so. Incomplete ones stay drafts. */
export async function restoreEpisodes(deps: Deps, ownerId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [owner] = await tx.db.select().from(users).where(eq(users.id, ownerId)).for('share');
    // The owner asked for deletion again before this job ran.
    if (owner === undefined || owner.deletionRequestedAt !== null || owner.erasedAt !== null) return;
    for (const story of await lockStories(tx, ownerId)) {
      const withdrawn = await lockEpisodes(
        tx,
        story,
        and(eq(episodes.status, 'in_progress'), isNotNull(episodes.withdrawnAt)),
      );
      const whole: Episode[] = [];
      for (const episode of withdrawn)
        if ((await findMissing(tx, { episode, story })).length === 0) whole.push(episode);
      if (withdrawn.length === 0) continue;
      await changeStates(tx, withdrawn, { withdrawnAt: null });
      const isHeld = story.blockedAt !== null;
      await changeStates(tx, whole, isHeld ? blockedWith(story) : { status: 'published' });
      const toStatus = isHeld ? 'blocked' : 'published';
      for (const episode of whole)
        await keepReceipt(tx, { episode, deed: 'restore', toStatus, actorId: ownerId });
      await settle(tx, story, whole);
    }
  });
}

/** An administrator blocked the story meanwhile. Its restored episodes are blocked with it. */
const blockedWith = ({ blockedAt }: Story) =>
  ({ status: 'blocked', blockedFrom: 'published', blockedAt, blockedWithStory: true }) as const;

/** Everybody takes the locks in this order: story, then its episodes. */
const lockStories = (tx: TransactionDeps, ownerId: string): Promise<Story[]> =>
  tx.db
    .select()
    .from(stories)
    .where(and(eq(stories.ownerId, ownerId), isNull(stories.deletedAt)))
    .orderBy(stories.id)
    .for('update');

const lockEpisodes = (
  tx: TransactionDeps,
  story: Story,
  wanted: ReturnType<typeof and>,
): Promise<Episode[]> =>
  tx.db
    .select()
    .from(episodes)
    .where(and(eq(episodes.storyId, story.id), isNull(episodes.deletedAt), wanted))
    .orderBy(asc(episodes.id))
    .for('update');

async function settle(tx: TransactionDeps, story: Story, changed: readonly Episode[]): Promise<void> {
  await settleStory(tx, story.id, { update: false });
  purge(tx, [`story:${story.id}`, ...changed.map(({ id }): PurgeTag => `episode:${id}`), 'landing']);
}
