import { and, desc, eq, or, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { episodes, pricingStrategies, stories, storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isReadableInList } from '../../coins/unlock/rules.ts';
import { refuseClosed, viewingOfStory } from '../../coins/unlock/viewing.ts';
import { pictureAddress } from '../../media/present.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { joinStories, type ListedRow, listById, storyColumns } from '../../reading/reader/base-rows.ts';
import { isOpen, latestFirst } from '../../reading/reader/cards.ts';
import type { Moved } from '../../reading/reader/episode-rows.ts';
import { personBySlug } from '../../reading/reader/queries-profile.ts';

const ENTRIES_MAX_COUNT = 50;
/** Number of episodes to check per story, because some may cost something. */
const LOOKED_AT_COUNT = 100;
const PROFILE_STORIES_MAX_COUNT = 24;

export type FeedEpisode = {
  id: string;
  number: number;
  title: string;
  storySlug: string;
  storyTitle: string;
  language: string;
  publishedAt: Date;
  firstPublishedAt: Date;
  pagesCount: number;
  chaptersCount: number;
  thumbnailUrl: string | null;
};

export type StoryFeed = {
  story: Pick<StoryRow['story'], 'id' | 'slug' | 'title' | 'description' | 'language'> & {
    firstPublishedAt: Date;
    coverUrl: string | null;
  };
  author: { slug: string; displayName: string };
  episodes: FeedEpisode[];
  geofilters: GeofilterFacts[];
};

type StoryRow = Awaited<ReturnType<ReturnType<typeof storyBySlug>['execute']>>[number];

/** Two queries. Throws 404 and 451 as the story's page does. */
export async function findStoryFeed(
  deps: Deps,
  slug: string,
  { country }: { country: string | null },
): Promise<StoryFeed | Moved> {
  const [row] = await storyBySlug(deps).execute({ slug });
  if (row === undefined) throw notFound('not_found');
  const { story, cover, author, geofilter } = row;
  refuseClosed(viewingOfStory(deps, { country, isTeam: false }, row).access);
  if (story.slug !== slug) return { movedTo: story.slug };
  const { id, title, description, language } = story;
  return {
    story: {
      id,
      slug,
      title,
      description,
      language,
      firstPublishedAt: story.firstPublishedAt ?? story.createdAt,
      coverUrl: cover && pictureAddress(cover, 320),
    },
    author,
    episodes: await findFree(deps, [row], LOOKED_AT_COUNT),
    geofilters: isFiltered(geofilter) ? [geofilter] : [],
  };
}

/** Three queries. Throws 404 as the creator's page does. */
export async function findProfileFeed(deps: Deps, slug: string, { country }: { country: string | null }) {
  const [person] = await personBySlug(deps).execute({ slug });
  if (person === undefined) throw notFound('not_found');
  const { publishedIds, geofilters, picture } = person;
  const rows = await storiesOfOwner(deps).execute({ ownerId: person.id });
  const open = rows.filter(({ geofilter }) => isAvailableIn(geofilter, country));
  return {
    person: { ...person, pictureUrl: picture && pictureAddress(picture, 320) },
    episodes: await findFree(deps, open, PROFILE_STORIES_MAX_COUNT),
    publishedIds,
    geofilters,
  };
}

async function findFree(deps: Deps, rows: readonly StoryRow[], most: number): Promise<FeedEpisode[]> {
  if (rows.length === 0) return [];
  const stories = new Map(rows.map((row) => [row.story.id, row]));
  const candidates = await newestOf(deps).execute({
    ids: [...stories.keys()],
    most,
    now: deps.clock.now(),
  });
  const ids = candidates.map(({ id }) => id);
  const storyOf = new Map(candidates.map(({ id, storyId }) => [id, stories.get(storyId)]));
  const listed = await listById(deps, ids);
  return listed
    .flatMap((row) => {
      const of = storyOf.get(row.id);
      return of !== undefined && isReadableInList(row, of.pricing, deps.clock.now())
        ? [present(row, of)]
        : [];
    })
    .sort(
      (one, other) => other.publishedAt.getTime() - one.publishedAt.getTime() || other.number - one.number,
    )
    .slice(0, ENTRIES_MAX_COUNT);
}

function present(row: ListedRow, { story }: StoryRow): FeedEpisode {
  const publishedAt = row.publishedAt ?? story.lastUpdate;
  return {
    id: row.id,
    number: row.position ?? 0,
    title: row.title,
    storySlug: story.slug,
    storyTitle: story.title,
    language: story.language,
    publishedAt,
    firstPublishedAt: row.firstPublishedAt ?? publishedAt,
    pagesCount: row.pagesCount,
    chaptersCount: row.chaptersCount,
    thumbnailUrl: row.thumbnail && pictureAddress(row.thumbnail, 360),
  };
}

const storyBySlug = prepared((db) =>
  joinStories(
    db
      .select(storyColumns)
      .from(storySlugs)
      .innerJoin(stories, eq(stories.id, storySlugs.storyId))
      .$dynamic(),
  ).where(eq(storySlugs.slug, sql.placeholder('slug'))),
);

const storiesOfOwner = prepared((db) =>
  joinStories(db.select(storyColumns).from(stories).$dynamic())
    .where(and(eq(stories.ownerId, sql.placeholder('ownerId')), isOpen))
    .orderBy(...latestFirst)
    .limit(PROFILE_STORIES_MAX_COUNT),
);

/** Selects the newest episodes that may be free by their rank or waiting time. The access rule decides. */
const newestOf = prepared((db) => {
  const { type, freeCount, freeAfterDays, storyId } = pricingStrategies;
  const isFirst = sql`${type} = 'first_free' and ${episodes.publishedRank} <= ${freeCount}`;
  const hasWaited = sql`${episodes.firstPublishedAt} <= ${sql.placeholder('now')}::timestamptz - make_interval(hours => 24 * ${freeAfterDays})`;
  const mayBeFree = sql`coalesce(${type}, 'all_free') in ('all_free', 'custom')`;
  const ofStory = db
    .select({ id: episodes.id, storyId: episodes.storyId })
    .from(episodes)
    .where(
      and(
        sql`${episodes.storyId} = wanted.id and ${episodes.status} = 'published' and ${episodes.deletedAt} is null`,
        or(mayBeFree, isFirst, hasWaited),
      ),
    )
    .orderBy(desc(episodes.position))
    .limit(sql.placeholder('most'));
  return db
    .select({ id: sql<string>`newest.id`, storyId: sql<string>`newest.story_id` })
    .from(sql`unnest(${sql.placeholder('ids')}::uuid[]) as wanted(id)`)
    .leftJoin(pricingStrategies, eq(storyId, sql`wanted.id`))
    .innerJoin(sql`lateral ${ofStory} as newest`, sql`true`);
});
