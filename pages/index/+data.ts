import { translator } from '../../locales/messages.ts';
import { findLanding } from '../../server/domains/reading/queries-landing.ts';
import { calendarDay } from '../../server/domains/reading/rules.ts';
import { elsewhere, pageData } from '../layout/data.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, query } = request;
  const day = calendarDay(deps.clock.now(), query.get('day') ?? undefined);
  // Other days have no page of their own, so made-up ones fill no cache.
  if (day === null) throw elsewhere(request, '/');
  const landing = await findLanding(deps, { country, day });
  const t = translator(locale, 'landing');
  const { featured } = landing;
  return {
    head: { title: t('title'), description: t('description') },
    story: featured?.colour ? { ...featured.colour, flood: true } : undefined,
    tags: ['landing' as const],
    validUntil: landing.validUntil,
    geofilters: landing.geofilters,
    landing,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
