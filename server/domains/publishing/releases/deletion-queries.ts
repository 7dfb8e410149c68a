import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { media, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { pictureAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import { keptSince, keptUntil } from '../stories/rules.ts';
import type { DeletedStory } from './contract.ts';

export type DeletedStories = {
  stories: Static<typeof DeletedStory>[];
  page: number;
  per_page: number;
  total: number;
};

const ofEpisodes = (table: string) =>
  sql<number>`(select count(*) from ${sql.identifier(table)} x join episodes e on e.id = x.episode_id
    where e.story_id = ${stories.id} and e.deleted_at is null)`.mapWith(Number);

export async function listDeletedStories(
  deps: Deps,
  viewer: Viewer,
  { page = 1, perPage = 24 }: { page?: number | undefined; perPage?: number | undefined },
): Promise<DeletedStories> {
  const kept = and(
    eq(stories.ownerId, viewer.id),
    isNotNull(stories.deletedAt),
    gte(stories.deletedAt, keptSince(deps.clock.now())),
  );
  const rows = await deps.db
    .select({
      story: stories,
      cover: media,
      episodes: sql<number>`(select count(*) from episodes e
        where e.story_id = ${stories.id} and e.deleted_at is null)`.mapWith(Number),
      pages: ofEpisodes('episode_pages'),
      chapters: ofEpisodes('chapters'),
    })
    .from(stories)
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .where(kept)
    .orderBy(desc(stories.deletedAt), desc(stories.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const sign = privateSigner(deps);
  const present = ({ story, cover, ...counts }: (typeof rows)[number]) => ({
    id: story.id,
    slug: story.slug,
    title: story.title,
    publication_type: story.publicationType,
    language: story.language,
    mini_thumbnail_url: cover && pictureAddress(cover, 160, sign),
    episodes_count: counts.episodes,
    pages_count: counts.pages,
    chapters_count: counts.chapters,
    deleted_at: (story.deletedAt ?? deps.clock.now()).toISOString(),
    kept_until: keptUntil(story.deletedAt ?? deps.clock.now()).toISOString(),
  });
  return {
    stories: rows.map(present),
    page,
    per_page: perPage,
    total: await deps.db.$count(stories, kept),
  };
}
