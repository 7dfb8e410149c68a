/** Moves episodes between their states. */

import { inArray } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { conflict } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { mayPublish } from '../../accounts/accounts/rules.ts';
import { nextStatus } from '../../platform/policy/rules.ts';
import { rankEpisodes } from '../episodes/ranks.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { changeState, OFF_SCHEDULE } from '../episodes/states.ts';
import { type Episode, type FoundEpisode, requireEpisode, requireVersion } from '../episodes/team.ts';
import { episodePublished, episodeUnpublished } from '../events.ts';
import { settlePublished } from '../stories/published.ts';
import { findMissing } from './readiness.ts';

/** Publishes now (EPI-23). Throws 409 `not_ready` with what is missing, or for a wrong state. */
export async function publishEpisode(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  { lockVersion }: { lockVersion?: number } = {},
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const found = await requireEpisode(tx, viewer, episodeId, 'publish', { forUpdate: true });
    const { episode, story } = found;
    nextStatus(episode.status, 'publish');
    requireUnblocked(story);
    requireVersion(episode, lockVersion);
    await requirePublisher(tx, viewer, story.ownerId);
    await requireReady(tx, found);
    await makePublished(tx, found, { deed: 'publish', actorId: viewer.id });
  });
}

/** Nothing of a story is published while an administrator blocks it. */
export function requireUnblocked({ blockedAt }: FoundEpisode['story']): void {
  if (blockedAt !== null) throw conflict('story_is_blocked');
}

/** Sets the first publication only once. */
export async function makePublished(
  tx: TransactionDeps,
  { episode, story }: FoundEpisode,
  { deed, actorId }: { deed: 'publish' | 'due'; actorId: string | null },
): Promise<void> {
  const now = tx.clock.now();
  await changeState(tx, episode, {
    status: 'published',
    publishedAt: now,
    firstPublishedAt: episode.firstPublishedAt ?? now,
    withdrawnAt: null,
    ...OFF_SCHEDULE,
  });
  await keepReceipt(tx, { episode, deed, toStatus: 'published', actorId });
  await settleStory(tx, story.id, { update: true });
  await record(tx, episodePublished, {
    episodeId: episode.id,
    first: episode.firstPublishedAt === null,
  });
  purge(tx, [`episode:${episode.id}`, `story:${story.id}`, 'landing:new']);
}

/** Hides a published episode from readers at once (EPI-29, EPI-30). Unlocks stay. */
export async function unpublishEpisode(deps: Deps, viewer: Viewer, episodeId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode, story } = await requireEpisode(tx, viewer, episodeId, 'publish', { forUpdate: true });
    nextStatus(episode.status, 'unpublish');
    await changeState(tx, episode, {
      status: 'in_progress',
      publishedAt: null,
    });
    await keepReceipt(tx, { episode, deed: 'unpublish', toStatus: 'in_progress', actorId: viewer.id });
    await settleStory(tx, story.id, { update: false });
    await record(tx, episodeUnpublished, { episodeId });
    purgeEpisode(tx, episode);
  });
}

/** Requires a confirmed address (decisions.md §4), an owner who is not leaving, and a guardian's consent for minors. */
export async function requirePublisher(deps: Deps, viewer: Viewer, ownerId: string): Promise<void> {
  const problem = await findPublisherProblem(deps, viewer, ownerId);
  if (problem !== null) throw conflict(problem);
}

export type PublisherProblem = 'email_unconfirmed' | 'account_deleting' | 'guardian_needed';

/** For the editor, which tells in advance what will be refused. */
export async function findPublisherProblem(
  deps: Deps,
  viewer: Viewer,
  ownerId: string,
): Promise<PublisherProblem | null> {
  if (!viewer.emailConfirmed) return 'email_unconfirmed';
  const people = await deps.db
    .select()
    .from(users)
    .where(inArray(users.id, [viewer.id, ownerId]));
  const owner = people.find(({ id }) => id === ownerId);
  if (owner === undefined || owner.deletionRequestedAt !== null) return 'account_deleting';
  const today = utcDay(deps.clock.now());
  const isAllowed = people.every(({ dateOfBirth, guardianConsentAt }) =>
    mayPublish({ dateOfBirth, guardianConsent: guardianConsentAt !== null, today }),
  );
  return isAllowed ? null : 'guardian_needed';
}

export async function requireReady(deps: Deps, found: FoundEpisode): Promise<void> {
  const missing = await findMissing(deps, found);
  if (missing.length > 0) throw conflict('not_ready', { missing, body: { missing } });
}

export async function settleStory(
  tx: TransactionDeps,
  storyId: string,
  { update }: { update: boolean },
): Promise<void> {
  await rankEpisodes(tx, storyId);
  await settlePublished(tx, storyId, { update });
}

export const purgeEpisode = (tx: TransactionDeps, { id, storyId }: Episode): void =>
  purge(tx, [`episode:${id}`, `story:${storyId}`, 'landing']);

/** The story's pages, the landing page and the calendar show the next announced release. */
export const purgeAnnouncement = (tx: TransactionDeps, { storyId }: Pick<Episode, 'storyId'>): void =>
  purge(tx, [`story:${storyId}`, 'landing']);
