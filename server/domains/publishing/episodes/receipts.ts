/** Owns `episode_events`: what happened to an episode and who did it, written in the transaction of the deed itself. */
import { type EpisodeStatus, episodeEvents } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { EpisodeDeed } from './rules.ts';
import type { Episode } from './team.ts';

export type Receipt = {
  /** As it was before. */
  episode: Pick<Episode, 'id' | 'storyId' | 'status' | 'publishAt'>;
  deed: EpisodeDeed;
  /** Null when nothing is left of it. */
  toStatus: EpisodeStatus | null;
  /** Null when a worker did it. */
  actorId: string | null;
  /** When it is due from now on; without it the receipt names the moment it was due. */
  dueAt?: Date;
  note?: string;
};

export async function keepReceipt(
  tx: TransactionDeps,
  { episode, deed, toStatus, actorId, dueAt, note }: Receipt,
): Promise<void> {
  await tx.db.insert(episodeEvents).values({
    storyId: episode.storyId,
    episodeId: episode.id,
    event: deed,
    fromStatus: episode.status,
    toStatus,
    actorId,
    dueAt: dueAt ?? episode.publishAt,
    note: note ?? null,
    createdAt: tx.clock.now(),
  });
}
