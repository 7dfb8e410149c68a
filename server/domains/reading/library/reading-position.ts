/** Owns `episode_places` and `story_places`: a reader's position. The latest of any device counts. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { episodePlaces, episodes, storyPlaces } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { lockByName } from '../../../lib/locks.ts';
import { listReadable, type Reader, requireReadableEpisode } from '../reader/access.ts';
import { countSeconds } from '../reading-time/service.ts';
import { furthestItemNow, itemIdAt, itemNow, itemsCount } from './item-columns.ts';
import { type KnownPlace, mergePlace, type SentPlace } from './rules.ts';

export type EpisodePlace = SentPlace & { episodeId: string };

/** Stores the current position if it has moved, and counts the time. Throws the errors of reading: 404, 451, 402. */
export async function keepPlace(
  deps: Deps,
  reader: Reader,
  {
    seconds = 0,
    moved = true,
    ...place
  }: Omit<EpisodePlace, 'readAt'> & { seconds?: number | undefined; moved?: boolean | undefined },
): Promise<void> {
  const { episodeId } = place;
  await requireReadableEpisode(deps, episodeId, reader);
  const readAt = deps.clock.now();
  await inTransaction(deps, async (tx) => {
    if (moved) await putPlaces(tx, reader.viewer.id, [{ ...place, readAt }]);
    if (seconds > 0) await countSeconds(tx, reader.viewer.id, { episodeId, seconds });
  });
}

/** Takes over positions from before the sign-in, without unreadable episodes. Repeating it changes nothing. */
export async function bringPlaces(
  deps: Deps,
  reader: Reader,
  places: readonly EpisodePlace[],
): Promise<void> {
  const ids = new Set(places.map(({ episodeId }) => episodeId));
  const readable = new Set((await listReadable(deps, [...ids], reader)).map(({ id }) => id));
  const kept = places.filter(({ episodeId }) => readable.has(episodeId));
  if (kept.length > 0) await inTransaction(deps, (tx) => putPlaces(tx, reader.viewer.id, kept));
}

type Merged = { episodeId: string; storyId: string; lockVersion: number; items: number; place: KnownPlace };

async function putPlaces(
  tx: TransactionDeps,
  readerId: string,
  sent: readonly EpisodePlace[],
): Promise<void> {
  // One at a time per reader: positions of two devices are merged, and no other reader waits.
  await lockByName(tx, `places:${readerId}`);
  const merged = await mergeAll(tx, readerId, sent);
  if (merged.length === 0) return;
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  await tx.db
    .insert(episodePlaces)
    .values(
      merged.map(({ episodeId, lockVersion, place }) => ({
        readerId,
        episodeId,
        itemId: itemIdAt(episodeId, place.item),
        item: place.item,
        itemOffset: place.offset,
        furthestItemId: itemIdAt(episodeId, place.furthestItem),
        furthestItem: place.furthestItem,
        finished: place.finished,
        lockVersion,
        readAt: place.readAt,
      })),
    )
    .onConflictDoUpdate({
      target: [episodePlaces.readerId, episodePlaces.episodeId],
      set: {
        itemId: excluded('item_id'),
        item: excluded('item'),
        itemOffset: excluded('item_offset'),
        furthestItemId: excluded('furthest_item_id'),
        furthestItem: excluded('furthest_item'),
        finished: excluded('finished'),
        lockVersion: excluded('lock_version'),
        readAt: excluded('read_at'),
      },
    });
  await tx.db
    .insert(storyPlaces)
    .values(latestOf(merged).map((row) => ({ readerId, ...row })))
    .onConflictDoUpdate({
      target: [storyPlaces.readerId, storyPlaces.storyId],
      set: {
        episodeId: excluded('episode_id'),
        readAt: excluded('read_at'),
        putAwayAt: sql`case when ${storyPlaces.putAwayAt} >= excluded.read_at then ${storyPlaces.putAwayAt} end`,
      },
      setWhere: sql`${storyPlaces.readAt} <= excluded.read_at`,
    });
}

/** The new position in each episode. An episode without items has none. */
async function mergeAll(
  tx: TransactionDeps,
  readerId: string,
  sent: readonly EpisodePlace[],
): Promise<Merged[]> {
  const ids = [...new Set(sent.map(({ episodeId }) => episodeId))];
  const rows = await tx.db
    .select({
      episodeId: episodes.id,
      storyId: episodes.storyId,
      lockVersion: episodes.lockVersion,
      items: itemsCount,
      readAt: episodePlaces.readAt,
      item: itemNow,
      offset: episodePlaces.itemOffset,
      furthestItem: furthestItemNow,
      finished: episodePlaces.finished,
    })
    .from(episodes)
    .leftJoin(
      episodePlaces,
      and(eq(episodePlaces.episodeId, episodes.id), eq(episodePlaces.readerId, readerId)),
    )
    .where(inArray(episodes.id, ids));
  return rows.flatMap(({ episodeId, storyId, lockVersion, items, ...known }) => {
    const own = sent.filter((place) => place.episodeId === episodeId);
    const before = known.readAt === null ? null : (known as KnownPlace);
    const place = own.reduce<KnownPlace | null>((all, one) => mergePlace(all, one, items), before);
    return place === null || items === 0 ? [] : [{ episodeId, storyId, lockVersion, items, place }];
  });
}

function latestOf(merged: readonly Merged[]): { storyId: string; episodeId: string; readAt: Date }[] {
  const latest = new Map<string, { storyId: string; episodeId: string; readAt: Date }>();
  for (const { storyId, episodeId, place } of merged) {
    const before = latest.get(storyId);
    if (before === undefined || place.readAt > before.readAt)
      latest.set(storyId, { storyId, episodeId, readAt: place.readAt });
  }
  return [...latest.values()];
}
