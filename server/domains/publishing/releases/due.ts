/**
 * `publish_at` is the truth. A delayed job makes releases punctual, and a sweep makes them certain. The second to come
 * finds nothing to do (OPS-01, OPS-02).
 */

import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { episodes, stories, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../../outbox/record.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { canHappen } from '../../platform/policy/rules.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { changeState, OFF_SCHEDULE } from '../episodes/states.ts';
import type { FoundEpisode } from '../episodes/team.ts';
import { episodeCalledOff } from '../events.ts';
import { lockEpisode } from './lock.ts';
import { findMissing } from './readiness.ts';
import type { MissingPart } from './rules.ts';
import { makePublished, purgeAnnouncement } from './service.ts';

const BATCH_SIZE = 200;
/** On a slow database a release takes seconds, and running one by one they would fall behind. */
const AT_ONCE = 4;
/** Together with the pause between two rounds, shorter than the allowed delay of a release. */
const SILENT_MAX_MS = 2_500;

export type DueEpisode = { episodeId: string; publishAt: Date };

/** Does nothing unless the episode is still scheduled for that time, and the time has come. */
export async function publishDue(
  deps: Deps,
  { episodeId, publishAt }: DueEpisode,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    // A worker that is cut off here would block the episode. The database aborts its transaction, and the next sweep
    // retries.
    const found = await lockEpisode(tx, episodeId, { skipLocked, silentMaxMs: SILENT_MAX_MS });
    if (found === null || !canHappen(found.episode.status, 'due')) return;
    const dueAt = found.episode.publishAt?.getTime();
    if (dueAt !== publishAt.getTime() || dueAt > tx.clock.now().getTime()) return;
    const missing = await findMissing(tx, found);
    // Still processing its pictures: the sweep publishes it once they are ready (PAG-10).
    if (missing.length === 1 && missing[0] === 'pages_processing') return;
    if (missing.length > 0) await callOff(tx, found, missing);
    else {
      await makePublished(tx, found, { deed: 'due', actorId: null });
      tx.afterCommit(() => tx.metrics.released((tx.clock.now().getTime() - dueAt) / 1000));
    }
  });
}

type InFlight = { episodeIds: Set<string>; releasing: number };

const nothingInFlight = (): InFlight => ({ episodeIds: new Set(), releasing: 0 });

/** Its rounds may overlap. Together they run at most `AT_ONCE` releases, and never the same one twice. */
export function createReleaseSweep(): (deps: Deps) => Promise<void> {
  const inFlight = nothingInFlight();
  return (deps) => publishAllDue(deps, inFlight);
}

/**
 * One transaction per release, longest due first. Skips locked episodes until the next round. A failure blocks no other
 * release. Any number of rounds may run at once.
 */
export async function publishAllDue(deps: Deps, inFlight = nothingInFlight()): Promise<void> {
  // Otherwise earlier releases are still running, and the next round comes soon.
  for (let after: FoundDue | null = null; inFlight.releasing < AT_ONCE; ) {
    const batch: FoundDue[] = await findDue(deps, after);
    await publishBatch(deps, inFlight, batch);
    after = batch.at(-1) ?? null;
    if (batch.length < BATCH_SIZE) return;
  }
}

async function publishBatch(deps: Deps, inFlight: InFlight, batch: readonly FoundDue[]): Promise<void> {
  const free = batch.filter(({ episodeId }) => !inFlight.episodeIds.has(episodeId));
  // Releases of the same story wait for each other anyway.
  const stories = Map.groupBy(free, ({ storyId }) => storyId);
  const atOnce = Math.min(AT_ONCE - inFlight.releasing, stories.size);
  if (atOnce <= 0) return;
  const left = stories.values();
  const publishSome = async (): Promise<void> => {
    for (const story of left)
      for (const due of story) {
        await publishDue(deps, due, { skipLocked: true }).catch((error) => {
          deps.log.error({ err: error, episodeId: due.episodeId }, 'could not publish a due episode');
        });
        inFlight.episodeIds.delete(due.episodeId);
      }
  };
  for (const { episodeId } of free) inFlight.episodeIds.add(episodeId);
  inFlight.releasing += atOnce;
  await Promise.all(Array.from({ length: atOnce }, publishSome));
  inFlight.releasing -= atOnce;
}

type FoundDue = DueEpisode & { storyId: string };

async function findDue(deps: Deps, after: DueEpisode | null): Promise<FoundDue[]> {
  const rows = await deps.db
    .select({ episodeId: episodes.id, storyId: episodes.storyId, publishAt: episodes.publishAt })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(
      and(
        // Written out, so that the partial index applies.
        sql`${episodes.status} = 'scheduled'`,
        lte(episodes.publishAt, deps.clock.now()),
        isNull(episodes.deletedAt),
        isNull(stories.deletedAt),
        after === null
          ? undefined
          : gt(
              sql`(${episodes.publishAt}, ${episodes.id})`,
              sql`(${after.publishAt}, ${after.episodeId}::uuid)`,
            ),
      ),
    )
    .orderBy(asc(episodes.publishAt), asc(episodes.id))
    .limit(BATCH_SIZE);
  return rows.flatMap(({ publishAt, ...row }) => (publishAt === null ? [] : [{ ...row, publishAt }]));
}

/** The episode is due but not ready. Makes it a draft again and notifies its owner. */
async function callOff(
  tx: TransactionDeps,
  { episode, story }: FoundEpisode,
  missing: readonly MissingPart[],
): Promise<void> {
  await changeState(tx, episode, {
    status: 'in_progress',
    ...OFF_SCHEDULE,
  });
  await keepReceipt(tx, {
    episode,
    deed: 'due_not_ready',
    toStatus: 'in_progress',
    actorId: null,
    note: missing.join(','),
  });
  await record(tx, episodeCalledOff, {
    episodeId: episode.id,
    deed: newId(tx.clock.now().getTime()),
  });
  // The announced time has passed. Pages now show the next announced episode.
  if (episode.isAnnounced) purgeAnnouncement(tx, episode);
  const [owner] = await tx.db.select().from(users).where(eq(users.id, story.ownerId));
  // An unconfirmed address may be a stranger's.
  if (owner === undefined || owner.emailConfirmedAt === null) return;
  await queueMail(tx, {
    userId: owner.id,
    kind: 'episode_not_published',
    to: owner.email,
    locale: owner.language,
    data: { episodeId: episode.id, missing: missing.join(',') },
  });
}
