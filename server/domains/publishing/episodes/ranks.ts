/** Owns `published_rank`: the position of an episode among the published ones of its story. */
import { sql } from 'drizzle-orm';
import type { TransactionDeps } from '../../../deps.ts';

/** Call it after changing the order or states of a story's episodes. */
export async function rankEpisodes(tx: TransactionDeps, storyId: string): Promise<void> {
  await tx.db.execute(sql`
    update episodes e set published_rank = r.rank
    from (
      select id, 1 + count(*) filter (where status = 'published')
        over (order by position rows between unbounded preceding and 1 preceding) as rank
      from episodes where story_id = ${storyId} and deleted_at is null
    ) r
    where e.id = r.id and e.published_rank <> r.rank`);
}
