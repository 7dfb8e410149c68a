import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { listConnectedApps } from '../../server/domains/accounts/providers/queries.ts';
import { listSessions } from '../../server/domains/accounts/sessions/service.ts';
import { listExports } from '../../server/domains/administration/privacy/export.ts';
import { findLeaving } from '../../server/domains/administration/privacy/leaving.ts';
import { viewerData } from '../layout/data.ts';

export const data = viewerData(async ({ deps, viewer, locale }) => {
  const [{ user, user_settings }, sessions, apps, exports, leaving] = await Promise.all([
    findOwnAccount(deps, viewer.id),
    listSessions(deps, viewer),
    listConnectedApps(deps, viewer.id),
    listExports(deps, viewer),
    findLeaving(deps, viewer),
  ]);
  const { notifications } = user_settings;
  return {
    head: { title: translator(locale, 'settings')('title') },
    email: user.email,
    secondFactor: viewer.secondFactor,
    hasPassword: user.has_password,
    emailConfirmed: user.email_confirmed,
    timezone: user.timezone,
    notifications: {
      subscribe_to_emails: notifications.subscribe_to_emails,
      new_comments: notifications.new_comments,
      new_episodes: notifications.new_episodes,
      new_subscriber: notifications.new_subscriber,
      replies: notifications.replies,
    },
    sessions,
    apps,
    exports,
    leaving,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
