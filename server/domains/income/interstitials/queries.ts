import { and, desc, eq, gte, isNull, or } from 'drizzle-orm';
import { episodes, houseAds, storePurchases, stories, subscriptions } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Locale } from '../../../lib/locale.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import { firstAds } from '../house-ads/first-ads.ts';
import {
  type AdPlace,
  adState,
  adsChangeAt,
  fitsPlace,
  type HouseAdFields,
  offersOf,
} from '../house-ads/rules.ts';
import { type AdStory, findAdPlaces, findAdStories, storyIdsOf } from '../house-ads/stories.ts';
import { adCache, type LiveAds } from './ad-cache.ts';
import type { AdReader, Offer } from './rules.ts';

export type ShownAd = Offer &
  Pick<HouseAdFields, 'look' | 'link'> & {
    title: string;
    text: string;
    genres: string[];
    /** Only for the look `story`. */
    story: AdStory | null;
  };

/** More never run at once. */
const RUNNING_MAX_COUNT = 1000;
export type Offers = {
  offers: ShownAd[];
  validUntil: Date | undefined;
  /** Stories that are offered, or closed in this country. */
  storyIds: string[];
  geofilters: GeofilterFacts[];
};

export async function findOffers(
  deps: Deps,
  {
    slots,
    episodeId,
    country,
    ...place
  }: AdPlace & { slots: readonly number[]; episodeId: string; country: string | null },
): Promise<Offers> {
  const today = utcDay(deps.clock.now());
  const ads = await recallLive(deps, today);
  const running = ads.filter((ad) => adState(ad, today) === 'running' && fitsPlace(ad, place));
  const about = await findAdPlaces(deps, place.storyId, storyIdsOf(running));
  const open = running.filter(({ storyId }) => {
    const story = storyId === null ? null : about.get(storyId);
    return story === null || (story !== undefined && isAvailableIn(story.geofilter, country));
  });
  const offered = offersOf(open, { slots, episodeId });
  const stories = await findAdStories(deps, storyIdsOf(offered));
  const filtered = [...about].filter(([, { geofilter }]) => isFiltered(geofilter));
  return {
    offers: offered.map((ad) => shownIn(ad, place.locale, stories)),
    validUntil: adsChangeAt(ads, today),
    storyIds: [...new Set([...storyIdsOf(offered), ...filtered.map(([id]) => id)])],
    geofilters: filtered.flatMap(([, { geofilter }]) => (isFiltered(geofilter) ? [geofilter] : [])),
  };
}

function shownIn(
  ad: HouseAdFields & { id: string | null },
  locale: Locale,
  stories: Map<string, AdStory>,
): ShownAd {
  const { id, look, weight, target, genres, subscriptionsBelow, dailyMaxCount, endsOn, texts, storyId } = ad;
  const { title = '', text = '' } = texts[locale] ?? {};
  const story = storyId === null ? null : (stories.get(storyId) ?? null);
  // The current slug, even if the link has an older one.
  const link = story === null ? ad.link : `/stories/${story.slug}`;
  return {
    id,
    look,
    link,
    weight,
    target,
    genres,
    subscriptionsBelow,
    dailyMaxCount,
    endsOn,
    title,
    text,
    storyId,
    story,
  };
}

/** Advertisements that run now or later, in the same order in all processes. */
/** Cached, and purged together with the pages that show the advertisements. */
async function recallLive(deps: Deps, today: string): Promise<LiveAds> {
  return (
    adCache.of(deps).get(today) ??
    adCache.of(deps).load(today, async (token) => {
      const found = await findLive(deps, today);
      const bytes = Buffer.byteLength(JSON.stringify(found));
      adCache.of(deps).store(token, today, found, { bytes, tags: ['ads'] });
      return found;
    })
  );
}

async function findLive({ db, config }: Deps, today: string): Promise<LiveAds> {
  const isThere = or(isNull(houseAds.endsOn), gte(houseAds.endsOn, today));
  const found = await db
    .select()
    .from(houseAds)
    .where(and(isNull(houseAds.deletedAt), eq(houseAds.paused, false), isThere))
    .orderBy(desc(houseAds.createdAt), houseAds.id)
    .limit(RUNNING_MAX_COUNT);
  if (found.length > 0) return found;
  const isFilled = (await db.select({ id: houseAds.id }).from(houseAds).limit(1)).length > 0;
  return isFilled ? [] : firstAds(config).map((ad) => ({ id: null, ...ad }));
}

export async function findAdPlace({ db }: Deps, episodeId: string): Promise<Omit<AdPlace, 'locale'>> {
  const [found] = await db
    .select({ storyId: stories.id, genre: stories.genre, type: stories.publicationType })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(eq(episodes.id, episodeId));
  if (found === undefined) throw notFound('not_found');
  return { storyId: found.storyId, genre: found.genre, isNovel: found.type === 'novel' };
}

/** Properties of the reader that our own advertisements may target. No one else receives them. */
export async function findAdReader({ db }: Deps, userId: string): Promise<AdReader> {
  const own = and(eq(stories.ownerId, userId), eq(stories.published, true), isNull(stories.deletedAt));
  const [works, subscriptionsCount, bought] = await Promise.all([
    db.select({ id: stories.id }).from(stories).where(own).limit(1),
    db.$count(subscriptions, eq(subscriptions.readerId, userId)),
    // Coins are sold only in the app.
    db
      .select({ id: storePurchases.id })
      .from(storePurchases)
      .where(eq(storePurchases.userId, userId))
      .limit(1),
  ]);
  return { publishes: works.length > 0, subscriptionsCount, hasApp: bought.length > 0 };
}
