/** STO-30: owners can restore a deleted story for a while. References from money or reports keep the bare id. */

import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { dropEpisode } from '../episodes/service.ts';
import { changeStates, OFF_SCHEDULE } from '../episodes/states.ts';
import { episodeDeleted } from '../events.ts';
import { removeChapters } from '../novels/service.ts';
import { isBeforePurge, keptSince } from '../stories/rules.ts';
import { findLapsed, markDeleted, purgeStory } from '../stories/service.ts';
import { requireStory } from '../stories/team.ts';

const BATCH_SIZE = 50;

/** Deletes an unpublished episode. Later episodes move up, so that numbers have no gaps. */
export async function deleteEpisode(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { storyId } = await dropEpisode(tx, viewer, id);
    await removeChapters(tx, id);
    await record(tx, episodeDeleted, { storyId, episodeId: id });
  });
}

/** Deletes a work in progress after its title was typed again. Published stories cannot be deleted (STO-29). */
export async function deleteStory(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  typedTitle: string,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { story } = await requireStory(tx, viewer, storyId, 'delete', { forUpdate: true });
    if (story.published) throw conflict('story_published');
    const own = and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt));
    const blocked = await tx.db.$count(episodes, and(own, eq(episodes.status, 'blocked')));
    if (blocked > 0 || story.blockedAt !== null) throw conflict('story_blocked');
    if (typedTitle.trim() !== story.title) throw unprocessable({ title: ['title_differs'] });
    await callOffAll(tx, viewer, storyId);
    await markDeleted(tx, storyId, tx.clock.now());
    purge(tx, [`story:${storyId}`, 'landing']);
  });
}

/** A restored story has no planned releases. Nor do its episodes return with the owner's account. */
async function callOffAll(tx: TransactionDeps, viewer: Viewer, storyId: string): Promise<void> {
  const own = and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt));
  const held = await tx.db
    .select()
    .from(episodes)
    .where(and(own, or(eq(episodes.status, 'scheduled'), isNotNull(episodes.withdrawnAt))))
    .for('update');
  const planned = held.filter(({ status }) => status === 'scheduled');
  await changeStates(
    tx,
    held.filter(({ withdrawnAt }) => withdrawnAt !== null),
    { withdrawnAt: null },
  );
  await changeStates(tx, planned, { status: 'in_progress', ...OFF_SCHEDULE });
  for (const episode of planned)
    await keepReceipt(tx, { episode, deed: 'unschedule', toStatus: 'in_progress', actorId: viewer.id });
}

/** Repeating it changes nothing. Throws 404 for a story that is not the viewer's, or gone for good. */
export async function restoreStory(deps: Deps, viewer: Viewer, storyId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [story] = await tx.db
      .select()
      .from(stories)
      .where(and(eq(stories.id, storyId), eq(stories.ownerId, viewer.id)))
      .for('update');
    if (story === undefined) throw notFound('not_found');
    if (story.deletedAt === null) return;
    if (!isBeforePurge(story.deletedAt, tx.clock.now())) throw notFound('not_found');
    await markDeleted(tx, storyId, null);
  });
}

/** A sweep. Purges each story in its own transaction, so that a failure blocks no other. */
export async function purgeDeletedStories(deps: Deps): Promise<number> {
  const lapsed = await findLapsed(deps, keptSince(deps.clock.now()), BATCH_SIZE);
  for (const id of lapsed)
    await inTransaction(deps, (tx) => purgeStory(tx, id, keptSince(tx.clock.now()))).catch((error) => {
      deps.log.error({ err: error, storyId: id }, 'could not purge a deleted story');
    });
  return lapsed.length;
}
