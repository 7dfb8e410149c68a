/** Moves episodes between their states; the only code that writes an episode's status and what a story derives from it. */
import { eq, sql } from 'drizzle-orm';
import { episodes, users } from '../../../db/schema/index.ts';
import { purge } from '../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { conflict } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { record } from '../../outbox/record.ts';
import { requireEpisode, requireVersion } from '../episodes/team.ts';
import { findShortcomings } from './readiness.ts';
import { nextStatus, type Shortcoming } from './rules.ts';

/** Publishes now (EPI-23). Throws 409 `not_ready` with what is missing, or for a state that cannot be published. */
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
    requireVersion(episode, lockVersion);
    await requirePublisher(tx, viewer, story.ownerId);
    const missing = await findShortcomings(tx, found);
    if (missing.length > 0) throw notReady(missing);
    const now = deps.clock.now();
    await tx.db
      .update(episodes)
      .set({
        status: 'published',
        publishedAt: now,
        firstPublishedAt: episode.firstPublishedAt ?? now,
        withdrawnAt: null,
        publishAt: null,
        publishWallTime: null,
        publishZone: null,
        lockVersion: episode.lockVersion + 1,
        updatedAt: now,
      })
      .where(eq(episodes.id, episodeId));
    await settleStory(tx, story.id, { update: true });
    await record(tx, 'episode.published', { episodeId, first: episode.firstPublishedAt === null });
    await purgeEpisode(tx, story.id, episodeId);
  });
}

/** Takes a published episode away from readers at once (EPI-29, EPI-30); unlocks are kept. */
export async function unpublishEpisode(deps: Deps, viewer: Viewer, episodeId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode, story } = await requireEpisode(tx, viewer, episodeId, 'publish', { forUpdate: true });
    nextStatus(episode.status, 'unpublish');
    await tx.db
      .update(episodes)
      .set({
        status: 'in_progress',
        publishedAt: null,
        lockVersion: episode.lockVersion + 1,
        updatedAt: deps.clock.now(),
      })
      .where(eq(episodes.id, episodeId));
    await settleStory(tx, story.id, { update: false });
    await record(tx, 'episode.unpublished', { episodeId });
    await purgeEpisode(tx, story.id, episodeId);
  });
}

/** Who publishes has proven their address (decisions.md §4), and nothing is published for an owner who is leaving. */
async function requirePublisher(deps: Deps, viewer: Viewer, ownerId: string): Promise<void> {
  if (!viewer.emailConfirmed) throw conflict('email_unconfirmed');
  const [owner] = await deps.db
    .select({ deletionRequestedAt: users.deletionRequestedAt })
    .from(users)
    .where(eq(users.id, ownerId));
  if (owner === undefined || owner.deletionRequestedAt !== null) throw conflict('account_deleting');
}

const notReady = (missing: readonly Shortcoming[]) => conflict('not_ready', { missing, body: { missing } });

/** A story is published while it has a published episode (decisions.md §5); its last update is the last publication. */
export async function settleStory(
  tx: TransactionDeps,
  storyId: string,
  { update }: { update: boolean },
): Promise<void> {
  const now = tx.clock.now();
  await tx.db.execute(sql`
    update stories s set
      published = p.any_published,
      first_published_at = case when p.any_published then coalesce(s.first_published_at, ${now}) else s.first_published_at end,
      last_update = case when ${update} then ${now} else s.last_update end
    from (select exists (
      select 1 from episodes where story_id = ${storyId} and status = 'published' and deleted_at is null
    ) as any_published) p
    where s.id = ${storyId}`);
}

const purgeEpisode = (tx: TransactionDeps, storyId: string, episodeId: string): Promise<void> =>
  purge(tx, [`episode:${episodeId}`, `story:${storyId}`, 'landing']);
