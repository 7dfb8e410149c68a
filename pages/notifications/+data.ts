import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/queries.ts';
import { findNotification, listNotifications } from '../../server/domains/notifications/queries.ts';
import { markRead } from '../../server/domains/notifications/service.ts';
import { isId } from '../../server/lib/ids.ts';
import { readPage } from '../creator/page.ts';
import { elsewhere, viewerData } from '../layout/data.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 42;

export const data = viewerData(async (request) => {
  const { deps, viewer, country, locale, query } = request;
  const asking = { viewer, country, locale };
  // Its link leads over this page, so that it is read once somebody has gone there.
  const opened = query.get('open');
  if (opened !== null && isId(opened)) {
    const found = await findNotification(deps, asking, opened);
    await markRead(deps, viewer, { ids: [opened] });
    throw elsewhere(request, found?.place ?? '/notifications');
  }
  const unread = query.get('filter') === 'unread';
  const page = readPage(query, PAGES_MAX_COUNT);
  const [{ user, user_settings: settings }, list] = await Promise.all([
    findOwnAccount(deps, viewer.id),
    listNotifications(deps, asking, { unread, page, perPage: PER_PAGE }),
  ]);
  return {
    head: { title: translator(locale, 'notifications')('title') },
    count: user.notification_count,
    timezone: user.timezone,
    notifications: settings.notifications,
    list,
    unread,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
