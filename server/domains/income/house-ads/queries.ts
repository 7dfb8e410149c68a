import { and, count, desc, eq, isNull, sql, sum } from 'drizzle-orm';
import { houseAdDays, houseAds } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { addDays, utcDay } from '../../../lib/days.ts';
import { notFound } from '../../../lib/errors.ts';
import { adLocales, adState } from './rules.ts';
import { type HouseAd, versionOf } from './service.ts';
import { type AdStory, findAdStories, storyIdsOf } from './stories.ts';

export const AD_DAYS = 28;

export type ListedAd = ReturnType<typeof listed>;

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
  const about = await findAdStories(deps, storyIdsOf(rows.map(({ ad }) => ad)));
  return { ads: rows.map((row) => listed(deps, row, about)), total };
}

export async function findHouseAd(deps: Deps, id: string): Promise<ListedAd> {
  const [row] = await selectListed(deps).where(and(eq(houseAds.id, id), isNull(houseAds.deletedAt)));
  if (row === undefined) throw notFound('not_found');
  return listed(deps, row, await findAdStories(deps, storyIdsOf([row.ad])));
}

export async function sumWeights({ db, clock }: Deps): Promise<number> {
  const today = utcDay(clock.now());
  const [found] = await db
    .select({ total: sum(houseAds.weight).mapWith(Number), many: count() })
    .from(houseAds)
    .where(
      and(
        isNull(houseAds.deletedAt),
        eq(houseAds.paused, false),
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

function listed(
  { clock }: Deps,
  { ad, shown, followed }: { ad: HouseAd; shown: number; followed: number },
  about: Map<string, AdStory>,
) {
  const story = ad.storyId === null ? undefined : about.get(ad.storyId);
  return {
    id: ad.id,
    look: ad.look,
    texts: ad.texts,
    languages: adLocales(ad.texts),
    link: ad.link,
    story: story ? { ...story, cover_url: story.cover?.url ?? null } : null,
    paused: ad.paused,
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
    version: versionOf(ad),
  };
}
