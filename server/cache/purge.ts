/** NOTIFY runs in the transaction of the change: no process sees the notice without the change or vice versa. */

import type { TransactionDeps } from '../deps.ts';
import { addCdnPurge } from '../domains/platform/tables/cdn-purges.ts';
import type { PurgeTag, SubjectKind, WholeTag } from '../ports.ts';

export const SUBJECT_KINDS = ['story', 'episode', 'profile'] as const satisfies readonly SubjectKind[];

export const WHOLE_TAGS = ['landing', 'landing:new', 'ads', 'all'] as const satisfies readonly WholeTag[];

export const PURGE_CHANNEL = 'tsuzuki_purge';

export const LISTENER_NAME = 'tsuzuki-purges';

/** Precedes the mark of a call, at the start of a notice. A program that knows no calls then purges all. */
export const CALL_SIGN = '@';

export const heardChannel = (ear: number): string => `tsuzuki_purge_heard_${ear}`;

/** NOTIFY refuses payloads of 8,000 bytes and more; longer lists are sent in parts. */
const TAGS_PER_NOTICE = 100;

/** May be called repeatedly: one transaction sends all its tags with its commit. */
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
    // Only the last notice asks for an acknowledgement: notices of one commit arrive in order.
    const isMarked = mark !== null && at + TAGS_PER_NOTICE >= tags.length;
    notices.add(PURGE_CHANNEL, isMarked ? `${CALL_SIGN}${mark} ${part}` : part);
  }
  if (tx.config.CDN_PURGE_URL !== undefined) await addCdnPurge(tx, tags);
  tx.afterCommit(async () => {
    // Does not wait for our own notice: the author of the change must see it in the next answer.
    cache.purge(tags);
    if (mark !== null) await others?.heardBy(mark, listeners);
  });
}
