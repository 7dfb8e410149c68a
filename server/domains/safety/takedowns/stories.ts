/**
 * Administrators block whole stories. Public and planned episodes are blocked, too, and restored later. Each episode
 * has its own state, so that other checks need not know about stories.
 */

import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, notFound } from '../../../lib/errors.ts';
import { isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import { recordAll } from '../../../outbox/record.ts';
import type { PurgeTag } from '../../../ports.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { logAction } from '../../platform/audit/log.ts';
import { keepReceipt } from '../../publishing/episodes/receipts.ts';
import { changeStates, OFF_SCHEDULE } from '../../publishing/episodes/states.ts';
import type { Episode } from '../../publishing/episodes/team.ts';
import { episodeBlocked, episodePublished, episodeUnpublished } from '../../publishing/events.ts';
import { settleStory } from '../../publishing/releases/service.ts';
import { markBlocked } from '../../publishing/stories/service.ts';
import type { TeamStory } from '../../publishing/stories/team.ts';
import { isLeaving } from './episodes.ts';
import { statusAfterStoryBlock } from './rules.ts';
import { endStatement, issueStatement, type Reasons } from './statements.ts';

type Story = TeamStory['story'];

/** Throws 409 when already blocked. */
export async function blockStory(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  reasons: Reasons,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const story = await lockStory(tx, viewer, storyId);
    if (story.blockedAt !== null) throw conflict('invalid_state');
    const note = reasons.reason.trim();
    const now = tx.clock.now();
    await markBlocked(tx, storyId, now);
    // Includes kept versions that readers paid for.
    const shown = await lockEpisodes(
      tx,
      storyId,
      or(
        inArray(episodes.status, ['published', 'scheduled']),
        and(eq(episodes.status, 'in_progress'), isNotNull(episodes.keptVersion)),
      ),
    );
    const block = { status: 'blocked', blockedAt: now, blockedReason: note, blockedWithStory: true } as const;
    const published = withStatus(shown, 'published');
    await changeStates(tx, published, { ...block, blockedFrom: 'published' });
    // Keeps the schedule, which applies again if the block ends in time.
    await changeStates(tx, withStatus(shown, 'scheduled'), { ...block, blockedFrom: 'scheduled' });
    const kept = withStatus(shown, 'in_progress');
    // Withdrawn with the owner's account: published again if the owner stays.
    const withdrawn = kept.filter(({ withdrawnAt }) => withdrawnAt !== null);
    await changeStates(tx, withdrawn, { ...block, blockedFrom: 'published', withdrawnAt: null });
    const drafts = kept.filter(({ withdrawnAt }) => withdrawnAt === null);
    await changeStates(tx, drafts, { ...block, blockedFrom: 'in_progress' });
    for (const episode of shown)
      await keepReceipt(tx, { episode, deed: 'block', toStatus: 'blocked', actorId: viewer.id, note });
    const what = { type: 'story', id: storyId, storyId, ownerId: story.ownerId } as const;
    const { number, ground, category, rule } = await issueStatement(tx, viewer, what, reasons);
    logSecurity(tx, 'story_blocked', { storyId, actorId: viewer.id });
    await recordAll(
      tx,
      episodeUnpublished,
      published.map(({ id: episodeId }) => ({ episodeId })),
    );
    const blockedAt = now.toISOString();
    await recordAll(
      tx,
      episodeBlocked,
      shown.map(({ id: episodeId }) => ({ storyId, episodeId, blockedAt })),
    );
    await settle(tx, storyId, shown);
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'story_blocked',
      subject: subjectOf(story),
      details: { statement: number, ground, category, rule, episodes: shown.length },
      reason: note,
    });
  });
}

/** Throws 409 when not blocked. Episodes with a block of their own stay blocked. */
export async function unblockStory(deps: Deps, viewer: Viewer, storyId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const story = await lockStory(tx, viewer, storyId);
    await liftStory(tx, viewer, story);
    await logAction(tx, { actorId: viewer.id, deed: 'story_unblocked', subject: subjectOf(story) });
  });
}

/** The caller logs the action. */
export async function liftStory(tx: TransactionDeps, viewer: Viewer, story: Story): Promise<void> {
  if (story.blockedAt === null) throw conflict('invalid_state');
  const now = tx.clock.now();
  await markBlocked(tx, story.id, null);
  const held = await lockEpisodes(tx, story.id, eq(episodes.blockedWithStory, true));
  const leaving = await isLeaving(tx, story.ownerId);
  const lifted = {
    blockedAt: null,
    blockedFrom: null,
    blockedReason: null,
    blockedWithStory: false,
  } as const;
  const to = (status: string): Episode[] =>
    held.filter(
      (each) => statusAfterStoryBlock(each.blockedFrom, { publishAt: each.publishAt, now }) === status,
    );
  const [published, scheduled, drafts] = [to('published'), to('scheduled'), to('in_progress')];
  await changeStates(
    tx,
    published,
    leaving ? { ...lifted, status: 'in_progress', withdrawnAt: now } : { ...lifted, status: 'published' },
  );
  // An owner who is leaving has no scheduled releases.
  if (leaving) drafts.push(...scheduled.splice(0));
  await changeStates(tx, scheduled, { ...lifted, status: 'scheduled' });
  await changeStates(tx, drafts, { ...lifted, status: 'in_progress', ...OFF_SCHEDULE });
  const after = new Map([
    ...published.map(({ id }) => [id, leaving ? 'in_progress' : 'published'] as const),
    ...scheduled.map(({ id }) => [id, 'scheduled'] as const),
  ]);
  for (const episode of held) {
    const toStatus = after.get(episode.id) ?? 'in_progress';
    await keepReceipt(tx, { episode, deed: 'unblock', toStatus, actorId: viewer.id });
  }
  await endStatement(tx, viewer, story.id);
  logSecurity(tx, 'story_unblocked', { storyId: story.id, actorId: viewer.id });
  if (!leaving)
    await recordAll(
      tx,
      episodePublished,
      published.map(({ id: episodeId }) => ({ episodeId, first: false })),
    );
  await settle(tx, story.id, held);
}

export async function lockStory(tx: TransactionDeps, viewer: Viewer, storyId: string): Promise<Story> {
  if (!isAdministrator(viewer)) throw forbidden('administrators_only');
  const [story] = await tx.db
    .select()
    .from(stories)
    .where(and(eq(stories.id, storyId), isNull(stories.deletedAt)))
    .for('update');
  if (story === undefined) throw notFound('not_found');
  return story;
}

const lockEpisodes = (
  tx: TransactionDeps,
  storyId: string,
  wanted: ReturnType<typeof and>,
): Promise<Episode[]> =>
  tx.db
    .select()
    .from(episodes)
    .where(and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt), wanted))
    .orderBy(asc(episodes.id))
    .for('update');

const withStatus = (some: readonly Episode[], status: Episode['status']): Episode[] =>
  some.filter((each) => each.status === status);

async function settle(tx: TransactionDeps, storyId: string, changed: readonly Episode[]): Promise<void> {
  await settleStory(tx, storyId, { update: false });
  purge(tx, [`story:${storyId}`, ...changed.map(({ id }): PurgeTag => `episode:${id}`), 'landing']);
}

const subjectOf = ({ id, title }: Story) => ({ type: 'story' as const, id, name: title });
