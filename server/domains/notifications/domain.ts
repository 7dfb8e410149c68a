import {
  notificationCounters,
  notificationDigests,
  notificationRounds,
  notifications as notificationRows,
} from '../../../db/schema/index.ts';
import { Id } from '../../lib/schemas.ts';
import { commentMentioned, commentPosted } from '../comments/events.ts';
import { defineDomain, job, OFTEN_MS, reaction, SELDOM_MS } from '../define.ts';
import { storySubscribed } from '../library/events.ts';
import { episodePublished } from '../publishing/events.ts';
import { notificationsContract } from './contract.ts';
import { sendDigests } from './digests.ts';
import { hearOfComment, hearOfMention, hearOfSubscriber } from './hears.ts';
import { notificationMails } from './mails.ts';
import { collectNotifications, eraseNotifications } from './personal.ts';
import { tellSubscribers } from './rounds.ts';
import { notificationsRoutes } from './routes.ts';
import { deleteOld } from './service.ts';

const settings = { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 1 } as const;

const ofRelease = job(
  'notifications.tell_subscribers',
  { episodeId: Id },
  { ...settings, priority: 5 },
  { run: (deps, { episodeId }) => tellSubscribers(deps, episodeId) },
);
const ofComment = job('notifications.hear_of_comment', { commentId: Id }, settings, {
  run: (deps, { commentId }) => hearOfComment(deps, commentId),
});
const ofMention = job('notifications.hear_of_mention', { commentId: Id, userId: Id }, settings, {
  run: (deps, payload) => hearOfMention(deps, payload),
});
const ofSubscriber = job('notifications.hear_of_subscriber', { storyId: Id, readerId: Id }, settings, {
  run: (deps, payload) => hearOfSubscriber(deps, payload),
});

export const notifications = defineDomain({
  name: 'notifications',
  contract: notificationsContract,
  routes: notificationsRoutes,
  tables: [notificationRows, notificationCounters, notificationRounds, notificationDigests],
  jobs: [ofRelease, ofComment, ofMention, ofSubscriber],
  reactions: [
    // A second publication finds the round of the first done.
    reaction(episodePublished, ofRelease, ({ episodeId }) => ({ episodeId })),
    reaction(commentPosted, ofComment, ({ commentId }) => ({ commentId })),
    reaction(commentMentioned, ofMention, (payload) => payload),
    reaction(storySubscribed, ofSubscriber, (payload) => payload),
  ],
  sweeps: [
    { name: 'notifications.send_digests', everyMs: OFTEN_MS, run: sendDigests },
    { name: 'notifications.delete_old', everyMs: SELDOM_MS, run: deleteOld },
  ],
  mails: notificationMails,
  personal: {
    columns: {
      'notifications.user_id': 'erased',
      'notification_counters.user_id': 'erased',
      'notification_digests.user_id': 'erased',
    },
    collect: collectNotifications,
    erase: eraseNotifications,
  },
});
