import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findHouseAd, listHouseAds, sumWeights } from '#server/domains/income/house-ads/queries.ts';
import { fillHouseAds } from '#server/domains/income/house-ads/service.ts';
import { utcDay } from '#server/lib/days.ts';
import { isId } from '#server/lib/ids.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 100;

/** `?ad=` edits one below the list, `?new=1` adds one. */
export const data = administratorData(async (request) => {
  const { deps, locale, query } = request;
  await fillHouseAds(deps);
  const page = readPage(query, PAGES_MAX_COUNT);
  const wished = query.get('ad');
  const [{ ads, total }, chosen, weights, leftOut] = await Promise.all([
    listHouseAds(deps, { page, perPage: PER_PAGE }),
    wished !== null && isId(wished) ? findHouseAd(deps, wished) : null,
    sumWeights(deps),
    deps.metrics.countAdsLeftOut(),
  ]);
  return {
    head: { title: translator(locale, 'houseAds')('title') },
    ads,
    chosen,
    isNew: query.get('new') !== null,
    weights,
    leftOut,
    today: utcDay(deps.clock.now()),
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
