import { and, asc, count, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodeEvents, episodes, media, stories, storyMembers, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { type FieldErrors, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { pictureAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import type { EpisodeReceipt } from '../episodes/contract.ts';
import { doneBy, type EpisodeAction } from '../episodes/rules.ts';
import { requireEpisode } from '../episodes/team.ts';
import { isThumbnail, thumbnailColumns } from '../episodes/thumbnail.ts';
import { SCHEDULE_ENTRIES_MAX_COUNT, SCHEDULE_MAX_DAYS, type ScheduleEntry } from './contract.ts';
import type { MissingPart } from './rules.ts';
import { findPublisherProblem, type PublisherProblem } from './service.ts';

const AROUND_MS = 31 * DAY_MS;

export type ScheduleView = {
  from: string;
  to: string;
  entries: Static<typeof ScheduleEntry>[];
  more: boolean;
};

export async function listSchedule(
  deps: Deps,
  viewer: Viewer,
  range: { from?: string; to?: string },
): Promise<ScheduleView> {
  const { from, to } = readRange(range, deps.clock.now());
  const at = sql<Date>`coalesce(${episodes.publishAt}, ${episodes.publishedAt})`.mapWith(
    episodes.publishedAt,
  );
  const rows = await deps.db
    .select({ episode: episodes, story: stories, thumbnail: thumbnailColumns, at })
    .from(storyMembers)
    .innerJoin(stories, and(eq(stories.id, storyMembers.storyId), isNull(stories.deletedAt)))
    .innerJoin(episodes, and(eq(episodes.storyId, stories.id), isNull(episodes.deletedAt)))
    .leftJoin(media, isThumbnail)
    .where(
      and(
        eq(storyMembers.userId, viewer.id),
        sql`${episodes.status} in ('scheduled', 'published')`,
        gte(at, from),
        lt(at, to),
      ),
    )
    .orderBy(asc(at), asc(episodes.id))
    .limit(SCHEDULE_ENTRIES_MAX_COUNT + 1);
  const sign = privateSigner(deps);
  const entries = rows.slice(0, SCHEDULE_ENTRIES_MAX_COUNT).map(({ episode, story, thumbnail, at }) => ({
    episode_id: episode.id,
    number: episode.position ?? 0,
    title: episode.title,
    status: episode.status === 'scheduled' ? ('scheduled' as const) : ('published' as const),
    at: at.toISOString(),
    publish_wall_time: episode.publishWallTime,
    publish_zone: episode.publishZone,
    is_announced: episode.isAnnounced,
    story: { id: story.id, slug: story.slug, title: story.title, language: story.language },
    thumbnail_url: thumbnail && pictureAddress(thumbnail, 200, sign),
  }));
  const more = rows.length > SCHEDULE_ENTRIES_MAX_COUNT;
  return { from: from.toISOString(), to: to.toISOString(), entries, more };
}

function readRange(range: { from?: string; to?: string }, now: Date): { from: Date; to: Date } {
  const from = range.from === undefined ? new Date(now.getTime() - AROUND_MS) : readMoment(range.from);
  const to =
    range.to === undefined ? new Date((from ?? now).getTime() + 2 * AROUND_MS) : readMoment(range.to);
  if (from === null || to === null) {
    const fields: FieldErrors = {};
    if (from === null) fields.from = ['invalid'];
    if (to === null) fields.to = ['invalid'];
    throw unprocessable(fields);
  }
  if (from >= to || to.getTime() - from.getTime() > SCHEDULE_MAX_DAYS * DAY_MS)
    throw unprocessable({ to: ['invalid'] });
  return { from, to };
}

/** ISO 8601 with a zone and a year of four digits, like all moments of the API. */
function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text))
    return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

export type ReceiptList = {
  events: Static<typeof EpisodeReceipt>[];
  page: number;
  per_page: number;
  total: number;
};

export async function listReceipts(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  { page = 1, perPage = 24 }: { page?: number; perPage?: number },
): Promise<ReceiptList> {
  await requireEpisode(deps, viewer, episodeId, 'view');
  const own = eq(episodeEvents.episodeId, episodeId);
  const rows = await deps.db
    .select({ event: episodeEvents, actor: users })
    .from(episodeEvents)
    .leftJoin(users, and(eq(users.id, episodeEvents.actorId), isNull(users.erasedAt)))
    .where(own)
    .orderBy(desc(episodeEvents.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [counted] = await deps.db.select({ total: count() }).from(episodeEvents).where(own);
  return { events: rows.map(presentReceipt), page, per_page: perPage, total: counted?.total ?? 0 };
}

type ReceiptRow = { event: typeof episodeEvents.$inferSelect; actor: typeof users.$inferSelect | null };

function presentReceipt({ event, actor }: ReceiptRow): Static<typeof EpisodeReceipt> {
  const deed = event.event as EpisodeAction;
  const by = doneBy(deed);
  return {
    id: String(event.id),
    event: deed,
    at: event.createdAt.toISOString(),
    from_status: event.fromStatus,
    to_status: event.toStatus,
    due_at: event.dueAt?.toISOString() ?? null,
    by,
    actor: by === 'team' && actor !== null ? { slug: actor.slug, display_name: actor.displayName } : null,
    reason: deed === 'block' ? event.note : null,
    missing: deed === 'due_not_ready' ? ((event.note?.split(',') ?? []) as MissingPart[]) : [],
    page_number: deed === 'swap_page' ? Number(event.note) : null,
    told_count: deed === 'subscribers_told' && event.note !== null ? Number(event.note) : null,
  };
}

/** Why this viewer can publish nothing of the story. Null when they can. */
export async function findReleaseProblem(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
): Promise<PublisherProblem | null> {
  const [story] = await deps.db
    .select({ ownerId: stories.ownerId })
    .from(stories)
    .where(eq(stories.id, storyId));
  return findPublisherProblem(deps, viewer, story?.ownerId ?? '');
}
