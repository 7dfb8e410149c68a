import { translator } from '../../locales/messages.ts';
import { findBrowseIndex } from '../../server/domains/discovery/lists/queries.ts';
import { findLanding } from '../../server/domains/discovery/lists/queries-landing.ts';
import { isCalendarDay } from '../../server/domains/reading/reader/rules.ts';
import { appHref } from '../app/link.ts';
import { elsewhere, pageData } from '../layout/data.ts';
import { siteData, urlMaker } from '../layout/linkedData.ts';
import { earlyPicture } from '../ui/sources.ts';
import { heroSizes } from './heroSizes.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, query } = request;
  const day = query.get('day') ?? undefined;
  // Invalid and empty days redirect, so that they do not fill the cache.
  if (day !== undefined && !isCalendarDay(deps.clock.now(), day)) throw elsewhere(request, '/');
  const [landing, { genres }] = await Promise.all([
    findLanding(deps, { country, day }),
    findBrowseIndex(deps),
  ]);
  if (day !== undefined && landing.calendar.entries.length === 0) throw elsewhere(request, '/');
  const t = translator(locale, 'landing');
  const { featured } = landing;
  return {
    head: {
      title: t('title'),
      description: t('description'),
      linkedData: siteData(urlMaker(deps.config.BASE_URL, locale), locale),
      picture: earlyPicture(featured?.cover, heroSizes),
    },
    story: featured?.colour ? { ...featured.colour, flood: true } : undefined,
    tags: ['landing' as const],
    validUntil: landing.validUntil,
    geofilters: landing.geofilters,
    landing,
    genres,
    appUrl: appHref(deps.config, locale),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
