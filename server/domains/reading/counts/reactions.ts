/**
 * Actions that come in crowds. One statement, its own transaction, also counts everything: one round trip, and nothing
 * can be lost in between. Returns the totals before the statement plus the action itself, or nothing if nothing was
 * done.
 */
import { type SQL, sql } from 'drizzle-orm';
import { KINDS, type Kind, type Raising, raisingParts } from './counter-shards.ts';

/** `deed` inserts the like, and returns a row if there was none. */
export function countedLike(deed: SQL, { storyId, episodeId, day }: Record<string, SQL>): SQL {
  const pending = sql`pending as (
    insert into pending_figures (story_id, episode_id, day, likes)
    select ${storyId}, ${episodeId}, ${day}, 1 where exists (select 1 from deed)),`;
  const wanted = [{ name: 'likes_count', delta: sql`1` }];
  return counted('episode', sql`deed as (${deed}), ${pending}`, { id: episodeId as SQL, wanted });
}

/** The same for a reader's first rating. */
export function countedRating(deed: SQL, { storyId, stars }: Record<string, SQL>): SQL {
  const ofEach = [1, 2, 3, 4, 5].map((given) => ({
    name: `stars_${given}`,
    delta: sql`(${stars} = ${sql.raw(String(given))})::int`,
  }));
  const wanted = [
    { name: 'ratings_sum', delta: stars as SQL },
    { name: 'ratings_count', delta: sql`1` },
    ...ofEach,
  ];
  return counted('story', sql`deed as (${deed}),`, { id: storyId as SQL, wanted });
}

function counted(kind: Kind, deed: SQL, raising: Raising): SQL {
  const { table, key } = KINDS[kind];
  const totals = raising.wanted.map(({ name, delta }) => {
    const column = sql.identifier(name);
    return sql`(coalesce(max(c.${column}), 0) + coalesce(sum(s.${column}), 0) + ${delta})::int as ${column}`;
  });
  return sql`
    with ${deed} ${raisingParts(kind, raising)}
    select ${sql.join(totals, sql`, `)}
    from (select 1) one left join ${table} c on c.${key} = ${raising.id}
      left join counter_slots s on s.subject_id = ${raising.id}
    having exists (select 1 from deed)`;
}
