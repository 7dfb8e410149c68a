/**
 * Purging: what a committed change makes stale, told to every process by NOTIFY in the same transaction, so that no
 * process can see the notice without the change, nor the change without the notice.
 */
import { sql } from 'drizzle-orm';
import type { TransactionDeps } from '../deps.ts';

/** `landing:new`: something has come on top of the landing page, which may wait; what hides something says `landing`. */
export type PurgeTag =
  | `story:${string}`
  | `episode:${string}`
  | `profile:${string}`
  | 'landing'
  | 'landing:new'
  | 'all';

export const PURGE_CHANNEL = 'tsuzuki_purge';

/** NOTIFY refuses payloads of 8,000 bytes and more; longer lists are sent in parts. */
const TAGS_PER_NOTICE = 100;

export async function purge(tx: TransactionDeps, tags: readonly PurgeTag[]): Promise<void> {
  for (let at = 0; at < tags.length; at += TAGS_PER_NOTICE) {
    const payload = tags.slice(at, at + TAGS_PER_NOTICE).join(' ');
    await tx.db.execute(sql`select pg_notify(${PURGE_CHANNEL}, ${payload})`);
  }
  // This process does not wait for its own notice: whoever made the change must see it in the next answer.
  tx.afterCommit(() => tx.cache.purge(tags));
}
