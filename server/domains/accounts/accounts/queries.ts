import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import { media, notificationCounters, users, wallets } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { unauthorized } from '../../../lib/errors.ts';
import { localeOr } from '../../../lib/locale.ts';
import type { Person } from '../../../lib/viewer.ts';
import { houseParts } from '../../define.ts';
import { pictureAddress } from '../../media/present.ts';
import type { OwnUser, UserSettings } from './contract.ts';

type Badged = Static<typeof OwnUser>;
type Settings = { user_settings: Static<typeof UserSettings> };
export type OwnAccount = { user: Badged } & Settings;

/** The unread count depends on the viewer's country. Accounts with nothing unread, the usual case, cost one query. */
export async function findBadgedAccount(
  deps: Deps,
  viewer: Person,
  { country }: { country: string | null },
): Promise<OwnAccount> {
  const { user, user_settings, hasUnread } = await findOwnAccount(deps, viewer.id);
  const notification_count = hasUnread ? await houseParts.of(deps).badge(deps, { viewer, country }) : 0;
  return { user: { ...user, notification_count }, user_settings };
}

export async function findOwnAccount(
  deps: Deps,
  userId: string,
): Promise<{ user: Omit<Badged, 'notification_count'>; hasUnread: boolean } & Settings> {
  const [row] = await deps.db
    .select({
      user: users,
      picture: media,
      coins: wallets.balanceCoins,
      unread: notificationCounters.unreadCount,
    })
    .from(users)
    .leftJoin(media, eq(media.id, users.pictureMediaId))
    .leftJoin(wallets, eq(wallets.userId, users.id))
    .leftJoin(notificationCounters, eq(notificationCounters.userId, users.id))
    .where(eq(users.id, userId));
  if (row === undefined) throw unauthorized('sign_in_required');
  const { user, picture, coins, unread } = row;
  return {
    hasUnread: (unread ?? 0) > 0,
    user: {
      id: user.id,
      slug: user.slug,
      email: user.email,
      email_confirmed: user.emailConfirmedAt !== null,
      display_name: user.displayName,
      name: user.name,
      website: user.website,
      bio: user.bio,
      picture: picture && pictureAddress(picture, 640),
      thumbnail_url: picture && pictureAddress(picture, 320),
      mini_thumbnail_url: picture && pictureAddress(picture, 160),
      date_of_birth: user.dateOfBirth,
      timezone: user.timezone,
      language: localeOr(user.language),
      founder: user.founder,
      publisher: user.publisher,
      administrator: user.administrator,
      wallet_coins: coins ?? 0,
      pending_email: user.pendingEmail,
      has_password: user.passwordHash !== null,
      preferred_languages: user.preferredLanguages,
    },
    user_settings: {
      notifications: {
        subscribe_to_emails: user.subscribeToEmails,
        new_comments: user.notifyNewComments,
        new_episodes: user.notifyNewEpisodes,
        new_subscriber: user.notifyNewSubscriber,
        replies: user.notifyReplies,
      },
    },
  };
}
