import { lt } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  authenticators,
  confirmedDevices,
  founderTerms,
  identities,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityNotices,
  sessions as sessionRows,
  signInTickets,
  socialCodes,
  socialFlows,
  users,
} from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';
import { defineDomain, definePart, job, reaction, SELDOM_MS } from '../define.ts';
import { accountsContract } from './accounts/contract.ts';
import { lookAtOldNames } from './accounts/name-checks.ts';
import { accountsRoutes } from './accounts/routes.ts';
import { consentContract } from './consent/contract.ts';
import { consentRoutes } from './consent/routes.ts';
import { accountKept, deviceNew, factorReset, rightChanged } from './events.ts';
import { accountLimits, factorLimits, sessionLimits } from './limits.ts';
import { accountMails, factorMails, sessionMails } from './mails.ts';
import {
  collectAccount,
  collectFactors,
  collectIdentities,
  collectSessions,
  dropFactorsSince,
  dropIdentitiesSince,
  dropUnprovenFactors,
  dropUnprovenIdentities,
  eraseAccount,
  eraseFactors,
  eraseIdentities,
  eraseSessions,
} from './personal.ts';
import { socialContract } from './providers/contract.ts';
import { socialRoutes } from './providers/routes.ts';
import { factorsContract } from './second-factor/contract.ts';
import { tellNewDevice } from './second-factor/notices.ts';
import { factorsRoutes } from './second-factor/routes.ts';
import { sessionsContract } from './sessions/contract.ts';
import { sessionsRoutes } from './sessions/routes.ts';

const accountsPart = definePart({
  name: 'accounts',
  contract: accountsContract,
  routes: accountsRoutes,
  tables: [users, founderTerms],
  events: [accountKept, rightChanged, factorReset],
  sweeps: [{ name: 'accounts.look_at_old_names', everyMs: SELDOM_MS, run: lookAtOldNames }],
  limits: accountLimits,
  mails: accountMails,
  personal: {
    // Kept, because past earnings depend on founder terms.
    columns: { 'users.id': 'kept', 'founder_terms.user_id': 'kept' },
    collect: collectAccount,
    erase: eraseAccount,
  },
});

const consentPart = definePart({ name: 'consent', contract: consentContract, routes: consentRoutes });

/** Deletes the rows of these tables whose time is over. */
const deleteExpired =
  (...tables: readonly (PgTable & { expiresAt: PgColumn })[]) =>
  async ({ db, clock }: Deps): Promise<void> => {
    for (const table of tables) await db.delete(table).where(lt(table.expiresAt, clock.now()));
  };

const sessionsPart = definePart({
  name: 'sessions',
  contract: sessionsContract,
  routes: sessionsRoutes,
  tables: [sessionRows, signInTickets, confirmedDevices],
  events: [deviceNew],
  sweeps: [
    {
      name: 'sessions.delete_expired',
      everyMs: SELDOM_MS,
      run: deleteExpired(sessionRows, signInTickets, confirmedDevices),
    },
  ],
  limits: sessionLimits,
  mails: sessionMails,
  personal: {
    columns: {
      'sessions.user_id': 'erased',
      'sign_in_tickets.user_id': 'erased',
      'confirmed_devices.user_id': 'erased',
    },
    collect: collectSessions,
    erase: eraseSessions,
  },
});

const noticeDevice = job(
  event('account.tell_new_device', { sessionId: Id }),
  { group: 'quick', attempts: 6, backoffMs: 5_000, priority: 5 },
  { run: (deps, { sessionId }) => tellNewDevice(deps, { sessionId }) },
);

const secondFactorPart = definePart({
  name: 'second-factor',
  contract: factorsContract,
  routes: factorsRoutes,
  mails: factorMails,
  jobs: [noticeDevice],
  reactions: [reaction(deviceNew, noticeDevice, ({ sessionId }) => ({ sessionId }))],
  tables: [authenticators, passkeys, recoveryCodes, passkeyChallenges, securityNotices],
  sweeps: [
    {
      name: 'factors.delete_expired',
      everyMs: SELDOM_MS,
      run: deleteExpired(passkeyChallenges, securityNotices),
    },
  ],
  limits: factorLimits,
  personal: {
    columns: {
      'authenticators.user_id': 'erased',
      'passkeys.user_id': 'erased',
      'recovery_codes.user_id': 'erased',
      'passkey_challenges.user_id': 'erased',
      'security_notices.user_id': 'erased',
    },
    collect: collectFactors,
    dropUnproven: dropUnprovenFactors,
    dropSince: dropFactorsSince,
    erase: eraseFactors,
  },
});

const providersPart = definePart({
  name: 'providers',
  contract: socialContract,
  routes: socialRoutes,
  tables: [identities, socialFlows, socialCodes],
  sweeps: [
    {
      name: 'social.delete_expired',
      everyMs: SELDOM_MS,
      run: deleteExpired(socialFlows, socialCodes),
    },
  ],
  personal: {
    columns: {
      'identities.user_id': 'erased',
      'social_flows.user_id': 'erased',
      'social_codes.user_id': 'erased',
    },
    collect: collectIdentities,
    dropUnproven: dropUnprovenIdentities,
    dropSince: dropIdentitiesSince,
    erase: eraseIdentities,
  },
});

export const accounts = defineDomain(
  'accounts',
  accountsPart,
  consentPart,
  sessionsPart,
  secondFactorPart,
  providersPart,
);
