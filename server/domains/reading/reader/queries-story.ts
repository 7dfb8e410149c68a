import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import type { PublicationType, StoryFormat, StoryRating } from '#db/schema/index.ts';
import { commentThreads, stories, storyCounters, storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { refuseClosed, viewingOfStory } from '../../coins/unlock/viewing.ts';
import {
  type PictureVariant,
  type PresentedPicture,
  pictureAddress,
  presentPicture,
  sharedPicture,
} from '../../media/present.ts';
import { type GeofilterFacts, isFiltered } from '../../publishing/countries/rules.ts';
import { isPremium } from '../../publishing/pricing/rules.ts';
import { announcedColumn, type NextRelease, presentRelease } from './announced.ts';
import { hundredsColumn, joinStories, listEpisodes, storyColumns } from './base-rows.ts';
import { type Colour, colourOf } from './cards.ts';
import { type EpisodeItem, type Moved, presentItem } from './episode-rows.ts';
import { figureColumns, figuresOf, type StoryFigures } from './figures.ts';
import type { Preview } from './preview.ts';
import { findSimilar, type SimilarStories } from './queries-similar.ts';
import {
  EPISODES_A_PAGE,
  type EpisodeOrder,
  earliest,
  endOfDay,
  type Hundred,
  pickHundred,
} from './rules.ts';

export type StoryPage = StoryFigures &
  SimilarStories & {
    id: string;
    slug: string;
    title: string;
    description: string;
    publicationType: PublicationType;
    format: StoryFormat | null;
    rating: StoryRating;
    genre: string;
    language: string;
    tags: string[];
    cover: PresentedPicture | null;
    coverUrl: string | null;
    /** Picture for shared links. */
    shared: PictureVariant | null;
    colour: Colour | null;
    premium: boolean;
    author: { slug: string; displayName: string; founder: boolean; pictureUrl: string | null };
    /** For the story as a whole, with replies. */
    commentsCount: number;
    hundreds: Hundred[];
    shown: Hundred | null;
    order: EpisodeOrder;
    episodes: EpisodeItem[];
    nextRelease: NextRelease | null;
    /** Filters that decided in this country, also those of hidden similar stories. */
    geofilters: GeofilterFacts[];
    /** Set when the page shows something as new or announced, which expires. */
    validUntil: Date | undefined;
  };

export type StoryWish = {
  country: string | null;
  preview?: Preview | null;
  order?: EpisodeOrder;
  number?: number | undefined;
};

/** Three queries. Throws 404 for a story without a published episode, 451 where it is not available. */
export async function findStoryPage(
  deps: Deps,
  slug: string,
  { country, preview, order = 'oldest', number }: StoryWish,
): Promise<StoryPage | Moved> {
  const bySlug = preview ? selectStory(deps.db, preview.at) : publishedStory(deps);
  const now = preview?.at ?? deps.clock.now();
  const [row] = await bySlug.execute({ slug, now });
  if (row === undefined) throw notFound('not_found');
  const { story, cover, pricing, geofilter, author, face, hundreds, figures } = row;
  const published = story.published || hundreds.length > 0;
  const { access, sign } = viewingOfStory(
    deps,
    { country, isTeam: false, sign: preview?.sign },
    { story: { ...story, published }, geofilter },
  );
  refuseClosed(access);
  if (story.slug !== slug) return { movedTo: story.slug };
  const shown = pickHundred(hundreds, { order, number });
  const [rows, { similar, relatedIds, geofilters }] = await Promise.all([
    shown === null
      ? []
      : listEpisodes(
          deps,
          story.id,
          { from: shown.first, to: shown.last, most: EPISODES_A_PAGE },
          preview?.at,
        ),
    findSimilar(deps, story, { country, now }),
  ]);
  const items = rows.map((each) => presentItem(each, pricing, now, preview));
  const nextRelease = presentRelease(row.announced);
  return {
    id: story.id,
    slug: story.slug,
    title: story.title,
    description: story.description,
    publicationType: story.publicationType,
    format: story.format,
    rating: story.rating,
    genre: story.genre,
    language: story.language,
    tags: story.tags,
    cover: presentPicture(cover, sign),
    coverUrl: cover && pictureAddress(cover, 640),
    shared: cover && sharedPicture(cover),
    colour: colourOf(cover),
    premium: pricing !== null && isPremium(pricing.type),
    author: {
      slug: author.slug,
      displayName: author.displayName,
      founder: author.founder,
      pictureUrl: face && pictureAddress(face, 160),
    },
    ...figuresOf(figures),
    commentsCount: row.commentsCount,
    hundreds,
    shown,
    order,
    episodes: order === 'newest' ? items.toReversed() : items,
    nextRelease,
    similar,
    relatedIds,
    geofilters: isFiltered(geofilter) ? [geofilter, ...geofilters] : geofilters,
    validUntil: earliest(
      [...items, ...similar].some((each) => each.fresh) ? endOfDay(now) : undefined,
      nextRelease?.publishAt,
      ...items.map(({ freeAt }) => freeAt ?? undefined),
    ),
  };
}

const selectStory = (db: Db, at?: Date) =>
  joinStories(
    db
      .select({
        ...storyColumns,
        figures: figureColumns,
        hundreds: hundredsColumn(at),
        announced: announcedColumn(sql.placeholder('now')),
        commentsCount: sql<number>`coalesce((select ${commentThreads.shownCount} from ${commentThreads}
          where ${commentThreads.subjectId} = ${stories.id}), 0)`,
      })
      .from(storySlugs)
      .innerJoin(stories, eq(stories.id, storySlugs.storyId))
      .leftJoin(storyCounters, eq(storyCounters.storyId, stories.id))
      .$dynamic(),
  ).where(eq(storySlugs.slug, sql.placeholder('slug')));

const publishedStory = prepared((db) => selectStory(db));
