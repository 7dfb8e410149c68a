/** Owns what people are told of, and when a mail tells it. */
import type { SocialKind, SystemKind } from '#db/schema/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';

const SOCIAL_KINDS = [
  'new_episode',
  'new_comment',
  'reply',
  'mention',
  'new_subscriber',
] as const satisfies SocialKind[];

export const SYSTEM_KINDS = [
  'called_off',
  'team_invited',
  'team_joined',
  'team_role',
  'team_removed',
  'report_decided',
  'blocked',
  'unblocked',
  'appeal_decided',
  'right_changed',
  'factor_reset',
  'payout',
  'revenue_credited',
  'coins_returned',
] as const satisfies SystemKind[];

export const NOTIFICATION_KINDS = [...SOCIAL_KINDS, ...SYSTEM_KINDS] as const;

/** Of which what is told are people. */
export const ABOUT_PEOPLE = ['new_subscriber', 'team_joined'] as const satisfies (SocialKind | SystemKind)[];

/** How soon a device is to show it. */
export const urgencyOf = (kind: SocialKind | SystemKind): 'low' | 'normal' =>
  kind === 'new_subscriber' || kind === 'new_comment' ? 'low' : 'normal';

export const isSocial = (kind: SocialKind | SystemKind): kind is SocialKind =>
  (SOCIAL_KINDS as readonly string[]).includes(kind);

/** The switch of the account (decisions.md §8) that turns a kind off; a mention is an answer, too. */
export const SWITCHES = {
  new_episode: 'new_episodes',
  new_comment: 'new_comments',
  reply: 'replies',
  mention: 'replies',
  new_subscriber: 'new_subscriber',
} as const satisfies Record<SocialKind, string>;

export const KEPT_MS = 90 * DAY_MS;
/** How long one that was removed can be brought back; then it is swept. */
export const UNDO_MS = 10 * MINUTE_MS;
/** Of what one row tells of; beyond that it only counts. */
export const SUBJECTS_MAX_COUNT = 50;

/** A mail waits a little for what comes with it. */
const WAIT_MS = 5 * MINUTE_MS;
/** One for each story and hour. */
const APART_MS = HOUR_MS;

/** When the mail goes that tells of something at `now`. */
export const digestDueAt = (now: Date, lastSentAt: Date | null): Date =>
  new Date(Math.max(now.getTime() + WAIT_MS, lastSentAt === null ? 0 : lastSentAt.getTime() + APART_MS));

const ENDPOINT_MAX_LENGTH = 1000;
/** A public name, never an address or a name of this network. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const NETWORK_OWN = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|onion|invalid)$/;

/** Whether messages may be sent there: by TLS to the usual port of a public name. Connections check where it leads. */
export function isEndpoint(text: string): boolean {
  if (text.length > ENDPOINT_MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  const isPlain = port === '' && username === '' && password === '' && hash === '';
  return protocol === 'https:' && isPlain && HOST.test(hostname) && !NETWORK_OWN.test(hostname);
}

export const DEVICES_MAX_COUNT = 10;

/** Beyond these a device has not been there for weeks. */
export const DEVICE_FAILURES_MAX_COUNT = 40;
const MESSAGE_ATTEMPTS_MAX_COUNT = 6;
const FIRST_PAUSE_MS = 30_000;

/** How long a message waits that did not arrive the `attempts`th time; null: it is given up. */
export function pushPauseMs(attempts: number, askedMs: number): number | null {
  if (attempts >= MESSAGE_ATTEMPTS_MAX_COUNT) return null;
  return Math.max(askedMs, FIRST_PAUSE_MS * 4 ** (attempts - 1));
}
