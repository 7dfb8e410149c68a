/** Administrators block and unblock episodes (EPI-38, EPI-40), with immediate effect for readers. */

import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, notFound } from '../../../lib/errors.ts';
import { isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { logAction } from '../../platform/audit/log.ts';
import { nextStatus } from '../../platform/policy/rules.ts';
import { keepReceipt } from '../../publishing/episodes/receipts.ts';
import { changeState, OFF_SCHEDULE } from '../../publishing/episodes/states.ts';
import type { FoundEpisode } from '../../publishing/episodes/team.ts';
import { episodeBlocked, episodePublished, episodeUnpublished } from '../../publishing/events.ts';
import { lockEpisode } from '../../publishing/releases/lock.ts';
import { statusAfterUnblock } from '../../publishing/releases/rules.ts';
import { purgeAnnouncement, purgeEpisode, settleStory } from '../../publishing/releases/service.ts';
import { endStatement, issueStatement, type Reasons } from './statements.ts';

/** Allowed in any other state. Cancels a planned release for good. Throws 409 when already blocked. */
export async function blockEpisode(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  reasons: Reasons,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const found = await requireAny(tx, viewer, episodeId);
    const { episode, story } = found;
    nextStatus(episode.status, 'block');
    const note = reasons.reason.trim();
    const blockedAt = tx.clock.now();
    await changeState(tx, episode, {
      status: 'blocked',
      blockedAt,
      // Readers had it until the owner asked to leave, so unblocking publishes it again.
      blockedFrom: episode.withdrawnAt === null ? episode.status : 'published',
      withdrawnAt: null,
      blockedReason: note,
      ...OFF_SCHEDULE,
    });
    await keepReceipt(tx, { episode, deed: 'block', toStatus: 'blocked', actorId: viewer.id, note });
    logSecurity(tx, 'episode_blocked', { episodeId, actorId: viewer.id });
    const what = { type: 'episode', id: episodeId, storyId: story.id, ownerId: story.ownerId } as const;
    const { number, ground, category, rule } = await issueStatement(tx, viewer, what, reasons);
    if (episode.isAnnounced) purgeAnnouncement(tx, episode);
    if (episode.status === 'published') {
      await settleStory(tx, story.id, { update: false });
      await record(tx, episodeUnpublished, { episodeId });
      purgeEpisode(tx, episode);
    }
    await record(tx, episodeBlocked, { storyId: story.id, episodeId, blockedAt: blockedAt.toISOString() });
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'episode_blocked',
      subject: subjectOf(found),
      details: { statement: number, ground, category, rule },
      reason: note,
    });
  });
}

/** Publishes it again if it was public, with its old date and without notifications. Otherwise in progress. */
export async function unblockEpisode(deps: Deps, viewer: Viewer, episodeId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const found = await requireAny(tx, viewer, episodeId);
    await liftEpisode(tx, viewer, found);
    await logAction(tx, { actorId: viewer.id, deed: 'episode_unblocked', subject: subjectOf(found) });
  });
}

/** The caller logs the action. Throws 409 for an episode blocked together with its story. */
export async function liftEpisode(
  tx: TransactionDeps,
  viewer: Viewer,
  { episode, story }: FoundEpisode,
): Promise<void> {
  const { id: episodeId } = episode;
  nextStatus(episode.status, 'unblock');
  if (episode.blockedWithStory) throw conflict('story_is_blocked');
  await endStatement(tx, viewer, episodeId);
  logSecurity(tx, 'episode_unblocked', { episodeId, actorId: viewer.id });
  const wished = statusAfterUnblock(episode.blockedFrom);
  if (wished === 'published' && story.blockedAt !== null) {
    // The story's block still applies to the episode.
    await changeState(tx, episode, {
      blockedAt: story.blockedAt,
      blockedReason: null,
      blockedWithStory: true,
    });
    await keepReceipt(tx, { episode, deed: 'unblock', toStatus: 'blocked', actorId: viewer.id });
    return;
  }
  // The owner is leaving. If they stay, the episode returns with their other stories.
  const isWithdrawn = wished === 'published' && (await isLeaving(tx, story.ownerId));
  const status = isWithdrawn ? 'in_progress' : wished;
  await changeState(tx, episode, {
    status,
    ...(isWithdrawn ? { withdrawnAt: tx.clock.now() } : {}),
    blockedAt: null,
    blockedFrom: null,
    blockedReason: null,
  });
  await keepReceipt(tx, { episode, deed: 'unblock', toStatus: status, actorId: viewer.id });
  if (status !== 'published') return;
  await settleStory(tx, story.id, { update: false });
  await record(tx, episodePublished, { episodeId, first: false });
  purgeEpisode(tx, episode);
}

/** Administrators only, whatever the team. */
async function requireAny(tx: TransactionDeps, viewer: Viewer, episodeId: string): Promise<FoundEpisode> {
  if (!isAdministrator(viewer)) throw forbidden('administrators_only');
  const found = await lockEpisode(tx, episodeId);
  if (found === null) throw notFound('not_found');
  return found;
}

const subjectOf = ({ episode, story }: FoundEpisode) => ({
  type: 'episode' as const,
  id: episode.id,
  name: `${story.title} ${episode.position ?? ''}: ${episode.title}`,
});

export async function isLeaving(tx: TransactionDeps, ownerId: string): Promise<boolean> {
  const [owner] = await tx.db
    .select({ at: users.deletionRequestedAt })
    .from(users)
    .where(eq(users.id, ownerId));
  return owner === undefined || owner.at !== null;
}
