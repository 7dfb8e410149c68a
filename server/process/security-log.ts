/**
 * Audit lines for investigating a compromised account, one per `event`: who, from which network, what. They contain no
 * secrets, no e-mail addresses and no full network addresses.
 */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Deps, TransactionDeps } from '../deps.ts';
import { networkOf } from '../limits/networks.ts';

export type SecurityEvent =
  | 'account_made'
  | 'signed_in'
  | 'sign_in_refused'
  | 'device_new'
  | 'password_changed'
  | 'password_reset'
  | 'address_changing'
  | 'address_confirmed'
  | 'role_changed'
  | 'connection_made'
  | 'connection_removed'
  | 'factor_asked'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_off'
  | 'disowned'
  | 'episode_blocked'
  | 'episode_unblocked'
  | 'story_blocked'
  | 'story_unblocked'
  | 'account_locked'
  | 'account_unlocked'
  | 'flag_changed'
  | 'coins_granted'
  | 'coins_bought'
  | 'coins_refunded'
  | 'purchase_refused'
  | 'store_notice_refused'
  | 'report_decided'
  | 'report_reopened';

export type SecurityFacts = {
  userId?: string | null;
  /** Who acted, if someone else. */
  actorId?: string;
  /** Only its network is logged. */
  address?: string;
  /** E-mail address without an account. Only a digest is logged. */
  email?: string;
  storyId?: string;
  episodeId?: string;
  reportId?: string;
  role?: string | null;
  provider?: string;
  coins?: number;
  reason?: string;
};

/** First 24 bits of an IPv4 address, first 48 of IPv6. */
export function networkPrefix(address: string): string {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/** In a transaction, it is written after the commit: rolled-back actions did not happen. */
export function logSecurity(
  deps: Deps | TransactionDeps,
  event: SecurityEvent,
  { address, email, ...facts }: SecurityFacts,
): void {
  const line = {
    event,
    ...facts,
    ...(address === undefined ? {} : { network: networkPrefix(address) }),
    ...(email === undefined ? {} : { account: digest(email) }),
  };
  const write = (): void => deps.log.info(line, 'security');
  if ('afterCommit' in deps) deps.afterCommit(write);
  else write();
}

const digest = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 16);
