/** Owns `cdn_purges`: tags to purge from a CDN, written with the change and sent by a job. */

import { asc, inArray } from 'drizzle-orm';
import { cdnPurges } from '#db/schema/index.ts';
import { purgeCdn } from '../../../cache/cdn.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { MINUTE_MS, SECOND_MS } from '../../../lib/durations.ts';
import { record } from '../../../outbox/record.ts';
import { cdnPurgeQueued } from '../events.ts';
import { dropLease, type Lease, takeLease } from './amounts.ts';

/** Purges again after this time. By then the CDN has received every response that it requested before the change. */
const AGAIN_AFTER_MS = 10 * SECOND_MS;
/** With more rows or tags than this, one tag purges the whole CDN. */
const ROWS_MAX_COUNT = 2_000;
const TAGS_MAX_COUNT = 1_000;
const ROUNDS = 20;
/** One sender at a time. After a failure nobody retries before the lease ends. */
const LEASE = 'cdn-purge';
const LEASE_MS = MINUTE_MS;

/** Call it in the transaction of the change. The writer never waits for the CDN. */
export async function addCdnPurge(tx: TransactionDeps, tags: readonly string[]): Promise<void> {
  // Our own cache may refresh `landing:new` later, but does so before the second purge.
  const known = [...new Set(tags.map((tag) => (tag === 'landing:new' ? 'landing' : tag)))];
  await tx.db.insert(cdnPurges).values({ tags: known, createdAt: tx.clock.now() });
  await record(tx, cdnPurgeQueued, { tags: [] });
  const runAt = new Date(tx.clock.now().getTime() + AGAIN_AFTER_MS);
  await record(tx, cdnPurgeQueued, { tags: known }, { runAt });
}

/** Sends all waiting purges, and those in `again` for the second time. */
export async function sendCdnPurges(deps: Deps, again: readonly string[] = []): Promise<void> {
  if (deps.config.CDN_PURGE_URL === undefined) return;
  if (again.length > 0)
    await deps.db.insert(cdnPurges).values({ tags: [...again], createdAt: deps.clock.now() });
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = deps.clock.now();
    const lease: Lease = { bucket: LEASE, endsAt: new Date(now.getTime() + LEASE_MS) };
    if (!(await takeLease(deps, lease, now))) return;
    const sent = await sendSome(deps).catch((err: unknown) => {
      // Throwing would fill the list of failed jobs. The sweep retries anyway.
      deps.log.error({ err }, 'could not purge the CDN; it serves old pages until then');
      return null;
    });
    if (sent === null) return;
    await dropLease(deps, lease);
    if (sent === 0) return;
  }
}

async function sendSome(deps: Deps): Promise<number> {
  const rows = await deps.db
    .select({ id: cdnPurges.id, tags: cdnPurges.tags })
    .from(cdnPurges)
    .orderBy(asc(cdnPurges.id))
    .limit(ROWS_MAX_COUNT);
  if (rows.length === 0) return 0;
  const tags = new Set(rows.flatMap((row) => row.tags));
  const isTooMuch = rows.length === ROWS_MAX_COUNT || tags.size > TAGS_MAX_COUNT;
  await purgeCdn(deps.config, isTooMuch || tags.has('all') ? ['all'] : [...tags]);
  const ids = rows.map(({ id }) => id);
  await deps.db.delete(cdnPurges).where(inArray(cdnPurges.id, ids));
  return rows.length;
}
