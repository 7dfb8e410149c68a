import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { notificationsContract } from './contract.ts';
import { addDevice, listDevices, removeDevice } from './devices.ts';
import { unsubscribe } from './digests.ts';
import { pushService } from './push-service.ts';
import { countUnread, listNotifications } from './queries.ts';
import { markRead, removeNotifications, restoreNotifications } from './service.ts';

export const notificationsRoutes = defineRoutes<typeof notificationsContract, Deps>(notificationsContract, {
  'GET /user/notifications': ({ deps, viewer, locale, query, request }) =>
    listNotifications(
      deps,
      { viewer, country: request.country, locale },
      { which: query.unread ? 'unread' : 'all', page: query.page ?? 1, perPage: query.per_page ?? 24 },
    ),
  'PUT /user/notifications/read': async ({ deps, viewer, body, request }) => {
    await markRead(deps, viewer, { ids: body.ids, isRead: body.read });
    return {
      unread_count: await countUnread(deps, { viewer, country: request.country }),
      message: request.translate('notifications_read'),
    };
  },
  'DELETE /user/notifications': async ({ deps, viewer, body, request }) => {
    await removeNotifications(deps, viewer, { ids: body.ids, onlyRead: body.only_read });
    return {
      unread_count: await countUnread(deps, { viewer, country: request.country }),
      message: request.translate('notifications_removed'),
    };
  },
  'DELETE /user/notifications/:id': async ({ deps, viewer, params, request }) => {
    const removed = await removeNotifications(deps, viewer, { ids: [params.id] });
    if (removed === 0) throw notFound('not_found');
    return {
      unread_count: await countUnread(deps, { viewer, country: request.country }),
      message: request.translate('notifications_removed'),
    };
  },
  'POST /user/notifications/restore': async ({ deps, viewer, body, request }) => {
    await restoreNotifications(deps, viewer, body.ids);
    return {
      unread_count: await countUnread(deps, { viewer, country: request.country }),
      message: request.translate('notifications_restored'),
    };
  },
  'GET /user/push_subscriptions': async ({ deps, viewer }) => ({
    devices: await listDevices(deps, viewer),
    public_key: pushService.of(deps).publicKey,
  }),
  'POST /user/push_subscriptions': async ({ deps, viewer, body, request }) => {
    const { endpoint, keys } = body;
    const device = await addDevice(deps, viewer, { endpoint, ...keys, country: request.country });
    return { device, message: request.translate('device_added') };
  },
  'DELETE /user/push_subscriptions': async ({ deps, viewer, body, request }) => {
    await removeDevice(deps, viewer, body.id);
    return { message: request.translate('device_removed') };
  },
  'POST /unsubscribe/:token': async ({ deps, params, request }) => {
    await unsubscribe(deps, params.token);
    return { message: request.translate('unsubscribed_mails') };
  },
});
