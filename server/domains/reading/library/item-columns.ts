/** Items of an episode (pages or chapters), for selects that contain `episodes` and `episode_places`. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  chapters,
  episodePages,
  episodePlaces,
  episodes,
  keptChapters,
  keptPages,
} from '#db/schema/index.ts';

type Items = typeof episodePages | typeof chapters | typeof keptPages | typeof keptChapters;

const countOf = (table: Items): SQL =>
  sql`(select count(*) from ${table} where ${table.episodeId} = ${episodes.id})`;

/** An episode with a kept version is read only by its buyers, and only in that version. */
const ofShown = (kept: SQL, own: SQL): SQL =>
  sql`case when ${episodes.keptVersion} is null then ${own} else ${kept} end`;

/** An episode has either pages or chapters. */
export const itemsCount = sql<number>`(${ofShown(
  sql`${countOf(keptPages)} + ${countOf(keptChapters)}`,
  sql`${countOf(episodePages)} + ${countOf(chapters)}`,
)})`.mapWith(Number);

/** Null for an item that is gone. */
const rankOf = (table: Items, itemId: AnyPgColumn): SQL => sql`nullif((select count(*) from ${table} known
  join ${table} upto on upto.episode_id = known.episode_id and (upto.position, upto.id) <= (known.position, known.id)
  where known.id = ${itemId} and known.episode_id = ${episodes.id}), 0)`;

/** The item's current number. If the item is gone, the number before it. */
const numberNow = (itemId: AnyPgColumn, number: AnyPgColumn): SQL<number> =>
  sql<number>`(case when ${episodePlaces.lockVersion} = ${episodes.lockVersion} then ${number}
    else coalesce(${ofShown(
      sql`coalesce(${rankOf(keptPages, itemId)}, ${rankOf(keptChapters, itemId)})`,
      sql`coalesce(${rankOf(episodePages, itemId)}, ${rankOf(chapters, itemId)})`,
    )},
      greatest(1, least(${number} - 1, ${itemsCount}))) end)`.mapWith(Number) as SQL<number>;

export const itemNow = numberNow(episodePlaces.itemId, episodePlaces.item);
/** Items may have been sorted since. The current item always counts as reached. */
export const furthestItemNow =
  sql<number>`greatest(${itemNow}, ${numberNow(episodePlaces.furthestItemId, episodePlaces.furthestItem)})`.mapWith(
    Number,
  );

/** The id of the item with this number. If there is none, the episode's id, which no item has. */
export function itemIdAt(episodeId: string, item: number): SQL {
  const at = (table: Items) => sql`(select ${table.id} from ${table} where ${table.episodeId} = ${episodeId}
    order by ${table.position}, ${table.id} offset ${item - 1} limit 1)`;
  return sql`coalesce(${at(keptPages)}, ${at(keptChapters)}, ${at(episodePages)}, ${at(chapters)}, ${episodeId}::uuid)`;
}
