import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import {
  chapters,
  type EpisodeStatus,
  episodePages,
  episodes,
  media,
  stories,
  storyCounters,
  storyInvitations,
  storyMembers,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { pictureAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import type { ConsoleStory } from './contract.ts';
import { presentStory } from './present.ts';
import { keptSince, nextStep, type StepFacts, type StoryFilter, type StorySort } from './rules.ts';

export type ConsoleStoryView = Static<typeof ConsoleStory>;
export type { StoryFilter } from './rules.ts';

const isMember = (viewer: Viewer) =>
  and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, viewer.id));

const firstRelease = sql`(select min(${episodes.publishAt}) from ${episodes}
  where ${episodes.storyId} = ${stories.id} and ${episodes.status} = 'scheduled' and ${episodes.deletedAt} is null)`;

/** No row means nothing was counted. */
const total = (column: PgColumn): SQL<number> =>
  sql<number>`coalesce(${column}, 0)`.mapWith(Number) as SQL<number>;
const areOfStory = eq(storyCounters.storyId, stories.id);

const ORDERS: Record<StorySort, SQL> = {
  last_update: desc(stories.lastUpdate),
  title: sql`lower(unaccent(${stories.title}))`,
  views: desc(total(storyCounters.viewsCount)),
  subscribers: desc(total(storyCounters.subscribersCount)),
  next_release: sql`${firstRelease} asc nulls last`,
};

const tally = (deps: Deps) => {
  const of = (status: EpisodeStatus) =>
    sql<number>`count(*) filter (where ${episodes.status} = ${status})`.mapWith(Number).as(`tally_${status}`);
  return deps.db
    .select({
      all: sql<number>`count(*)`.mapWith(Number).as('tally_all'),
      published: of('published'),
      scheduled: of('scheduled'),
      inProgress: of('in_progress'),
      blocked: of('blocked'),
      nextRelease:
        sql<Date | null>`min(${episodes.publishAt}) filter (where ${episodes.status} = 'scheduled')`
          .mapWith(episodes.publishAt)
          .as('tally_release'),
      nextNumber:
        sql<number>`(array_agg(${episodes.position} order by ${episodes.publishAt}) filter (where ${episodes.status} = 'scheduled'))[1]`
          .mapWith(Number)
          .as('tally_number'),
    })
    .from(episodes)
    .where(and(eq(episodes.storyId, stories.id), isNull(episodes.deletedAt)))
    .as('tally');
};

/** The episode that needs attention first. `nextStep()` tells what to do. */
const firstOpen = (deps: Deps) => {
  const ofPages = (what: SQL) =>
    sql`(select count(*) from ${episodePages} join ${media} m on m.id = ${episodePages.mediaId} where ${episodePages.episodeId} = ${episodes.id} and ${what})`;
  const failed = ofPages(sql`m.failed_at is not null`);
  const number = (value: SQL, name: string) => sql<number>`${value}`.mapWith(Number).as(name);
  return deps.db
    .select({
      id: sql<string>`${episodes.id}`.as('open_id'),
      number: sql<number>`${episodes.position}`.mapWith(Number).as('open_number'),
      inProgress: sql<boolean>`${episodes.status} = 'in_progress'`.as('open_in_progress'),
      pages: number(ofPages(sql`true`), 'open_pages'),
      failed: number(failed, 'open_failed'),
      waiting: number(ofPages(sql`m.processed_at is null and m.failed_at is null`), 'open_waiting'),
      chapters: number(
        sql`(select count(*) from ${chapters} where ${chapters.episodeId} = ${episodes.id})`,
        'open_chapters',
      ),
    })
    .from(episodes)
    .where(
      and(
        eq(episodes.storyId, stories.id),
        isNull(episodes.deletedAt),
        inArray(episodes.status, ['in_progress', 'scheduled']),
      ),
    )
    .orderBy(sql`${failed} > 0 desc, ${episodes.status} = 'in_progress' desc`, asc(episodes.position))
    .limit(1)
    .as('open');
};

function ownStories(deps: Deps, viewer: Viewer) {
  const counts = tally(deps);
  const open = firstOpen(deps);
  return deps.db
    .select({
      story: stories,
      role: storyMembers.role,
      cover: media,
      figures: {
        views: total(storyCounters.viewsCount),
        subscribers: total(storyCounters.subscribersCount),
      },
      counts: {
        all: counts.all,
        published: counts.published,
        scheduled: counts.scheduled,
        inProgress: counts.inProgress,
        blocked: counts.blocked,
        nextRelease: counts.nextRelease,
        nextNumber: counts.nextNumber,
      },
      open: {
        id: open.id,
        number: open.number,
        inProgress: open.inProgress,
        pages: open.pages,
        failed: open.failed,
        waiting: open.waiting,
        chapters: open.chapters,
      },
    })
    .from(stories)
    .innerJoin(storyMembers, isMember(viewer))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .leftJoin(storyCounters, areOfStory)
    .innerJoinLateral(counts, sql`true`)
    .leftJoinLateral(open, sql`true`)
    .$dynamic();
}

export type StoryWish = {
  filter?: StoryFilter;
  sort?: StorySort;
  q?: string;
  page?: number;
  perPage?: number;
};

export type StoryList = {
  stories: ConsoleStoryView[];
  /** Matches of search and filter. */
  total: number;
  counts: Record<StoryFilter, number>;
  /** All own stories, whatever the search. */
  own: number;
  deleted: number;
  invited: boolean;
  /** The viewer's zone, in which releases are shown. */
  timezone: string;
};

/** One page of the stories that the viewer works on. Two statements, however many stories there are. */
export async function listOwnStories(
  deps: Deps,
  viewer: Viewer,
  { filter = 'all', sort = 'last_update', q = '', page = 1, perPage = 24 }: StoryWish,
): Promise<StoryList> {
  const sought = q.trim();
  const found =
    sought === ''
      ? undefined
      : sql`strpos(lower(unaccent(${stories.title})), lower(unaccent(${sought}::text))) > 0`;
  const wanted = filter === 'all' ? undefined : eq(stories.published, filter === 'published');
  const order = [ORDERS[sort], desc(stories.id)];
  // Filters and sorts ids first, so that only the page's stories are read in full.
  const ids = deps.db
    .select({ id: stories.id })
    .from(stories)
    .innerJoin(storyMembers, isMember(viewer))
    .leftJoin(storyCounters, areOfStory)
    .where(and(isNull(stories.deletedAt), wanted, found))
    .orderBy(...order)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const rows = await ownStories(deps, viewer)
    .where(inArray(stories.id, ids))
    .orderBy(...order);
  const { own, deleted, invited, timezone, ...counts } = await countOwnStories(deps, viewer, found);
  return {
    stories: rows.map((row) => presentOwnStory(deps, row)),
    total: counts[filter],
    counts,
    own,
    deleted,
    invited,
    timezone,
  };
}

async function countOwnStories(deps: Deps, viewer: Viewer, found: SQL = sql`true`) {
  const number = (value: SQL) => sql<number>`${value}`.mapWith(Number);
  const [row] = await deps.db
    .select({
      own: number(sql`count(*)`),
      all: number(sql`count(*) filter (where ${found})`),
      published: number(sql`count(*) filter (where ${stories.published} and ${found})`),
      invited: sql<boolean>`exists (
        select 1 from ${storyInvitations} i join ${users} u on u.email = i.email
        where u.id = ${viewer.id} and i.accepted_at is null and i.revoked_at is null
          and i.declined_at is null and i.expires_at > ${deps.clock.now()})`,
      deleted: number(sql`(select count(*) from ${stories} d where d.owner_id = ${viewer.id}
        and d.deleted_at >= ${keptSince(deps.clock.now())})`),
      timezone: sql<string>`(select ${users.timezone} from ${users} where ${users.id} = ${viewer.id})`,
    })
    .from(stories)
    .innerJoin(storyMembers, isMember(viewer))
    .where(isNull(stories.deletedAt));
  const none = { own: 0, deleted: 0, all: 0, published: 0, invited: false, timezone: 'UTC' };
  const { own, deleted, all, published, invited, timezone } = row ?? none;
  return { own, deleted, invited, timezone, all, published, work_in_progress: all - published };
}

export async function findOwnStory(deps: Deps, viewer: Viewer, storyId: string): Promise<ConsoleStoryView> {
  const [row] = await ownStories(deps, viewer).where(and(eq(stories.id, storyId), isNull(stories.deletedAt)));
  if (row === undefined) throw notFound('not_found');
  return presentOwnStory(deps, row);
}

type Row = Awaited<ReturnType<typeof ownStories>>[number];

function coverState(story: Row['story'], cover: Row['cover']): StepFacts['cover'] {
  if (story.coverMediaId === null || cover === null) return 'none';
  if (cover.failedAt !== null) return 'failed';
  return cover.processedAt === null ? 'processing' : 'ready';
}

function presentOwnStory(deps: Deps, { story, role, cover, figures, counts, open }: Row): ConsoleStoryView {
  const sign = privateSigner(deps);
  return {
    ...presentStory(story),
    cover_media_id: story.coverMediaId,
    cover_url: cover && pictureAddress(cover, 640, sign),
    mini_thumbnail_url: cover && pictureAddress(cover, 160, sign),
    published: story.published,
    role,
    episodes_count: counts.all,
    published_count: counts.published,
    scheduled_count: counts.scheduled,
    in_progress_count: counts.inProgress,
    blocked_count: counts.blocked,
    next_release: counts.nextRelease && {
      episode_number: counts.nextNumber,
      publish_at: counts.nextRelease.toISOString(),
    },
    next_step: nextStep({
      role,
      publicationType: story.publicationType,
      cover: coverState(story, cover),
      episodes: { count: counts.all, scheduled: counts.scheduled },
      // A left join without a match returns an object of nulls.
      open: open?.id ? open : null,
    }),
    subscribers_count: figures.subscribers,
    views_count: figures.views,
    last_update: story.lastUpdate.toISOString(),
    lock_version: story.lockVersion,
  };
}
