import { formatDate, formatTime } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { listDevices } from '../../server/domains/notifications/notifications/devices.ts';
import { pushService } from '../../server/domains/notifications/notifications/push-service.ts';
import {
  findNotification,
  listForPage,
  type Which,
} from '../../server/domains/notifications/notifications/queries.ts';
import { markRead } from '../../server/domains/notifications/notifications/service.ts';
import { isId } from '../../server/lib/ids.ts';
import { pagesOf, readPage } from '../creator/page.ts';
import { elsewhere, viewerData } from '../layout/data.ts';
import { addressOf } from './address.ts';
import { groupNews } from './groups.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 42;

const readWhich = (text: string | null): Which => (text === 'unread' || text === 'replies' ? text : 'all');

export const data = viewerData(async (request) => {
  const { deps, viewer, country, locale, query } = request;
  const asking = { viewer, country, locale };
  // The link passes through this page, which marks it as read.
  const opened = query.get('open');
  if (opened !== null && isId(opened)) {
    const found = await findNotification(deps, asking, opened);
    await markRead(deps, viewer, { ids: [opened] });
    throw elsewhere(request, found?.place ?? '/notifications');
  }
  const which = readWhich(query.get('filter'));
  const page = readPage(query, PAGES_MAX_COUNT);
  const removed = query.get('removed');
  const [{ user, user_settings: settings }, list, devices] = await Promise.all([
    findOwnAccount(deps, viewer.id),
    listForPage(deps, asking, { which, page, perPage: PER_PAGE, removed }),
    listDevices(deps, viewer),
  ]);
  const { timezone } = user;
  const now = deps.clock.now();
  const whenOf = (at: string): string => {
    const [date, time] = [formatDate(at, timezone), formatTime(at, timezone)];
    return date === formatDate(now, timezone) ? time : `${date}, ${time}`;
  };
  return {
    head: { title: translator(locale, 'notifications')('title') },
    which,
    page,
    hasRemovedAll: removed === 'all',
    pages: pagesOf(request, { total: list.total, page, perPage: PER_PAGE }),
    unreadCount: list.unreadCount,
    hasRead: list.rows.some(({ read }) => read),
    isEmpty: list.rows.length === 0 && list.gone === null,
    groups: groupNews(list, { timezone, now, locale, whenOf }),
    here: addressOf({ which, page }),
    notifications: settings.notifications,
    device: {
      account: viewer.id,
      publicKey: pushService.of(deps).publicKey,
      isOn: devices.some((one) => one.current),
    },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
