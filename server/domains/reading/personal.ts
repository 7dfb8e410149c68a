import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import {
  attentionDays,
  attentionReaders,
  collectionFollowers,
  collectionStories,
  collections,
  episodeCounters,
  episodePlaces,
  episodes,
  readingSettings,
  stories,
  storyChoices,
  storyCounters,
  storyPlaces,
  subscriptions,
} from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';
import { takeBack } from './counts/leaving.ts';

export async function collectAttention(deps: Deps, { id }: Person) {
  const { readerId, counted } = attentionReaders;
  const [chosen] = await deps.db.select({ counted }).from(attentionReaders).where(eq(readerId, id));
  const days = await deps.db
    .select({
      day: attentionDays.day,
      storyId: attentionDays.storyId,
      seconds: attentionDays.seconds,
      ads: attentionDays.ads,
    })
    .from(attentionDays)
    .where(eq(attentionDays.readerId, id))
    .orderBy(asc(attentionDays.day), asc(attentionDays.storyId));
  return { files: { attention: { counted: chosen?.counted ?? true, days } } };
}

export async function eraseAttention(tx: TransactionDeps, { id }: Person): Promise<void> {
  await tx.db.delete(attentionReaders).where(eq(attentionReaders.readerId, id));
  await tx.db.delete(attentionDays).where(eq(attentionDays.readerId, id));
}

export async function collectFigures(deps: Deps, { id }: Person) {
  const own = eq(stories.ownerId, id);
  const ofStories = await deps.db
    .select({ counters: storyCounters })
    .from(storyCounters)
    .innerJoin(stories, eq(stories.id, storyCounters.storyId))
    .where(own)
    .orderBy(asc(stories.id));
  const ofEpisodes = await deps.db
    .select({ counters: episodeCounters })
    .from(episodeCounters)
    .innerJoin(episodes, eq(episodes.id, episodeCounters.episodeId))
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(own)
    .orderBy(asc(episodes.storyId), asc(episodes.position));
  const figures = [ofStories, ofEpisodes].map((rows) => rows.map(({ counters }) => counters));
  return { files: { figures: { stories: figures[0], episodes: figures[1] } } };
}

export async function collectLibrary(deps: Deps, { id }: Person) {
  const followed = await deps.db
    .select({
      storyId: subscriptions.storyId,
      notify: subscriptions.notify,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(eq(subscriptions.readerId, id))
    .orderBy(asc(subscriptions.storyId));
  const { readerId: _self, ...columns } = getTableColumns(episodePlaces);
  const places = await deps.db
    .select(columns)
    .from(episodePlaces)
    .where(eq(episodePlaces.readerId, id))
    .orderBy(asc(episodePlaces.episodeId));
  const latest = await deps.db
    .select({
      storyId: storyPlaces.storyId,
      episodeId: storyPlaces.episodeId,
      readAt: storyPlaces.readAt,
      putAwayAt: storyPlaces.putAwayAt,
    })
    .from(storyPlaces)
    .where(eq(storyPlaces.readerId, id))
    .orderBy(asc(storyPlaces.storyId));
  const { readerId: _reader, ...choiceColumns } = getTableColumns(storyChoices);
  const choices = await deps.db
    .select(choiceColumns)
    .from(storyChoices)
    .where(eq(storyChoices.readerId, id))
    .orderBy(asc(storyChoices.storyId));
  const settings = await deps.db
    .select({
      glideSpeed: readingSettings.glideSpeed,
      prose: readingSettings.prose,
      proseChosenAt: readingSettings.proseChosenAt,
      notes: readingSettings.notes,
      notesChosenAt: readingSettings.notesChosenAt,
    })
    .from(readingSettings)
    .where(eq(readingSettings.readerId, id));
  const own = await deps.db
    .select()
    .from(collections)
    .where(eq(collections.ownerId, id))
    .orderBy(asc(collections.id));
  const held = await deps.db
    .select(getTableColumns(collectionStories))
    .from(collectionStories)
    .innerJoin(collections, eq(collections.id, collectionStories.collectionId))
    .where(eq(collections.ownerId, id))
    .orderBy(asc(collectionStories.collectionId), asc(collectionStories.position));
  // Grouped once, because a thousand collections may have hundreds of stories each.
  const byCollection = Map.groupBy(held, ({ collectionId }) => collectionId);
  const storiesOf = (collectionId: string) =>
    (byCollection.get(collectionId) ?? []).map(({ storyId, position, why, addedAt }) => ({
      storyId,
      position,
      why,
      addedAt,
    }));
  const lists = await deps.db
    .select({ collectionId: collectionFollowers.collectionId, createdAt: collectionFollowers.createdAt })
    .from(collectionFollowers)
    .where(eq(collectionFollowers.readerId, id))
    .orderBy(asc(collectionFollowers.collectionId));
  return {
    files: {
      followed_collections: lists,
      subscriptions: followed,
      reading_places: { episodes: places, stories: latest },
      reading_choices: { stories: choices, everywhere: settings },
      collections: own.map(({ ownerId: _own, ...row }) => ({ ...row, stories: storiesOf(row.id) })),
    },
  };
}

export async function eraseLibrary(tx: TransactionDeps, { id }: Person): Promise<void> {
  const followed = await tx.db
    .delete(subscriptions)
    .where(eq(subscriptions.readerId, id))
    .returning({ storyId: subscriptions.storyId });
  await takeBack(tx, { subscribedStoryIds: followed.map(({ storyId }) => storyId) });
  await tx.db.delete(episodePlaces).where(eq(episodePlaces.readerId, id));
  await tx.db.delete(storyChoices).where(eq(storyChoices.readerId, id));
  await tx.db.delete(readingSettings).where(eq(readingSettings.readerId, id));
  await tx.db.delete(storyPlaces).where(eq(storyPlaces.readerId, id));
  await tx.db.delete(collections).where(eq(collections.ownerId, id));
  await leaveAll(tx, id);
}

/** Followed collections lose a follower, in the common order by id. */
async function leaveAll(tx: TransactionDeps, readerId: string): Promise<void> {
  const left = await tx.db
    .delete(collectionFollowers)
    .where(eq(collectionFollowers.readerId, readerId))
    .returning({ id: collectionFollowers.collectionId });
  if (left.length === 0) return;
  const ids = left.map(({ id }) => id);
  await tx.db
    .select({ id: collections.id })
    .from(collections)
    .where(inArray(collections.id, ids))
    .orderBy(asc(collections.id))
    .for('update');
  await tx.db
    .update(collections)
    .set({ followersCount: sql`greatest(0, ${collections.followersCount} - 1)` })
    .where(inArray(collections.id, ids));
}
