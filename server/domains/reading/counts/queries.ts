import { and, asc, between, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import {
  episodeCounters,
  episodeDays,
  episodes,
  media,
  stories,
  storyCounters,
  storyDays,
  storyMembers,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { pictureAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import { requireStory } from '../../publishing/stories/team.ts';
import type { StoryStatistics } from './contract.ts';
import { type Day, type Figures, fillDays, type Range, rangeBefore, sumDays } from './rules.ts';

export type StoryStatisticsView = Static<typeof StoryStatistics>;
export type EpisodeFiguresView = StoryStatisticsView['episodes'][number];

export type Part = { page: number; perPage: number };

/** Throws 404 for anybody outside the team. Five queries, whatever the range. */
export async function findStatistics(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  { range, part }: { range: Range; part: Part },
): Promise<StoryStatisticsView> {
  await requireStory(deps, viewer, storyId, 'see_statistics');
  const before = rangeBefore(range);
  const known = await listDaysOf(deps, [storyId], { from: before.from, to: range.to });
  const days = fillDays(
    range,
    known.filter(({ date }) => date >= range.from),
  );
  const [episodes, total] = await listEpisodeFigures(deps, storyId, { range, part });
  return {
    ...range,
    days,
    totals: sumDays(days),
    previous: { ...before, ...sumDays(known.filter(({ date }) => date < range.from)) },
    episodes,
    page: part.page,
    per_page: part.perPage,
    total,
  };
}

type StoryDay = Day & { storyId: string };

const listDaysOf = (deps: Deps, storyIds: readonly string[], { from, to }: Range): Promise<StoryDay[]> =>
  deps.db
    .select({
      storyId: storyDays.storyId,
      date: storyDays.day,
      views: storyDays.views,
      likes: storyDays.likes,
      comments: storyDays.comments,
      subscribers: storyDays.subscribers,
      impressions: storyDays.impressions,
      unlocks: storyDays.unlocks,
      coins: storyDays.coins,
    })
    .from(storyDays)
    .where(and(inArray(storyDays.storyId, [...storyIds]), between(storyDays.day, from, to)));

const total = (column: AnyPgColumn) => sql<number>`coalesce(${column}, 0)`.mapWith(Number);

const isThere = (storyId: string) => and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt));

async function listEpisodeFigures(
  deps: Deps,
  storyId: string,
  { range, part }: { range: Range; part: Part },
): Promise<[EpisodeFiguresView[], number]> {
  const sum = (column: AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const rows = await deps.db
    .select({
      id: episodes.id,
      number: episodes.position,
      title: episodes.title,
      status: episodes.status,
      firstPublishedAt: episodes.firstPublishedAt,
      views: sum(episodeDays.views),
      likes: sum(episodeDays.likes),
      comments: sum(episodeDays.comments),
      impressions: sum(episodeDays.impressions),
      unlocks: sum(episodeDays.unlocks),
      coins: sum(episodeDays.coins),
      likes_count: total(episodeCounters.likesCount),
      views_count: total(episodeCounters.viewsCount),
      comments_count: total(episodeCounters.commentsCount),
      impressions_count: total(episodeCounters.impressionsCount),
    })
    .from(episodes)
    .leftJoin(episodeCounters, eq(episodeCounters.episodeId, episodes.id))
    .leftJoin(
      episodeDays,
      and(eq(episodeDays.episodeId, episodes.id), between(episodeDays.day, range.from, range.to)),
    )
    .where(isThere(storyId))
    .groupBy(episodes.id, episodeCounters.episodeId)
    .orderBy(desc(episodes.position))
    .limit(part.perPage)
    .offset((part.page - 1) * part.perPage);
  const [all] = await deps.db.select({ total: count() }).from(episodes).where(isThere(storyId));
  const views = rows.map(({ number, firstPublishedAt, ...row }) => ({
    ...row,
    number: number ?? 0,
    first_published_at: firstPublishedAt?.toISOString() ?? null,
  }));
  return [views, all?.total ?? 0];
}

export type Release = { number: number; date: string };

/** More releases than a chart can show separately. */
const RELEASES_MAX_COUNT = 400;

/** First releases in these days, oldest first, and the views of the first episode. */
export async function findReleases(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  { from, to }: Range,
): Promise<{ releases: Release[]; firstEpisodeViews: number }> {
  await requireStory(deps, viewer, storyId, 'see_statistics');
  const day = sql<string>`to_char(${episodes.firstPublishedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await deps.db
    .select({ number: episodes.position, date: day })
    .from(episodes)
    .where(and(isThere(storyId), isNotNull(episodes.firstPublishedAt), between(day, from, to)))
    .orderBy(asc(episodes.firstPublishedAt), asc(episodes.position))
    .limit(RELEASES_MAX_COUNT);
  const [first] = await deps.db
    .select({ views: total(episodeCounters.viewsCount) })
    .from(episodes)
    .leftJoin(episodeCounters, eq(episodeCounters.episodeId, episodes.id))
    .where(and(isThere(storyId), isNotNull(episodes.firstPublishedAt)))
    .orderBy(asc(episodes.position))
    .limit(1);
  return {
    releases: rows.map(({ number, date }) => ({ number: number ?? 0, date })),
    firstEpisodeViews: first?.views ?? 0,
  };
}

export type StoryAtAGlance = {
  id: string;
  title: string;
  language: string;
  published: boolean;
  coverUrl: string | null;
  viewsCount: number;
  subscribersCount: number;
  days: Day[];
  totals: Figures;
  previous: Figures;
};

export type Overview = {
  stories: StoryAtAGlance[];
  total: number;
  /** Over all stories, including other pages of the list. */
  totals: Figures;
  previous: Figures;
};

/** Stories whose figures the viewer may see, the most read of these days first. Four queries. */
export async function findOverview(
  deps: Deps,
  viewer: Viewer,
  { range, part }: { range: Range; part: Part },
): Promise<Overview> {
  const before = rangeBefore(range);
  const isOwn = and(eq(storyMembers.userId, viewer.id), isNull(stories.deletedAt));
  const reads = sql<number>`(select coalesce(sum(${storyDays.views}), 0) from ${storyDays}
    where ${storyDays.storyId} = ${stories.id} and ${storyDays.day} between ${range.from} and ${range.to})`;
  const rows = await deps.db
    .select({ story: stories, cover: media, figures: storyCounters })
    .from(stories)
    .innerJoin(storyMembers, eq(storyMembers.storyId, stories.id))
    .leftJoin(storyCounters, eq(storyCounters.storyId, stories.id))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .where(isOwn)
    .orderBy(desc(reads), desc(stories.lastUpdate), desc(stories.id))
    .limit(part.perPage)
    .offset((part.page - 1) * part.perPage);
  const [all] = await deps.db
    .select({ total: count() })
    .from(stories)
    .innerJoin(storyMembers, eq(storyMembers.storyId, stories.id))
    .where(isOwn);
  const ofDay = (column: AnyPgColumn) => sql<number>`sum(${column})`.mapWith(Number);
  const sums: Day[] = await deps.db
    .select({
      date: storyDays.day,
      views: ofDay(storyDays.views),
      likes: ofDay(storyDays.likes),
      comments: ofDay(storyDays.comments),
      subscribers: ofDay(storyDays.subscribers),
      impressions: ofDay(storyDays.impressions),
      unlocks: ofDay(storyDays.unlocks),
      coins: ofDay(storyDays.coins),
    })
    .from(storyDays)
    .innerJoin(stories, eq(stories.id, storyDays.storyId))
    .innerJoin(storyMembers, eq(storyMembers.storyId, stories.id))
    .where(and(isOwn, between(storyDays.day, before.from, range.to)))
    .groupBy(storyDays.day);
  const storyIds = rows.map(({ story }) => story.id);
  const known = await listDaysOf(deps, storyIds, { from: before.from, to: range.to });
  const sign = privateSigner(deps);
  return {
    total: all?.total ?? 0,
    totals: sumDays(sums.filter(({ date }) => date >= range.from)),
    previous: sumDays(sums.filter(({ date }) => date < range.from)),
    stories: rows.map(({ story, cover, figures }) => {
      const own = known.filter(({ storyId }) => storyId === story.id);
      const days = fillDays(
        range,
        own.filter(({ date }) => date >= range.from),
      );
      return {
        id: story.id,
        title: story.title,
        language: story.language,
        published: story.published,
        coverUrl: cover && pictureAddress(cover, 160, sign),
        viewsCount: figures?.viewsCount ?? 0,
        subscribersCount: figures?.subscribersCount ?? 0,
        days,
        totals: sumDays(days),
        previous: sumDays(own.filter(({ date }) => date < range.from)),
      };
    }),
  };
}

export const today = (deps: Deps): string => utcDay(deps.clock.now());
