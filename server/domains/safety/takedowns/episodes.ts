/** The administrator's hand on an episode: block and unblock (EPI-38, EPI-40). Readers lose and get it back at once. */
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
import { lockEpisode } from '../../publishing/releases/lock.ts';
import { statusAfterUnblock } from '../../publishing/releases/rules.ts';
import { purgeAnnouncement, purgeEpisode, settleStory } from '../../publishing/releases/service.ts';
import { endStatement, issueStatement, type Reasons } from './statements.ts';

/** From any other state. A planned release is void, and does not come back. Throws 409 for what is blocked already. */
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
      // Readers had it until its owner asked to leave: that is what it comes back to.
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
      await record(tx, 'episode.unpublished', { episodeId });
      purgeEpisode(tx, episode);
    }
    await record(tx, 'episode.blocked', { storyId: story.id, episodeId, blockedAt: blockedAt.toISOString() });
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'episode_blocked',
      subject: subjectOf(found),
      details: { statement: number, ground, category, rule },
      reason: note,
    });
  });
}

/** Published again if it was, with its old date and told to nobody; else in progress. */
export async function unblockEpisode(deps: Deps, viewer: Viewer, episodeId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const found = await requireAny(tx, viewer, episodeId);
    await liftEpisode(tx, viewer, found);
    await logAction(tx, { actorId: viewer.id, deed: 'episode_unblocked', subject: subjectOf(found) });
  });
}

/** Part of a deed that stands in the log by itself. Throws 409 for what came with the block of its story. */
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
    // Its own block is lifted, and that of its story holds it.
    await changeState(tx, episode, {
      blockedAt: story.blockedAt,
      blockedReason: null,
      blockedWithStory: true,
    });
    await keepReceipt(tx, { episode, deed: 'unblock', toStatus: 'blocked', actorId: viewer.id });
    return;
  }
  // An owner who is leaving gets it back with the rest of their stories, if they stay.
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
  await record(tx, 'episode.published', { episodeId, first: false });
  purgeEpisode(tx, episode);
}

/** The team is not asked: this is above it. */
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
