import { lt } from 'drizzle-orm';
import {
  authenticators,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityNotices,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { Id } from '../../../lib/schemas.ts';
import { defineDomain, job, reaction, SELDOM_MS } from '../../define.ts';
import { deviceNew } from '../sessions/events.ts';
import { factorsContract } from './contract.ts';
import { factorLimits } from './limits.ts';
import { factorMails } from './mails.ts';
import { tellNewDevice } from './notices.ts';
import { collectFactors, dropFactorsSince, dropUnprovenFactors, eraseFactors } from './personal.ts';
import { factorsRoutes } from './routes.ts';

const noticeDevice = job(
  'account.tell_new_device',
  { sessionId: Id },
  { group: 'quick', attempts: 6, backoffMs: 5_000, priority: 5 },
  { run: (deps, { sessionId }) => tellNewDevice(deps, { sessionId }) },
);

async function deleteExpiredProofs({ db, clock }: Deps): Promise<void> {
  for (const table of [passkeyChallenges, securityNotices])
    await db.delete(table).where(lt(table.expiresAt, clock.now()));
}

export const factors = defineDomain({
  name: 'factors',
  contract: factorsContract,
  routes: factorsRoutes,
  mails: factorMails,
  jobs: [noticeDevice],
  reactions: [reaction(deviceNew, noticeDevice, ({ sessionId }) => ({ sessionId }))],
  tables: [authenticators, passkeys, recoveryCodes, passkeyChallenges, securityNotices],
  sweeps: [{ name: 'factors.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredProofs }],
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
