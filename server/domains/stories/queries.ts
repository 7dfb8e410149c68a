/** Reads of stories as the console shows them. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodes, media, stories, storyMembers } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { pictureAddress } from '../media/present.ts';
import { privateSigner } from '../media/signing.ts';
import type { ConsoleStory } from './contract.ts';

export type ConsoleStoryView = Static<typeof ConsoleStory>;
export type StoryFilter = 'all' | 'published' | 'work_in_progress';

const episodesCount = sql<number>`(select count(*) from ${episodes} where ${episodes.storyId} = ${stories.id} and ${episodes.deletedAt} is null)`;
const publishedCount = sql<number>`(select count(*) from ${episodes} where ${episodes.storyId} = ${stories.id} and ${episodes.deletedAt} is null and ${episodes.status} = 'published')`;

const columns = {
  story: stories,
  role: storyMembers.role,
  cover: media,
  episodesCount: episodesCount.mapWith(Number),
  publishedCount: publishedCount.mapWith(Number),
};

const ownStories = (deps: Deps, viewer: Viewer) =>
  deps.db
    .select(columns)
    .from(stories)
    .innerJoin(storyMembers, and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, viewer.id)))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .$dynamic();

/** One page of the viewer's stories, last changed first, and how many there are under each filter. */
export async function listOwnStories(
  deps: Deps,
  viewer: Viewer,
  { filter = 'all', page = 1, perPage = 24 }: { filter?: StoryFilter; page?: number; perPage?: number },
): Promise<{ stories: ConsoleStoryView[]; total: number; counts: Record<StoryFilter, number> }> {
  const wanted = filter === 'all' ? undefined : eq(stories.published, filter === 'published');
  const rows = await ownStories(deps, viewer)
    .where(and(isNull(stories.deletedAt), wanted))
    .orderBy(desc(stories.lastUpdate), desc(stories.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const counts = await countOwnStories(deps, viewer);
  return { stories: rows.map((row) => presentOwnStory(deps, row)), total: counts[filter], counts };
}

async function countOwnStories(deps: Deps, viewer: Viewer): Promise<Record<StoryFilter, number>> {
  const [row] = await deps.db
    .select({
      all: count(),
      published: sql<number>`count(*) filter (where ${stories.published})`.mapWith(Number),
    })
    .from(stories)
    .innerJoin(storyMembers, and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, viewer.id)))
    .where(isNull(stories.deletedAt));
  const { all, published } = row ?? { all: 0, published: 0 };
  return { all, published, work_in_progress: all - published };
}

export async function findOwnStory(deps: Deps, viewer: Viewer, storyId: string): Promise<ConsoleStoryView> {
  const [row] = await ownStories(deps, viewer).where(and(eq(stories.id, storyId), isNull(stories.deletedAt)));
  if (row === undefined) throw notFound('not_found');
  return presentOwnStory(deps, row);
}

type Row = Awaited<ReturnType<typeof ownStories>>[number];

function presentOwnStory(
  deps: Deps,
  { story, role, cover, episodesCount, publishedCount }: Row,
): ConsoleStoryView {
  const sign = privateSigner(deps);
  return {
    id: story.id,
    slug: story.slug,
    title: story.title,
    description: story.description,
    publication_type: story.publicationType,
    format: story.format,
    rating: story.rating,
    genre: story.genre,
    language: story.language,
    tags: story.tags,
    cover_media_id: story.coverMediaId,
    cover_url: cover && pictureAddress(cover, 640, sign),
    mini_thumbnail_url: cover && pictureAddress(cover, 160, sign),
    published: story.published,
    role,
    episodes_count: episodesCount,
    published_count: publishedCount,
    subscribers_count: story.subscribersCount,
    views_count: story.viewsCount,
    last_update: story.lastUpdate.toISOString(),
    lock_version: story.lockVersion,
  };
}
