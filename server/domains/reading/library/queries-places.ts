/** Resolves reading positions that a browser has stored for a visitor. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodes, media, stories, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isOpenIn } from '../reader/cards.ts';
import type { KeptPlace } from './contract-shelf.ts';
import { itemsCount } from './item-columns.ts';
import { presentShelfStory, shelfColumns } from './queries-library.ts';

const next = sql<number | null>`(select later.position from ${episodes} later
  where later.story_id = ${episodes.storyId} and later.position > ${episodes.position}
    and later.status = 'published' and later.deleted_at is null order by later.position limit 1)`;

/** One query. */
export async function findKeptPlaces(
  { db }: Deps,
  episodeIds: readonly string[],
  country: string | null,
): Promise<Static<typeof KeptPlace>[]> {
  const rows = await db
    .select({
      ...shelfColumns,
      episodeId: episodes.id,
      number: sql<number>`${episodes.position}`.mapWith(Number),
      items: itemsCount,
      next,
    })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .innerJoin(users, eq(users.id, stories.ownerId))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .where(
      and(
        inArray(episodes.id, [...episodeIds]),
        eq(episodes.status, 'published'),
        isNull(episodes.deletedAt),
        isOpenIn(country),
      ),
    );
  return rows.map((row) => ({
    episode_id: row.episodeId,
    story: presentShelfStory(row),
    number: row.number,
    items: row.items,
    next_number: row.next,
  }));
}
