import { service } from '../../../deps.ts';
import type { Budget } from '../../../lib/budget.ts';
import type { EpisodeCache } from '../../coins/unlock/access-facts.ts';

export type View = {
  episodeId: string;
  /** The item before the advertisement. Absent when the episode itself was seen. */
  slot?: number;
  /** An advertisement of our own, which is also counted separately. */
  adId?: string;
  /** A click. The impression is a view of its own. */
  isFollowed?: true;
  /** Digest that identifies the reader within a day, at this slot or episode. */
  reader: string;
  /** Needed to exclude the story's team. */
  userId: string | null;
  country: string | null;
  seenAt: Date;
};

export type ViewCounter = {
  add(view: View): void;
  /** Purges pages of these stories once their counts are old. */
  showGrown(storyIds: readonly string[]): void;
  /** Counts all views so far. Resolves when that is done, or has failed and waits for the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
  readonly episodes: EpisodeCache;
  /** Views of one network. A network that exceeds it asks too often. */
  readonly views: Budget;
  /** The same for advertisements, of which an episode has several. Further ones are answered and ignored. */
  readonly impressions: Budget;
  /** New devices of one network at one episode. A device without cookies is new each time. */
  readonly newDevices: Budget;
  /** Devices of one network that count at one slot. Marks are free, and advertisements alone gain nobody anything. */
  readonly visitors: Budget;
  /** The same for devices without a mark. */
  readonly unmarked: Budget;
};

/** Buffer of views not yet in the database. */
export const viewCounter = service<ViewCounter>('views');
