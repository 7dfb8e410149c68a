/** The administrator's hand on an episode: block and unblock (EPI-38, EPI-40). Readers lose and get it back at once. */
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { forbidden, notFound } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { record } from '../../outbox/record.ts';
import { logSecurity } from '../../process/security-log.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { changeState, OFF_SCHEDULE } from '../episodes/states.ts';
import type { FoundEpisode } from '../episodes/team.ts';
import { nextStatus } from '../policy/rules.ts';
import { lockEpisode } from './lock.ts';
import { statusAfterUnblock } from './rules.ts';
import { purgeAnnouncement, purgeEpisode, settleStory } from './service.ts';

/** From any other state. A planned release is void, and does not come back. Throws 409 for what is blocked already. */
export async function blockEpisode(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  { reason }: { reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode, story } = await requireAny(tx, viewer, episodeId);
    nextStatus(episode.status, 'block');
    const now = tx.clock.now();
    await changeState(tx, episode, {
      status: 'blocked',
      blockedAt: now,
      // Readers had it until its owner asked to leave: that is what it comes back to.
      blockedFrom: episode.withdrawnAt === null ? episode.status : 'published',
      withdrawnAt: null,
      blockedReason: reason.trim(),
      ...OFF_SCHEDULE,
    });
    const note = reason.trim();
    await keepReceipt(tx, { episode, deed: 'block', toStatus: 'blocked', actorId: viewer.id, note });
    logSecurity(tx, 'episode_blocked', { episodeId, actorId: viewer.id });
    if (episode.isAnnounced) await purgeAnnouncement(tx, episode);
    if (episode.status !== 'published') return;
    await settleStory(tx, story.id, { update: false });
    await record(tx, 'episode.unpublished', { episodeId });
    await purgeEpisode(tx, episode);
  });
}

/** Published again if it was, with its old date and told to nobody; else in progress. */
export async function unblockEpisode(deps: Deps, viewer: Viewer, episodeId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode, story } = await requireAny(tx, viewer, episodeId);
    nextStatus(episode.status, 'unblock');
    const now = tx.clock.now();
    const wished = statusAfterUnblock(episode.blockedFrom);
    // An owner who is leaving gets it back with the rest of their stories, if they stay.
    const isWithdrawn = wished === 'published' && (await isLeaving(tx, story.ownerId));
    const status = isWithdrawn ? 'in_progress' : wished;
    await changeState(tx, episode, {
      status,
      ...(isWithdrawn ? { withdrawnAt: now } : {}),
      blockedAt: null,
      blockedFrom: null,
      blockedReason: null,
    });
    await keepReceipt(tx, { episode, deed: 'unblock', toStatus: status, actorId: viewer.id });
    logSecurity(tx, 'episode_unblocked', { episodeId, actorId: viewer.id });
    if (status !== 'published') return;
    await settleStory(tx, story.id, { update: false });
    await record(tx, 'episode.published', { episodeId, first: false });
    await purgeEpisode(tx, episode);
  });
}

/** The team is not asked: this is above it. */
async function requireAny(tx: TransactionDeps, viewer: Viewer, episodeId: string): Promise<FoundEpisode> {
  if (!viewer.administrator) throw forbidden('administrators_only');
  const found = await lockEpisode(tx, episodeId);
  if (found === null) throw notFound('not_found');
  return found;
}

async function isLeaving(tx: TransactionDeps, ownerId: string): Promise<boolean> {
  const [owner] = await tx.db
    .select({ at: users.deletionRequestedAt })
    .from(users)
    .where(eq(users.id, ownerId));
  return owner === undefined || owner.at !== null;
}
