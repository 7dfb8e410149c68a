/** Reads our own advertisements: those that a page offers, and all of them for administrators. */
import { and, count, desc, eq, gte, isNull, or, sql, sum } from 'drizzle-orm';
import { episodes, houseAdDays, houseAds, stories, subscriptions } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { addDays, utcDay } from '../../lib/days.ts';
import { notFound } from '../../lib/errors.ts';
import type { Locale } from '../../lib/locale.ts';
import { firstAds } from './house.ts';
import type { HouseAd } from './house-ads.ts';
import {
  type AdPlace,
  adLocales,
  adState,
  adsChangeAt,
  fitsPlace,
  type HouseAdFields,
  offersOf,
} from './house-rules.ts';
import type { AdReader, Offer } from './rules.ts';

/** As a reader sees it, in their language. */
export type ShownAd = Offer &
  Pick<HouseAdFields, 'look' | 'link'> & { title: string; text: string; genres: string[] };

/** More than that never run at once. */
const RUNNING_MAX_COUNT = 1000;
/** Over how many days it is told how often one was shown. */
export const AD_DAYS = 28;

/** What a page of an episode offers in its slots, and until when that holds. */
export async function findOffers(
  deps: Deps,
  { slots, episodeId, ...place }: AdPlace & { slots: readonly number[]; episodeId: string },
): Promise<{ offers: ShownAd[]; validUntil: Date | undefined }> {
  const today = utcDay(deps.clock.now());
  const ads = (await findLive(deps, today)) ?? firstAds(deps.config).map((ad) => ({ id: null, ...ad }));
  const running = ads.filter((ad) => adState(ad, today) === 'running' && fitsPlace(ad, place));
  const offers = offersOf(running, { slots, episodeId }).map((ad) => shownIn(ad, place.locale));
  return { offers, validUntil: adsChangeAt(ads, today) };
}

function shownIn(ad: HouseAdFields & { id: string | null }, locale: Locale): ShownAd {
  const { id, look, link, weight, target, genres, subscriptionsBelow, dailyMaxCount, endsOn, texts } = ad;
  const { title = '', text = '' } = texts[locale] ?? {};
  return { id, look, link, weight, target, genres, subscriptionsBelow, dailyMaxCount, endsOn, title, text };
}

/** Those that run or are to run, in one order for all processes; null before the table was first filled. */
async function findLive({ db }: Deps, today: string): Promise<HouseAd[] | null> {
  const hasEnded = or(isNull(houseAds.endsOn), gte(houseAds.endsOn, today));
  const found = await db
    .select()
    .from(houseAds)
    .where(and(isNull(houseAds.deletedAt), hasEnded))
    .orderBy(desc(houseAds.createdAt), houseAds.id)
    .limit(RUNNING_MAX_COUNT);
  if (found.length > 0) return found;
  return (await db.select({ id: houseAds.id }).from(houseAds).limit(1)).length > 0 ? [] : null;
}

/** What the story of an episode says of all its readers. */
export async function findAdPlace({ db }: Deps, episodeId: string): Promise<Omit<AdPlace, 'locale'>> {
  const [found] = await db
    .select({ genre: stories.genre, type: stories.publicationType })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(eq(episodes.id, episodeId));
  if (found === undefined) throw notFound('not_found');
  return { genre: found.genre, isNovel: found.type === 'novel' };
}

/** What our own advertisements may ask of a reader; told to nobody else. */
export async function findAdReader({ db }: Deps, userId: string): Promise<AdReader> {
  const own = and(eq(stories.ownerId, userId), eq(stories.published, true), isNull(stories.deletedAt));
  const [works, subscriptionsCount] = await Promise.all([
    db.select({ id: stories.id }).from(stories).where(own).limit(1),
    db.$count(subscriptions, eq(subscriptions.readerId, userId)),
  ]);
  return { publishes: works.length > 0, subscriptionsCount };
}

export type ListedAd = ReturnType<typeof listed>;

/** Newest first. */
export async function listHouseAds(
  deps: Deps,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ads: ListedAd[]; total: number }> {
  const isThere = isNull(houseAds.deletedAt);
  const [rows, total] = await Promise.all([
    selectListed(deps)
      .where(isThere)
      .orderBy(desc(houseAds.createdAt), houseAds.id)
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.$count(houseAds, isThere),
  ]);
  return { ads: rows.map((row) => listed(deps, row)), total };
}

export async function findHouseAd(deps: Deps, id: string): Promise<ListedAd> {
  const [row] = await selectListed(deps).where(and(eq(houseAds.id, id), isNull(houseAds.deletedAt)));
  if (row === undefined) throw notFound('not_found');
  return listed(deps, row);
}

/** Of the weights of all that run now. */
export async function sumWeights({ db, clock }: Deps): Promise<number> {
  const today = utcDay(clock.now());
  const [found] = await db
    .select({ total: sum(houseAds.weight).mapWith(Number), many: count() })
    .from(houseAds)
    .where(
      and(
        isNull(houseAds.deletedAt),
        sql`coalesce(${houseAds.startsOn} <= ${today}, true)`,
        sql`coalesce(${houseAds.endsOn} >= ${today}, true)`,
      ),
    );
  return found?.total ?? 0;
}

function selectListed({ db, clock }: Deps) {
  const since = addDays(utcDay(clock.now()), 1 - AD_DAYS);
  const counted = (column: 'shown' | 'followed') =>
    sql<number>`(select coalesce(sum(${houseAdDays[column]}), 0) from ${houseAdDays}
      where ${houseAdDays.adId} = ${houseAds.id} and ${houseAdDays.day} >= ${since})`.mapWith(Number);
  return db
    .select({ ad: houseAds, shown: counted('shown'), followed: counted('followed') })
    .from(houseAds)
    .$dynamic();
}

function listed({ clock }: Deps, { ad, shown, followed }: { ad: HouseAd; shown: number; followed: number }) {
  return {
    id: ad.id,
    look: ad.look,
    texts: ad.texts,
    languages: adLocales(ad.texts),
    link: ad.link,
    starts_on: ad.startsOn,
    ends_on: ad.endsOn,
    weight: ad.weight,
    daily_max_count: ad.dailyMaxCount,
    target: ad.target,
    genres: ad.genres,
    subscriptions_below: ad.subscriptionsBelow,
    state: adState(ad, utcDay(clock.now())),
    shown_count: shown,
    followed_count: followed,
    lock_version: ad.lockVersion,
  };
}
