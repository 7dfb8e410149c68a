import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/queries.ts';
import { viewerData } from '../layout/data.ts';

export const data = viewerData(async ({ deps, viewer, locale }) => {
  const { user, user_settings: settings } = await findOwnAccount(deps, viewer.id);
  return {
    head: { title: translator(locale, 'notifications')('title') },
    count: user.notification_count,
    notifications: settings.notifications,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
