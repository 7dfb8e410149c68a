/** Owns what people are told of, and when a mail tells it. */
import type { NotificationKind } from '../../../db/schema/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';

export const NOTIFICATION_KINDS = [
  'new_episode',
  'new_comment',
  'reply',
  'mention',
  'new_subscriber',
] as const satisfies NotificationKind[];

/** The switch of the account (decisions.md §8) that turns a kind off; a mention is an answer, too. */
export const SWITCHES = {
  new_episode: 'new_episodes',
  new_comment: 'new_comments',
  reply: 'replies',
  mention: 'replies',
  new_subscriber: 'new_subscriber',
} as const satisfies Record<NotificationKind, string>;

export const KEPT_MS = 90 * DAY_MS;
/** Of what one row tells of; beyond that it only counts. */
export const SUBJECTS_MAX_COUNT = 50;

/** A mail waits a little for what comes with it. */
const WAIT_MS = 5 * MINUTE_MS;
/** One for each story and hour. */
const APART_MS = HOUR_MS;

/** When the mail goes that tells of something at `now`. */
export const digestDueAt = (now: Date, lastSentAt: Date | null): Date =>
  new Date(Math.max(now.getTime() + WAIT_MS, lastSentAt === null ? 0 : lastSentAt.getTime() + APART_MS));
