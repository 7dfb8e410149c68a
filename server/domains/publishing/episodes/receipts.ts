/** Owns `episode_events`, written in the transaction of the action itself. */
import { type EpisodeStatus, episodeEvents } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import type { EpisodeAction } from './rules.ts';
import type { Episode } from './team.ts';

export type Receipt = {
  episode: Pick<Episode, 'id' | 'storyId' | 'status' | 'publishAt'>;
  deed: EpisodeAction;
  /** Null when the episode was deleted. */
  toStatus: EpisodeStatus | null;
  /** Null when a worker acted. */
  actorId: string | null;
  /** The new due time. Without it, the receipt names the old one. */
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
