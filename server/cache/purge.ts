/**
 * Purging: what a committed change makes stale, told to every process by NOTIFY in the same transaction, so that no
 * process can see the notice without the change, nor the change without the notice.
 */
import type { TransactionDeps } from '../deps.ts';
import { addCdnPurge } from '../domains/platform/tables/cdn-purges.ts';

/** `landing:new`: something has come on top of the landing page, which may wait; what hides something says `landing`. `ads`: our own advertisements. */
export type PurgeTag =
  | `story:${string}`
  | `episode:${string}`
  | `profile:${string}`
  | 'landing'
  | 'ads'
  | 'landing:new'
  | 'all';

export const PURGE_CHANNEL = 'tsuzuki_purge';

/** The name of the connections that listen to it, by which they are found. */
export const LISTENER_NAME = 'tsuzuki-purges';

/** Stands before the mark of a call, at the head of a notice. A program that knows no calls purges all on hearing one. */
export const CALL_SIGN = '@';

/** Where the process hears acknowledgements that listens on this connection. */
export const heardChannel = (ear: number): string => `tsuzuki_purge_heard_${ear}`;

/** NOTIFY refuses payloads of 8,000 bytes and more; longer lists are sent in parts. */
const TAGS_PER_NOTICE = 100;

/** However often a transaction calls it, all is told at once with its commit. */
export function purge(tx: TransactionDeps, tags: readonly PurgeTag[]): void {
  const isFirst = tx.purges.size === 0 && tags.length > 0;
  for (const tag of tags) tx.purges.add(tag);
  if (isFirst) tx.beforeCommit(() => announce(tx, [...tx.purges]));
}

async function announce(tx: TransactionDeps, tags: readonly PurgeTag[]): Promise<void> {
  const { notices, cache } = tx;
  const { others } = cache;
  const mark = others?.begin() ?? null;
  let listeners: number[] = [];
  const tell = (all: number[]): void => {
    listeners = all;
  };
  if (mark !== null) notices.callRoll({ name: LISTENER_NAME, except: others?.ear ?? null, tell });
  for (let at = 0; at < tags.length; at += TAGS_PER_NOTICE) {
    const part = tags.slice(at, at + TAGS_PER_NOTICE).join(' ');
    // Heard is what comes last: notices of one commit arrive in their order.
    const isMarked = mark !== null && at + TAGS_PER_NOTICE >= tags.length;
    notices.add(PURGE_CHANNEL, isMarked ? `${CALL_SIGN}${mark} ${part}` : part);
  }
  if (tx.config.CDN_PURGE_URL !== undefined) await addCdnPurge(tx, tags);
  tx.afterCommit(async () => {
    // This process does not wait for its own notice: whoever made the change must see it in the next answer.
    cache.purge(tags);
    if (mark !== null) await others?.heardBy(mark, listeners);
  });
}
