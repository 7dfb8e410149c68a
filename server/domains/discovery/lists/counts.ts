/** Owns `browse_counts`: how many stories there are of each kind. */
import { sql } from 'drizzle-orm';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction } from '../../../deps.ts';

export async function countKinds(deps: Deps): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { rows } = await tx.db.execute(sql`
      with present as (
        select genre, language, publication_type, count(*)::int as stories_count from stories
        where published and deleted_at is null group by genre, language, publication_type
      ), gone as (
        delete from browse_counts c where not exists (
          select 1 from present p where (p.genre, p.language, p.publication_type) = (c.genre, c.language, c.publication_type))
        returning 1
      ), kept as (
        insert into browse_counts as c (genre, language, publication_type, stories_count) select * from present
        on conflict (genre, language, publication_type) do update set stories_count = excluded.stories_count
        where c.stories_count <> excluded.stories_count
        returning 1
      )
      select 1 from gone union all select 1 from kept limit 1`);
    if (rows.length > 0) purge(tx, ['landing:new']);
  });
}
