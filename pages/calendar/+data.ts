import { translator } from '../../locales/messages.ts';
import { findCalendar } from '../../server/domains/discovery/lists/queries-calendar.ts';
import { utcDay } from '../../server/lib/days.ts';
import { daysOf } from '../../server/lib/months.ts';
import { elsewhere, pageData } from '../layout/data.ts';
import { calendarAddress, shownMonths } from './months.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, query } = request;
  const today = utcDay(deps.clock.now());
  const present = today.slice(0, 7);
  const months = shownMonths(present);
  const wished = query.get('month');
  // Invalid months must not fill the cache, and the current month has only one address.
  if (wished !== null && (wished === present || !months.includes(wished)))
    throw elsewhere(request, '/calendar');
  const month = wished ?? present;
  const days = daysOf(month);
  const calendar = await findCalendar(deps, {
    country,
    from: days[0] ?? today,
    to: days.at(-1) ?? today,
  });
  const t = translator(locale, 'calendar');
  return {
    head: {
      title: t('title'),
      description: t('description'),
      canonicalPath: calendarAddress(month, present),
      robots: calendar.days.length > 0 ? ('index' as const) : ('noindex' as const),
    },
    tags: ['landing' as const],
    validUntil: calendar.validUntil,
    geofilters: calendar.geofilters,
    today,
    month,
    calendar,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
