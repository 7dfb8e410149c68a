import { translator } from '../../../locales/messages.ts';
import { findOwnAccount } from '../../../server/domains/accounts/accounts/queries.ts';
import { listSchedule } from '../../../server/domains/publishing/releases/queries.ts';
import { viewerData } from '../../layout/data.ts';
import { boundsOf, dayIn, readMonth } from './month.ts';

export const data = viewerData(async ({ deps, viewer, locale, query }) => {
  const { user } = await findOwnAccount(deps, viewer.id);
  const zone = user.timezone;
  const now = deps.clock.now();
  const month = readMonth(query.get('month'), now, zone);
  const { from, to } = boundsOf(month, zone);
  const { entries, more } = await listSchedule(deps, viewer, {
    from: from.toISOString(),
    to: to.toISOString(),
  });
  return {
    head: { title: translator(locale, 'schedule')('title') },
    month,
    today: dayIn(now, zone),
    zone,
    entries,
    more,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
