import { eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { stories, storyCounters, storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { fillProse } from '../../../lib/prose/fill.ts';
import { isTeamOf } from '../../coins/unlock/teams.ts';
import { refuseClosed, requireReadable, viewingOfStory } from '../../coins/unlock/viewing.ts';
import { pictureAddress, presentPieces, type Signer } from '../../media/present.ts';
import { freeAtOf, type PricingFacts, priceInForce } from '../../publishing/pricing/rules.ts';
import { presentStory } from '../../publishing/stories/present.ts';
import { announcedColumn, presentRelease } from './announced.ts';
import {
  countChapters,
  hundredsColumn,
  joinStories,
  type ListedRow,
  listChapters,
  listEpisodes,
  listNeighbours,
  listPages,
  nextOf,
  previousOf,
  storyColumns,
} from './base-rows.ts';
import type { PublicEpisode, PublicStory } from './contract.ts';
import { type Asking, lookAtEpisode } from './episode.ts';
import { thumbnailOf } from './episode-rows.ts';
import { figureColumns, figuresOf, findEpisodeFigures } from './figures.ts';
import { findIllustrations } from './illustrations.ts';
import { EPISODES_A_PAGE } from './rules.ts';

export type PublicStoryView = Static<typeof PublicStory>;
export type PublicEpisodeView = Static<typeof PublicEpisode>;

/** By id, or by any current or former slug. Throws 404 for a hidden story, 451 by country. */
export async function findStory(
  deps: Deps,
  idOrSlug: string,
  { viewer, country, episodesFrom = 1 }: Asking & { episodesFrom?: number | undefined },
): Promise<PublicStoryView> {
  const byName = isId(idOrSlug)
    ? eq(stories.id, idOrSlug)
    : sql`${stories.id} = (select ${storySlugs.storyId} from ${storySlugs} where ${storySlugs.slug} = ${idOrSlug})`;
  const [row] = await joinStories(
    deps.db
      .select({
        ...storyColumns,
        figures: figureColumns,
        isTeam: isTeamOf(viewer),
        hundreds: hundredsColumn(),
        announced: announcedColumn(deps.clock.now()),
      })
      .from(stories)
      .leftJoin(storyCounters, eq(storyCounters.storyId, stories.id))
      .$dynamic(),
  ).where(byName);
  if (row === undefined) throw notFound('not_found');
  const { story, cover, pricing, author, face, isTeam, hundreds } = row;
  const { access, sign } = viewingOfStory(deps, { country, isTeam }, row);
  refuseClosed(access);
  const span = { from: episodesFrom, most: EPISODES_A_PAGE + 1 };
  const rows = await listEpisodes(deps, story.id, span);
  const ofEpisode = await findEpisodeFigures(
    deps,
    rows.map(({ id }) => id),
  );
  const figures = figuresOf(row.figures);
  const now = deps.clock.now();
  // Its team also sees a story that is not public, but that has no announcements.
  const release = story.published ? presentRelease(row.announced) : null;
  return {
    ...presentStory(story),
    cover_url: cover && pictureAddress(cover, 640, sign),
    thumbnail_url: cover && pictureAddress(cover, 320, sign),
    mini_thumbnail_url: cover && pictureAddress(cover, 160, sign),
    author: {
      slug: author.slug,
      display_name: author.displayName,
      founder: author.founder,
      mini_thumbnail_url: face && pictureAddress(face, 160),
    },
    pricing_strategy: { type: pricing?.type ?? 'all_free' },
    subscribers_count: figures.subscribersCount,
    views_count: figures.viewsCount,
    likes_count: figures.likesCount,
    rating_average: figures.ratingAverage,
    ratings_count: figures.ratingsCount,
    rating_distribution: figures.ratingDistribution,
    last_update: story.lastUpdate.toISOString(),
    published: story.published,
    next_release: release && {
      episode_number: release.number,
      publish_at: release.publishAt.toISOString(),
    },
    episodes_total: hundreds.reduce((sum, { count }) => sum + count, 0),
    episodes_next: rows[EPISODES_A_PAGE]?.position ?? null,
    episodes: rows.slice(0, EPISODES_A_PAGE).map((each) => ({
      id: each.id,
      number: each.position ?? 0,
      title: each.title,
      thumbnail_url: thumbnailAddress(each, pricing, now),
      published_at: (each.publishedAt ?? story.lastUpdate).toISOString(),
      price: priceInForce(pricing, each, now),
      free_at: freeAtOf(pricing, each, now)?.toISOString() ?? null,
      likes_count: ofEpisode(each.id).likesCount,
      comments_count: ofEpisode(each.id).commentsCount,
    })),
  };
}

/** Throws 404 for a hidden episode, 451 by country. Throws 402 for a locked one, with all but its content. */
export async function findEpisode(
  deps: Deps,
  episodeId: string,
  asking: Asking & { chaptersFrom?: number | undefined },
): Promise<PublicEpisodeView> {
  const { row, viewing } = await lookAtEpisode(deps, episodeId, asking);
  const { story, episode, cover, pricing, isTeam } = row;
  const { facts, access, isKept, hasUnlocked, sign } = viewing;
  const shown = (isKept && episode.keptVersion) || episode;
  const position = episode.position ?? 0;
  const isNovel = story.publicationType === 'novel';
  const [ofEpisode, around, content] = await Promise.all([
    findEpisodeFigures(deps, [episode.id]),
    listNeighbours(deps, { storyId: story.id, position, most: 1 }),
    access === 'locked'
      ? {}
      : isNovel
        ? findChapters(deps, { episodeId: episode.id, from: asking.chaptersFrom ?? 1 }, { sign, isKept })
        : findPages(deps, episode.id, { sign, isKept }),
  ]);
  const figures = ofEpisode(episode.id);
  const now = deps.clock.now();
  const common = {
    id: episode.id,
    number: position,
    title: shown.title,
    story: {
      id: story.id,
      slug: story.slug,
      title: story.title,
      publication_type: story.publicationType,
      format: story.format,
      language: story.language,
      mini_thumbnail_url:
        cover &&
        pictureAddress(cover, 160, viewingOfStory(deps, { country: asking.country, isTeam }, row).sign),
    },
    status: episode.status,
    kept: isKept,
    read_mode: shown.readMode,
    page_orientation: shown.pageOrientation,
    price: facts.priceCoins,
    free_at: facts.freeAt?.toISOString() ?? null,
    unlocked: hasUnlocked,
    likes_count: figures.likesCount,
    views_count: figures.viewsCount,
    comments_count: figures.commentsCount,
    impressions_count: figures.impressionsCount,
    previous: presentNeighbour(previousOf(around, position), pricing, now),
    next: presentNeighbour(nextOf(around, position), pricing, now),
  };
  requireReadable(access, { episode: common });
  return { ...common, ...content };
}

const presentNeighbour = (row: ListedRow | null, pricing: PricingFacts | null, now: Date) =>
  row && {
    id: row.id,
    number: row.position ?? 0,
    title: row.title,
    price: priceInForce(pricing, row, now),
    free_at: freeAtOf(pricing, row, now)?.toISOString() ?? null,
  };

function thumbnailAddress(row: ListedRow, pricing: PricingFacts | null, now: Date): string | null {
  const picture = thumbnailOf(row, pricing, now);
  return picture && pictureAddress(picture, 200);
}

type Shown = { sign: Signer | undefined; isKept: boolean };

/** Links within the book stay `chapter:{id}#{place}`: only the caller knows where it shows a chapter. */
async function findChapters(
  deps: Deps,
  { episodeId, from }: { episodeId: string; from: number },
  { sign, isKept }: Shown,
): Promise<Pick<PublicEpisodeView, 'chapters' | 'chapters_next' | 'chapters_total'>> {
  const [rows, total] = await Promise.all([
    listChapters(deps, episodeId, { from, isKept }),
    countChapters(deps, episodeId, { isKept }),
  ]);
  const pictures = await findIllustrations(deps, rows, sign, { isKept });
  const filling = {
    hrefOf: (id: string, place: string | null) => `chapter:${id}${place === null ? '' : `#${place}`}`,
    pictureOf: (id: string) => pictures[id] ?? null,
  };
  return {
    chapters: rows.map(({ html, ...row }, index) => ({
      ...row,
      number: from + index,
      html: fillProse(html, filling),
    })),
    chapters_next: from + rows.length <= total && rows.length > 0 ? from + rows.length : null,
    chapters_total: total,
  };
}

async function findPages(
  deps: Deps,
  episodeId: string,
  { sign, isKept }: Shown,
): Promise<Pick<PublicEpisodeView, 'pages'>> {
  const rows = await listPages(deps, episodeId, { isKept });
  const pages = rows.flatMap(({ id, altText, picture }, index) => {
    const pieces = presentPieces(picture, sign);
    const [first] = pieces;
    return first === undefined ? [] : [{ id, number: index + 1, alt_text: altText, ...first, pieces }];
  });
  return { pages };
}
