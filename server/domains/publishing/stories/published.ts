import { sql } from 'drizzle-orm';
import { purge } from '../../../cache/purge.ts';
import type { TransactionDeps } from '../../../deps.ts';

/** A story is published while it has a published episode (decisions.md §5). Its last update is the last publication. */
export async function settlePublished(
  tx: TransactionDeps,
  storyId: string,
  { update }: { update: boolean },
): Promise<void> {
  const now = tx.clock.now();
  const { rows } = await tx.db.execute<{ owner_id: string }>(sql`
    update stories s set
      published = p.any_published,
      first_published_at = case when p.any_published then coalesce(s.first_published_at, ${now}) else s.first_published_at end,
      last_update = case when ${update} then ${now} else s.last_update end
    from (select exists (
      select 1 from episodes where story_id = ${storyId} and status = 'published' and deleted_at is null
    ) as any_published) p
    where s.id = ${storyId}
    returning s.owner_id`);
  // The creator's page lists the story once it has a published episode.
  purge(
    tx,
    rows.map(({ owner_id }) => `profile:${owner_id}` as const),
  );
}
