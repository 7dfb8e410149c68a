/** What was sent is made into pages, but not into more than the photographs show. */
import type { House } from '../support/house.ts';

/** The demo left many a job for later that no photograph needs; the queue's order does not matter here. */
export async function processUploads(house: House): Promise<void> {
  await house.deps.pool.query(
    `update outbox set relayed_at = now() where name = 'media.make_avif' or name like '%avif%'`,
  );
  await house.runJobs();
}
