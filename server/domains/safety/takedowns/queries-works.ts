import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodePages, episodes, stories, users, violationReports } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import {
  type AdminEpisode,
  type AdminStory,
  type FoundEpisode,
  type FoundStory,
  WORKS_COUNTED_MAX,
} from './contract-shown.ts';
import { findLastStatement } from './statements.ts';

export type Search = { q?: string | undefined; blocked?: boolean | undefined; page: number; perPage: number };
type Found<T> = { rows: T[]; total: number };

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Finds phrases of three or more letters anywhere (by trigrams), shorter ones only at the beginning. */
export function phraseIn(text: SQL, q: string): SQL {
  const phrase = escaped(q.toLowerCase());
  return sql`${text} like ${[...q].length < 3 ? `${phrase}%` : `%${phrase}%`}`;
}

const owner = { id: users.id, slug: users.slug, display_name: users.displayName };

/** Newest first. Limits matches first, so that a common phrase costs no more than a rare one. */
export async function findEpisodes(
  deps: Deps,
  { q = '', blocked = false, page, perPage }: Search,
): Promise<Found<Static<typeof FoundEpisode>>> {
  const wanted = q.trim();
  const where = and(
    isNull(episodes.deletedAt),
    blocked ? sql`${episodes.status} = 'blocked'` : undefined,
    wanted === ''
      ? undefined
      : isId(wanted)
        ? eq(episodes.id, wanted)
        : phraseIn(sql`lower(${episodes.title})`, wanted),
  );
  const some = deps.db
    .select({ id: episodes.id })
    .from(episodes)
    .where(where)
    .orderBy(desc(episodes.id))
    .limit(WORKS_COUNTED_MAX)
    .as('some');
  const [rows, total] = await Promise.all([
    deps.db
      .select({
        episode: episodes,
        story: { id: stories.id, slug: stories.slug, title: stories.title },
        owner,
      })
      .from(some)
      .innerJoin(episodes, eq(episodes.id, some.id))
      .innerJoin(stories, and(eq(stories.id, episodes.storyId), isNull(stories.deletedAt)))
      .innerJoin(users, eq(users.id, stories.ownerId))
      .orderBy(desc(some.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.$count(some),
  ]);
  return {
    rows: rows.map(({ episode: { id, position, title, status }, ...rest }) => ({
      id,
      number: position ?? 0,
      title,
      status,
      ...rest,
    })),
    total,
  };
}

export async function findStories(
  deps: Deps,
  { q = '', blocked = false, page, perPage }: Search,
): Promise<Found<Static<typeof FoundStory>>> {
  const wanted = q.trim();
  const where = and(
    isNull(stories.deletedAt),
    blocked ? isNotNull(stories.blockedAt) : undefined,
    wanted === ''
      ? undefined
      : isId(wanted)
        ? eq(stories.id, wanted)
        : phraseIn(sql`lower(${stories.title} || ' ' || ${stories.slug})`, wanted),
  );
  const some = deps.db
    .select({ id: stories.id })
    .from(stories)
    .where(where)
    .orderBy(desc(stories.id))
    .limit(WORKS_COUNTED_MAX)
    .as('some');
  const [rows, total] = await Promise.all([
    deps.db
      .select({ story: stories, owner })
      .from(some)
      .innerJoin(stories, eq(stories.id, some.id))
      .innerJoin(users, eq(users.id, stories.ownerId))
      .orderBy(desc(some.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.$count(some),
  ]);
  return {
    rows: rows.map(({ story: { id, slug, title, published, blockedAt }, ...rest }) => ({
      id,
      slug,
      title,
      published,
      blocked: blockedAt !== null,
      ...rest,
    })),
    total,
  };
}

const openReports = (deps: Deps, subjectId: string): Promise<number> =>
  deps.db.$count(
    violationReports,
    and(eq(violationReports.subjectId, subjectId), eq(violationReports.state, 'open')),
  );

/** Throws 404 when deleted. The route admits only administrators. */
export async function findAdminEpisode(deps: Deps, episodeId: string): Promise<Static<typeof AdminEpisode>> {
  const [[row], pagesCount, reportsCount, statement] = await Promise.all([
    deps.db
      .select({
        episode: episodes,
        story: { id: stories.id, slug: stories.slug, title: stories.title },
        owner,
      })
      .from(episodes)
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .innerJoin(users, eq(users.id, stories.ownerId))
      .where(and(eq(episodes.id, episodeId), isNull(episodes.deletedAt), isNull(stories.deletedAt))),
    deps.db.$count(episodePages, eq(episodePages.episodeId, episodeId)),
    openReports(deps, episodeId),
    findLastStatement(deps, episodeId),
  ]);
  if (row === undefined) throw notFound('not_found');
  const { episode, ...rest } = row;
  return {
    id: episode.id,
    number: episode.position ?? 0,
    title: episode.title,
    status: episode.status,
    pages_count: pagesCount,
    publish_at: episode.publishAt?.toISOString() ?? null,
    published_at: episode.publishedAt?.toISOString() ?? null,
    blocked_at: episode.blockedAt?.toISOString() ?? null,
    blocked_from: episode.blockedFrom,
    blocked_reason: episode.blockedReason,
    blocked_with_story: episode.blockedWithStory,
    statement_id: statement?.id ?? null,
    reports_count: reportsCount,
    ...rest,
  };
}

export async function findAdminStory(deps: Deps, storyId: string): Promise<Static<typeof AdminStory>> {
  const alive = and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt));
  const [[row], episodesCount, publishedCount, reportsCount, statement] = await Promise.all([
    deps.db
      .select({ story: stories, owner })
      .from(stories)
      .innerJoin(users, eq(users.id, stories.ownerId))
      .where(and(eq(stories.id, storyId), isNull(stories.deletedAt))),
    deps.db.$count(episodes, alive),
    deps.db.$count(episodes, and(alive, eq(episodes.status, 'published'))),
    openReports(deps, storyId),
    findLastStatement(deps, storyId),
  ]);
  if (row === undefined) throw notFound('not_found');
  const { story } = row;
  return {
    id: story.id,
    slug: story.slug,
    title: story.title,
    published: story.published,
    episodes_count: episodesCount,
    published_count: publishedCount,
    blocked_at: story.blockedAt?.toISOString() ?? null,
    statement_id: statement?.id ?? null,
    reports_count: reportsCount,
    owner: row.owner,
  };
}
