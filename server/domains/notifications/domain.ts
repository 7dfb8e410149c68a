import Type from 'typebox';
import {
  notificationCounters,
  notificationDigests,
  notificationRounds,
  notifications as notificationRows,
  pushMessages,
  pushSubscriptions,
} from '../../../db/schema/index.ts';
import { Id, OneOf } from '../../lib/schemas.ts';
import { limitWrites } from '../../limits/actions.ts';
import { event } from '../../outbox/event.ts';
import { factorReset, rightChanged } from '../accounts/events.ts';
import { coinsReturned, RETURN_CAUSES } from '../coins/events.ts';
import { commentMentioned, commentPosted } from '../community/events.ts';
import { defineDomain, definePart, job, OFTEN_MS, reaction, SELDOM_MS } from '../define.ts';
import { payoutMoved, revenueCredited, TOLD_STEPS } from '../income/events.ts';
import {
  episodeCalledOff,
  episodePublished,
  teamInvited,
  teamJoined,
  teamRemoved,
  teamRoleChanged,
} from '../publishing/events.ts';
import { storySubscribed } from '../reading/events.ts';
import { appealDecided, blockLifted, reportDecided, statementIssued } from '../safety/events.ts';
import { pushPlanned } from './events.ts';
import { notificationLimits, tidyingLimits } from './limits.ts';
import { liveContract } from './live/contract.ts';
import { liveRoutes } from './live/routes.ts';
import { notificationMails } from './mails.ts';
import { notificationsContract } from './notifications/contract.ts';
import { sendDigests } from './notifications/digests.ts';
import { notifySubscribers } from './notifications/fan-out.ts';
import { notifyOfComment, notifyOfMention, notifyOfSubscriber } from './notifications/listeners.ts';
import { sendPushes } from './notifications/pushes.ts';
import { countUnread } from './notifications/queries.ts';
import { notifyOfRevenue } from './notifications/revenue.ts';
import { notificationsRoutes } from './notifications/routes.ts';
import { deleteOld } from './notifications/service.ts';
import {
  notifyOfAppeal,
  notifyOfCalledOff,
  notifyOfFactorReset,
  notifyOfInvitation,
  notifyOfLift,
  notifyOfMember,
  notifyOfPayout,
  notifyOfRemoval,
  notifyOfReport,
  notifyOfReturn,
  notifyOfRight,
  notifyOfRole,
  notifyOfStatement,
} from './notifications/system-notices.ts';
import { collectNotifications, eraseNotifications } from './personal.ts';

const settings = { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 1 } as const;

const ofRelease = job(
  event('notifications.tell_subscribers', { episodeId: Id }),
  { ...settings, priority: 5 },
  { run: (deps, { episodeId }) => notifySubscribers(deps, episodeId) },
);
const ofComment = job(event('notifications.hear_of_comment', { commentId: Id }), settings, {
  run: (deps, { commentId }) => notifyOfComment(deps, commentId),
});
const ofMention = job(event('notifications.hear_of_mention', { commentId: Id, userId: Id }), settings, {
  run: (deps, payload) => notifyOfMention(deps, payload),
});
const ofSubscriber = job(event('notifications.hear_of_subscriber', { storyId: Id, readerId: Id }), settings, {
  run: (deps, payload) => notifyOfSubscriber(deps, payload),
});

const ofInvitation = job(event('notifications.hear_of_invitation', { invitationId: Id }), settings, {
  run: (deps, { invitationId }) => notifyOfInvitation(deps, invitationId),
});
const ofMember = job(event('notifications.hear_of_member', { storyId: Id, userId: Id }), settings, {
  run: (deps, payload) => notifyOfMember(deps, payload),
});
const ofRole = job(event('notifications.hear_of_role', { storyId: Id, userId: Id, deed: Id }), settings, {
  run: (deps, payload) => notifyOfRole(deps, payload),
});
const ofRemoval = job(
  event('notifications.hear_of_removal', { storyId: Id, userId: Id, deed: Id }),
  settings,
  {
    run: (deps, payload) => notifyOfRemoval(deps, payload),
  },
);
const ofCalledOff = job(event('notifications.hear_of_called_off', { episodeId: Id, deed: Id }), settings, {
  run: (deps, payload) => notifyOfCalledOff(deps, payload),
});
const ofReport = job(event('notifications.hear_of_report', { reportId: Id }), settings, {
  run: (deps, { reportId }) => notifyOfReport(deps, reportId),
});
const ofStatement = job(event('notifications.hear_of_statement', { statementId: Id }), settings, {
  run: (deps, { statementId }) => notifyOfStatement(deps, statementId),
});
const ofAppeal = job(event('notifications.hear_of_appeal', { statementId: Id }), settings, {
  run: (deps, { statementId }) => notifyOfAppeal(deps, statementId),
});
const ofLift = job(event('notifications.hear_of_lift', { statementId: Id }), settings, {
  run: (deps, { statementId }) => notifyOfLift(deps, statementId),
});
const ofRight = job(
  event('notifications.hear_of_right', { userId: Id, deed: Id, number: Type.Integer() }),
  settings,
  { run: (deps, payload) => notifyOfRight(deps, payload) },
);
const ofFactorReset = job(event('notifications.hear_of_factor_reset', { userId: Id, deed: Id }), settings, {
  run: (deps, payload) => notifyOfFactorReset(deps, payload),
});
const ofPayout = job(
  event('notifications.hear_of_payout', { payoutId: Id, step: OneOf(TOLD_STEPS) }),
  settings,
  {
    run: (deps, payload) => notifyOfPayout(deps, payload),
  },
);
const ofRevenue = job(event('notifications.hear_of_revenue', { importId: Id }), settings, {
  run: (deps, { importId }) => notifyOfRevenue(deps, importId),
});
const ofReturn = job(
  event('notifications.hear_of_return', {
    unlockId: Id,
    coins: Type.Integer(),
    episodes: Type.Integer(),
    cause: OneOf(RETURN_CAUSES),
  }),
  settings,
  { run: (deps, payload) => notifyOfReturn(deps, payload) },
);
/** Each message counts its own attempts. The sweep sends messages that this job misses. */
const ofPush = job(
  event('notifications.send_pushes', { turn: Id }),
  { group: 'quick', attempts: 1, backoffMs: 2_000, priority: 9 },
  { run: (deps) => sendPushes(deps) },
);

const notificationsPart = definePart({
  name: 'notifications',
  contract: notificationsContract,
  routes: limitWrites(notificationsRoutes, tidyingLimits),
  tables: [
    notificationRows,
    notificationCounters,
    notificationRounds,
    notificationDigests,
    pushSubscriptions,
    pushMessages,
  ],
  events: [pushPlanned],
  jobs: [
    ...[ofRelease, ofComment, ofMention, ofSubscriber, ofInvitation, ofMember],
    ...[ofRole, ofRemoval, ofCalledOff, ofReport, ofStatement, ofAppeal, ofPush],
    ...[ofLift, ofRight, ofFactorReset, ofPayout, ofRevenue, ofReturn],
  ],
  limits: { ...notificationLimits, ...tidyingLimits },
  reactions: [
    // A second publication finds the fan-out of the first one done.
    reaction(episodePublished, ofRelease, ({ episodeId }) => ({ episodeId })),
    reaction(commentPosted, ofComment, ({ commentId }) => ({ commentId })),
    reaction(commentMentioned, ofMention, (payload) => payload),
    reaction(storySubscribed, ofSubscriber, (payload) => payload),
    reaction(teamInvited, ofInvitation, (payload) => payload),
    reaction(teamJoined, ofMember, (payload) => payload),
    reaction(teamRoleChanged, ofRole, (payload) => payload),
    reaction(teamRemoved, ofRemoval, (payload) => payload),
    reaction(episodeCalledOff, ofCalledOff, (payload) => payload),
    reaction(reportDecided, ofReport, (payload) => payload),
    reaction(statementIssued, ofStatement, (payload) => payload),
    reaction(appealDecided, ofAppeal, (payload) => payload),
    reaction(blockLifted, ofLift, (payload) => payload),
    reaction(rightChanged, ofRight, (payload) => payload),
    reaction(factorReset, ofFactorReset, (payload) => payload),
    reaction(payoutMoved, ofPayout, (payload) => payload),
    reaction(coinsReturned, ofReturn, (payload) => payload),
    reaction(revenueCredited, ofRevenue, (payload) => payload),
    reaction(pushPlanned, ofPush, (payload) => payload),
  ],
  sweeps: [
    { name: 'notifications.send_digests', everyMs: OFTEN_MS, run: sendDigests },
    { name: 'notifications.send_pushes', everyMs: OFTEN_MS, run: sendPushes },
    { name: 'notifications.delete_old', everyMs: SELDOM_MS, run: deleteOld },
  ],
  mails: notificationMails,
  badge: countUnread,
  personal: {
    columns: {
      'notifications.user_id': 'erased',
      'notification_counters.user_id': 'erased',
      'notification_digests.user_id': 'erased',
      'push_subscriptions.user_id': 'erased',
    },
    collect: collectNotifications,
    erase: eraseNotifications,
  },
});

const livePart = definePart({ name: 'live', contract: liveContract, routes: liveRoutes });

export const notifications = defineDomain('notifications', notificationsPart, livePart);
