/** Items of an episode, its pages or chapters, as parts of a select in which `episodes` and `episode_places` stand. */
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

/** While a version is kept for who paid, they alone read the episode, and read that one. */
const ofShown = (kept: SQL, own: SQL): SQL =>
  sql`case when ${episodes.keptVersion} is null then ${own} else ${kept} end`;

/** An episode has one kind of them. */
export const itemsCount = sql<number>`(${ofShown(
  sql`${countOf(keptPages)} + ${countOf(keptChapters)}`,
  sql`${countOf(episodePages)} + ${countOf(chapters)}`,
)})`.mapWith(Number);

/** Null for an item that is gone. */
const rankOf = (table: Items, itemId: AnyPgColumn): SQL => sql`nullif((select count(*) from ${table} known
  join ${table} upto on upto.episode_id = known.episode_id and (upto.position, upto.id) <= (known.position, known.id)
  where known.id = ${itemId} and known.episode_id = ${episodes.id}), 0)`;

/** The number by which the item stands now; the one before it where the item is gone. */
const numberNow = (itemId: AnyPgColumn, number: AnyPgColumn): SQL<number> =>
  sql<number>`(case when ${episodePlaces.lockVersion} = ${episodes.lockVersion} then ${number}
    else coalesce(${ofShown(
      sql`coalesce(${rankOf(keptPages, itemId)}, ${rankOf(keptChapters, itemId)})`,
      sql`coalesce(${rankOf(episodePages, itemId)}, ${rankOf(chapters, itemId)})`,
    )},
      greatest(1, least(${number} - 1, ${itemsCount}))) end)`.mapWith(Number) as SQL<number>;

export const itemNow = numberNow(episodePlaces.itemId, episodePlaces.item);
/** Items may have been sorted since: who stands at one has come at least that far. */
export const furthestItemNow =
  sql<number>`greatest(${itemNow}, ${numberNow(episodePlaces.furthestItemId, episodePlaces.furthestItem)})`.mapWith(
    Number,
  );

/** The id of the item with a number; the episode's own, which no item has, where there is none. */
export function itemIdAt(episodeId: string, item: number): SQL {
  const at = (table: Items) => sql`(select ${table.id} from ${table} where ${table.episodeId} = ${episodeId}
    order by ${table.position}, ${table.id} offset ${item - 1} limit 1)`;
  return sql`coalesce(${at(keptPages)}, ${at(keptChapters)}, ${at(episodePages)}, ${at(chapters)}, ${episodeId}::uuid)`;
}
