/** The story page, as anyone of a country sees it. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { PublicationType, StoryFormat, StoryRating } from '../../../db/schema/index.ts';
import { stories, storySlugs } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../lib/errors.ts';
import { type PresentedPicture, pictureAddress, presentPicture } from '../media/present.ts';
import { isPremium } from '../pricing/rules.ts';
import {
  type Colour,
  cardColumns,
  colourOf,
  isOpenIn,
  joinCards,
  presentCard,
  type StoryCardView,
} from './cards.ts';
import { joinStories, listEpisodes, storyColumns } from './facts.ts';
import { type EpisodeItem, type Moved, presentItem, refuse } from './items.ts';
import { decideStoryAccess, endOfDay, ratingAverage } from './rules.ts';

const SIMILAR_MOST = 6;

export type StoryPage = {
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
  colour: Colour | null;
  premium: boolean;
  author: { displayName: string; founder: boolean; pictureUrl: string | null };
  subscribersCount: number;
  viewsCount: number;
  likesCount: number;
  ratingAverage: number | null;
  ratingsCount: number;
  episodes: EpisodeItem[];
  similar: StoryCardView[];
  /** Set when something is marked as new, which it is not for ever. */
  validUntil: Date | undefined;
};

/** Three queries. Throws 404 for a story without a published episode, 451 where it is not available. */
export async function findStoryPage(
  deps: Deps,
  slug: string,
  { country }: { country: string | null },
): Promise<StoryPage | Moved> {
  const [row] = await selectStory(deps, slug);
  if (row === undefined) throw notFound('not_found');
  const { story, cover, pricing, geofilter, author, face } = row;
  refuse(
    decideStoryAccess(
      { published: story.published, deleted: story.deletedAt !== null, geofilter },
      { country, isTeam: false },
    ),
  );
  if (story.slug !== slug) return { movedTo: story.slug };
  const now = deps.clock.now();
  const [rows, likely] = await Promise.all([listEpisodes(deps, story.id), findSimilar(deps, story, country)]);
  const similar = likely.map((each) => presentCard(each, now));
  const items = rows.map((each) => presentItem(each, pricing, now));
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
    cover: presentPicture(cover),
    coverUrl: cover && pictureAddress(cover, 640),
    colour: colourOf(cover),
    premium: pricing !== null && isPremium(pricing.type),
    author: {
      displayName: author.displayName,
      founder: author.founder,
      pictureUrl: face && pictureAddress(face, 160),
    },
    subscribersCount: story.subscribersCount,
    viewsCount: story.viewsCount,
    likesCount: story.likesCount,
    ratingAverage: ratingAverage(story.ratingsSum, story.ratingsCount),
    ratingsCount: story.ratingsCount,
    episodes: items,
    similar,
    validUntil: [...items, ...similar].some((each) => each.fresh) ? endOfDay(now) : undefined,
  };
}

const selectStory = (deps: Deps, slug: string) =>
  joinStories(
    deps.db
      .select(storyColumns)
      .from(storySlugs)
      .innerJoin(stories, eq(stories.id, storySlugs.storyId))
      .$dynamic(),
  ).where(eq(storySlugs.slug, slug));

/** Stories of the same genre, else of the same type, that are read most. */
const findSimilar = (deps: Deps, story: typeof stories.$inferSelect, country: string | null) =>
  joinCards(deps.db.select(cardColumns).from(stories).$dynamic())
    .where(
      and(
        isOpenIn(country),
        ne(stories.id, story.id),
        sql`(${stories.genre} = ${story.genre} or ${stories.publicationType} = ${story.publicationType})`,
      ),
    )
    .orderBy(
      sql`${stories.language} = ${story.language} desc`,
      sql`${stories.genre} = ${story.genre} desc`,
      desc(stories.viewsCount),
      desc(stories.id),
    )
    .limit(SIMILAR_MOST);
