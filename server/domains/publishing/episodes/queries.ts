import { and, asc, between, eq, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { episodeCounters, episodePages, episodes, media } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import {
  onlyPiece,
  type PresentedPicture,
  pictureAddress,
  presentPieces,
  smallAddress,
} from '../../media/present.ts';
import { mediaState } from '../../media/service.ts';
import { privateSigner } from '../../media/signing.ts';
import { requireStory } from '../stories/team.ts';
import type { ConsoleEpisode, ConsolePage } from './contract.ts';
import { requireEpisode } from './team.ts';
import { isThumbnail, thumbnailColumns } from './thumbnail.ts';

export type ConsoleEpisodeView = Static<typeof ConsoleEpisode>;
export type ConsolePageView = Static<typeof ConsolePage>;

const pagesCount =
  sql<number>`(select count(*) from ${episodePages} where ${episodePages.episodeId} = ${episodes.id})`.mapWith(
    Number,
  );

const selectEpisodes = (deps: Deps) =>
  deps.db
    .select({ episode: episodes, thumbnail: thumbnailColumns, figures: episodeCounters, pagesCount })
    .from(episodes)
    .leftJoin(episodeCounters, eq(episodeCounters.episodeId, episodes.id))
    .leftJoin(media, isThumbnail)
    .$dynamic();

export async function listTeamEpisodes(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  { from, to }: { from: number; to: number },
): Promise<ConsoleEpisodeView[]> {
  await requireStory(deps, viewer, storyId, 'view');
  const rows = await selectEpisodes(deps)
    .where(
      and(eq(episodes.storyId, storyId), isNull(episodes.deletedAt), between(episodes.position, from, to)),
    )
    .orderBy(asc(episodes.position));
  return rows.map((row) => presentEpisode(deps, row));
}

export async function findTeamEpisode(deps: Deps, viewer: Viewer, id: string): Promise<ConsoleEpisodeView> {
  await requireEpisode(deps, viewer, id, 'view');
  const [row] = await selectEpisodes(deps).where(eq(episodes.id, id));
  if (row === undefined) throw new Error('an episode vanished between two reads');
  return presentEpisode(deps, row);
}

type Row = Awaited<ReturnType<typeof selectEpisodes>>[number];

function presentEpisode(deps: Deps, { episode, thumbnail, figures, pagesCount }: Row): ConsoleEpisodeView {
  return {
    id: episode.id,
    story_id: episode.storyId,
    number: episode.position ?? 0,
    title: episode.title,
    status: episode.status,
    read_mode: episode.readMode,
    page_orientation: episode.pageOrientation,
    thumbnail_media_id: episode.thumbnailMediaId,
    thumbnail_url: thumbnail && pictureAddress(thumbnail, 200, privateSigner(deps)),
    pages_count: pagesCount,
    publish_at: episode.publishAt?.toISOString() ?? null,
    publish_wall_time: episode.publishWallTime,
    publish_zone: episode.publishZone,
    is_announced: episode.isAnnounced,
    published_at: episode.publishedAt?.toISOString() ?? null,
    first_published_at: episode.firstPublishedAt?.toISOString() ?? null,
    blocked_reason: episode.blockedReason,
    likes_count: figures?.likesCount ?? 0,
    views_count: figures?.viewsCount ?? 0,
    comments_count: figures?.commentsCount ?? 0,
    impressions_count: figures?.impressionsCount ?? 0,
    lock_version: episode.lockVersion,
  };
}

export type PageList = { pages: ConsolePageView[]; lock_version: number };

export async function listTeamPages(deps: Deps, viewer: Viewer, episodeId: string): Promise<PageList> {
  const { episode } = await requireEpisode(deps, viewer, episodeId, 'view');
  const rows = await deps.db
    .select({ page: episodePages, picture: media })
    .from(episodePages)
    .innerJoin(media, eq(media.id, episodePages.mediaId))
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));
  const sign = privateSigner(deps);
  const pages = rows.map(({ page, picture }, index) => ({
    id: page.id,
    media_id: page.mediaId,
    number: index + 1,
    name: page.name,
    alt_text: page.altText,
    state: mediaState(picture),
    error: picture.error,
    width: picture.width,
    height: picture.height,
    thumbnail_url: smallAddress(picture, 240, sign),
    pieces: picture.pieces.map(({ width, height }, piece) => ({
      url: smallAddress(onlyPiece(picture, piece), 720, sign) ?? '',
      width,
      height,
    })),
  }));
  return { pages, lock_version: episode.lockVersion };
}

export type PreviewPage = { id: string; number: number; altText: string; pieces: PresentedPicture[] };

/** The pages as readers will see them. Pages with unfinished pictures leave a gap in the numbers. */
export async function previewTeamPages(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
): Promise<PreviewPage[]> {
  await requireEpisode(deps, viewer, episodeId, 'view');
  const rows = await deps.db
    .select({ id: episodePages.id, altText: episodePages.altText, picture: media })
    .from(episodePages)
    .innerJoin(media, eq(media.id, episodePages.mediaId))
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));
  const sign = privateSigner(deps);
  return rows
    .map(({ id, altText, picture }, index) => ({
      id,
      altText,
      number: index + 1,
      pieces: presentPieces(picture, sign),
    }))
    .filter(({ pieces }) => pieces.length > 0);
}
