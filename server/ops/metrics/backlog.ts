/** Counts all backlogs in one query. Each count has a maximum, so long queues cost no more than short ones. */
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { isOpen } from '../../domains/platform/tables/failures.ts';

export type Backlog = {
  outbox: { count: number; oldestSeconds: number };
  mails: { count: number; oldestSeconds: number };
  failedJobs: number;
  overdueSeconds: number;
  failedSweeps: string[];
};

const MOST = 10_000;

export async function findBacklog({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Backlog> {
  const { rows } = await db.execute<Record<string, number | string | null>>(sql`
    select
      (select count(*) from (select 1 from outbox where relayed_at is null limit ${MOST}) as few)::int as outbox,
      (select created_at from outbox where relayed_at is null order by id limit 1) as outbox_since,
      (select count(*) from (select 1 from mails where sent_at is null limit ${MOST}) as few)::int as mails,
      (select min(created_at)
        from (select created_at from mails where sent_at is null limit ${MOST}) as few) as mails_since,
      (select count(*) from (select 1 from failed_jobs where ${isOpen()} limit ${MOST}) as few)::int as failed,
      (select episodes.publish_at
        from episodes join stories on stories.id = episodes.story_id
        where episodes.status = 'scheduled' and episodes.deleted_at is null and stories.deleted_at is null
        order by episodes.publish_at, episodes.id limit 1) as next_release,
      (select string_agg(name, ' ') from schedule_runs where error is not null) as sweeps`);
  const row = rows[0] ?? {};
  const nowMs = clock.now().getTime();
  const since = (moment: number | string | null | undefined): number =>
    moment == null ? 0 : Math.max(0, (nowMs - new Date(moment).getTime()) / 1000);
  return {
    outbox: { count: Number(row.outbox), oldestSeconds: since(row.outbox_since) },
    mails: { count: Number(row.mails), oldestSeconds: since(row.mails_since) },
    failedJobs: Number(row.failed),
    overdueSeconds: since(row.next_release),
    failedSweeps: row.sweeps == null ? [] : String(row.sweeps).split(' '),
  };
}
