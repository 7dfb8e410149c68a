/** Fills the shelves of the demo's people through readers' own actions. Can run again after an interruption. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { viewerOf } from '../../server/domains/accounts/sessions/rules.ts';
import { rateStory } from '../../server/domains/community/likes/service.ts';
import { makeCollection } from '../../server/domains/reading/library/collections.ts';
import { putStory } from '../../server/domains/reading/library/entries.ts';
import { followCollection } from '../../server/domains/reading/library/following.ts';
import { keepPlace } from '../../server/domains/reading/library/reading-position.ts';
import { subscribe } from '../../server/domains/reading/library/subscriptions.ts';
import type { Reader } from '../../server/domains/reading/reader/access.ts';
import { DAY_MS, HOUR_MS } from '../../server/lib/durations.ts';
import { isAppError } from '../../server/lib/errors.ts';
import { collections, episodes, stories, type users } from '../schema/index.ts';
import {
  type DemoCollection,
  demoCollections,
  demoPlaces,
  demoStars,
  demoSubscriptions,
} from './content/shelves.ts';
import { randomFrom } from './random.ts';

type People = ReadonlyMap<string, typeof users.$inferSelect>;
type Seen = { deps: Deps; readerOf: (key: string) => Reader | null; storyOf: ReadonlyMap<string, string> };

export async function fillShelves(deps: Deps, people: People): Promise<void> {
  const now = deps.clock.now();
  const rows = await deps.db.select({ id: stories.id, slug: stories.slug }).from(stories);
  const seen: Seen = {
    deps,
    storyOf: new Map(rows.map(({ id, slug }) => [slug, id])),
    readerOf: (key) => {
      const user = people.get(key);
      if (user === undefined || user.deletionRequestedAt !== null) return null;
      return { viewer: viewerOf(user, { id: '', provenAt: null }, now), country: null };
    },
  };
  const reader = seen.readerOf('reader');
  if (reader !== null) {
    await followStories(seen, reader);
    await keepPlaces(seen, reader);
  }
  for (const collection of demoCollections) await collect(seen, collection);
  await rateAll(seen, [...people.keys()]);
}

const ago = (deps: Deps, ms: number): Deps => {
  const then = new Date(deps.clock.now().getTime() - ms);
  return { ...deps, clock: { ...deps.clock, now: () => then } };
};

/** Ignores refusals: a smaller demo lacks some stories, and others are hidden or sold. */
async function whereShown(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

async function followStories({ deps, storyOf }: Seen, reader: Reader): Promise<void> {
  for (const { slug, daysAgo, notify } of demoSubscriptions) {
    const storyId = storyOf.get(slug);
    if (storyId !== undefined)
      await whereShown(() => subscribe(ago(deps, daysAgo * DAY_MS), reader, { storyId, notify }));
  }
}

async function keepPlaces({ deps, storyOf }: Seen, reader: Reader): Promise<void> {
  for (const { slug, episode, item, hoursAgo } of demoPlaces) {
    const isMeant = and(
      eq(episodes.storyId, storyOf.get(slug) ?? reader.viewer.id),
      eq(episodes.position, episode),
    );
    const [row] = await deps.db.select({ id: episodes.id }).from(episodes).where(isMeant);
    if (row === undefined) continue;
    const place = { episodeId: row.id, item, furthestItem: item, offset: 0 };
    await whereShown(() => keepPlace(ago(deps, hoursAgo * HOUR_MS), reader, place));
  }
}

async function collect({ deps, readerOf, storyOf }: Seen, made: DemoCollection): Promise<void> {
  const owner = readerOf(made.by);
  if (owner === null) return;
  const { title, about, shared } = made;
  const isKnown = and(eq(collections.ownerId, owner.viewer.id), eq(collections.title, title));
  const [known] = await deps.db.select({ id: collections.id }).from(collections).where(isKnown);
  const id = known?.id ?? (await makeCollection(deps, owner.viewer, { title, about, shared }));
  for (const { slug, why } of made.stories) {
    const storyId = storyOf.get(slug);
    if (storyId !== undefined)
      await whereShown(() => putStory(deps, owner, { collectionId: id, storyId, why }));
  }
  for (const key of made.followedBy ?? []) {
    const follower = readerOf(key);
    if (follower !== null) await whereShown(() => followCollection(deps, follower.viewer, id));
  }
}

/** Most people rate most stories, with the same stars on every run. Nobody rates their own. */
async function rateAll({ deps, readerOf, storyOf }: Seen, keys: readonly string[]): Promise<void> {
  for (const [slug, storyId] of storyOf) {
    for (const key of keys) {
      const rater = readerOf(key);
      const random = randomFrom(`stars ${slug}/${key}`);
      const stars = demoStars[Math.floor(random.between(0, demoStars.length))] ?? 4;
      if (rater !== null && random.between(0, 1) < 0.8)
        await whereShown(() => rateStory(deps, rater, storyId, stars));
    }
  }
}
