/** Many planned releases at once, as `scheduleEpisode` writes them. */
import { eq, inArray } from 'drizzle-orm';
import {
  episodeEvents,
  episodePages,
  episodes,
  media,
  outbox,
  stories,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { newId } from '../../server/lib/ids.ts';

const EPISODES_PER_STORY = 10;

export type Planned = { ids: string[]; storyIds: string[] };

export type PlanOptions = {
  count: number;
  publishAt(index: number): Date;
  /** False simulates lost jobs, so that only the sweep publishes. */
  jobs?: boolean;
};

/** Ready episodes of one page, ten per story, each with its own due time. */
export async function planReleases(
  { db }: Deps,
  { count, publishAt, jobs = true }: PlanOptions,
): Promise<Planned> {
  const ownerId = newId();
  const slug = `owner-${ownerId}`;
  await db.insert(users).values({
    id: ownerId,
    email: `${slug}@example.org`,
    emailConfirmedAt: new Date(),
    slug,
    displayName: 'Owner',
    dateOfBirth: '1990-01-31',
  });
  const picture = () => ({
    id: newId(),
    ownerId,
    purpose: 'page' as const,
    originalName: '1.jpg',
    hash: '0'.repeat(64),
    bytes: 1000,
    type: 'image/jpeg',
    width: 300,
    height: 420,
    processedAt: new Date(),
  });
  const storyRows = Array.from({ length: Math.ceil(count / EPISODES_PER_STORY) }, () => {
    const id = newId();
    const cover = { ...picture(), purpose: 'cover' as const };
    return { id, cover, slug: `story-${id}` };
  });
  await db.insert(media).values(storyRows.map(({ cover }) => cover));
  await db.insert(stories).values(
    storyRows.map(({ id, slug, cover }) => ({
      id,
      slug,
      ownerId,
      title: 'Night Train',
      publicationType: 'comics' as const,
      format: 'page_ltr' as const,
      genre: 'mystery',
      language: 'en',
      coverMediaId: cover.id,
    })),
  );
  const rows = Array.from({ length: count }, (_, index) => {
    const story = storyRows[index % storyRows.length];
    if (story === undefined) throw new Error('no story');
    const moment = publishAt(index);
    return {
      id: newId(),
      storyId: story.id,
      position: Math.floor(index / storyRows.length) + 1,
      title: `Episode ${index + 1}`,
      status: 'scheduled' as const,
      publishAt: moment,
      publishWallTime: moment.toISOString().slice(0, 19),
      publishZone: 'UTC',
      page: picture(),
    };
  });
  await db.insert(media).values(rows.map(({ page }) => page));
  await db.insert(episodes).values(rows.map(({ page: _page, ...episode }) => episode));
  await db.insert(episodePages).values(
    rows.map(({ id, page }) => ({
      id: newId(),
      episodeId: id,
      mediaId: page.id,
      position: 1,
      name: '1.jpg',
    })),
  );
  if (jobs) {
    await db.insert(outbox).values(
      rows.map(({ id, publishAt }) => ({
        name: 'episode.publish_due',
        payload: { episodeId: id, publishAt: publishAt.toISOString() },
        runAt: publishAt,
      })),
    );
  }
  return { ids: rows.map(({ id }) => id), storyIds: storyRows.map(({ id }) => id) };
}

export type Release = { episodeId: string; event: string; dueAt: Date | null; at: Date };

export async function releasesOf({ db }: Deps, ids: readonly string[]): Promise<Release[]> {
  return db
    .select({
      episodeId: episodeEvents.episodeId,
      event: episodeEvents.event,
      dueAt: episodeEvents.dueAt,
      at: episodeEvents.createdAt,
    })
    .from(episodeEvents)
    .where(inArray(episodeEvents.episodeId, [...ids]))
    .orderBy(episodeEvents.id);
}

export const countScheduled = async ({ db }: Deps): Promise<number> =>
  db.$count(episodes, eq(episodes.status, 'scheduled'));
