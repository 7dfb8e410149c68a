/** Owns the kinds of notifications, and when a mail reports them. */
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

export const ABOUT_PEOPLE = ['new_subscriber', 'team_joined'] as const satisfies (SocialKind | SystemKind)[];

export const urgencyOf = (kind: SocialKind | SystemKind): 'low' | 'normal' =>
  kind === 'new_subscriber' || kind === 'new_comment' ? 'low' : 'normal';

export const isSocial = (kind: SocialKind | SystemKind): kind is SocialKind =>
  (SOCIAL_KINDS as readonly string[]).includes(kind);

/** Setting of the account that turns a kind off (decisions.md §8). A mention counts as a reply. */
export const SWITCHES = {
  new_episode: 'new_episodes',
  new_comment: 'new_comments',
  reply: 'replies',
  mention: 'replies',
  new_subscriber: 'new_subscriber',
} as const satisfies Record<SocialKind, string>;

export const KEPT_MS = 90 * DAY_MS;
/** How long a removed notification can be restored. The sweep deletes it afterwards. */
export const UNDO_MS = 10 * MINUTE_MS;
/** Subjects stored per row. Further ones are only counted. */
export const SUBJECTS_MAX_COUNT = 50;

/** A mail waits a little for more news. */
const WAIT_MS = 5 * MINUTE_MS;
/** At most one mail per story and hour. */
const APART_MS = HOUR_MS;

export const digestDueAt = (now: Date, lastSentAt: Date | null): Date =>
  new Date(Math.max(now.getTime() + WAIT_MS, lastSentAt === null ? 0 : lastSentAt.getTime() + APART_MS));

const ENDPOINT_MAX_LENGTH = 1000;
/** A public host name, never an IP address or a local name. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const NETWORK_OWN = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|onion|invalid)$/;

/** True for TLS on the default port of a public name. Connections check the resolved address. */
export function isEndpoint(text: string): boolean {
  if (text.length > ENDPOINT_MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  const isPlain = port === '' && username === '' && password === '' && hash === '';
  return protocol === 'https:' && isPlain && HOST.test(hostname) && !NETWORK_OWN.test(hostname);
}

export const DEVICES_MAX_COUNT = 10;

/** A device that failed this often has been away for weeks. */
export const DEVICE_FAILURES_MAX_COUNT = 40;
const MESSAGE_ATTEMPTS_MAX_COUNT = 6;
const FIRST_PAUSE_MS = 30_000;

/** Pause after the `attempts`th failure of a message. Null means giving up. */
export function pushPauseMs(attempts: number, askedMs: number): number | null {
  if (attempts >= MESSAGE_ATTEMPTS_MAX_COUNT) return null;
  return Math.max(askedMs, FIRST_PAUSE_MS * 4 ** (attempts - 1));
}
