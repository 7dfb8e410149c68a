import { sql } from 'drizzle-orm';
import type { TransactionDeps } from '../../../deps.ts';

/**
 * Five indexes contain the value, so views are truncated to three digits. Skips stories that are locked right now, so
 * that nobody waits. Returns the updated ids.
 */
export async function rankStories(
  tx: TransactionDeps,
  stories: readonly { id: string; views: number }[],
): Promise<string[]> {
  if (stories.length === 0) return [];
  const ids = sql.param(stories.map(({ id }) => id));
  const views = sql.param(stories.map((story) => story.views));
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with wished as (
      select v.id, trunc(v.views, least(0, 3 - length(v.views::text)))::bigint as popularity
      from unnest(${ids}::uuid[], ${views}::bigint[]) as v (id, views)
    ), stale as (
      select s.id from stories s join wished w using (id) where s.popularity <> w.popularity
      for no key update of s skip locked
    ), moved as (
      update stories s set popularity = w.popularity from wished w join stale using (id) where s.id = w.id
    )
    select id from stale
    union all select w.id from wished w join stories s using (id) where s.popularity = w.popularity`);
  return rows.map(({ id }) => id);
}
