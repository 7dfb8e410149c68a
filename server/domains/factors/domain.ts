import { lt } from 'drizzle-orm';
import {
  authenticators,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityNotices,
} from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { defineDomain, SELDOM_MS } from '../define.ts';
import { factorsContract } from './contract.ts';
import { factorLimits } from './limits.ts';
import { collectFactors, dropUnprovenFactors, eraseFactors } from './personal.ts';
import { factorsRoutes } from './routes.ts';

async function deleteExpired({ db, clock }: Deps): Promise<void> {
  for (const table of [passkeyChallenges, securityNotices])
    await db.delete(table).where(lt(table.expiresAt, clock.now()));
}

export const factors = defineDomain({
  name: 'factors',
  contract: factorsContract,
  routes: factorsRoutes,
  tables: [authenticators, passkeys, recoveryCodes, passkeyChallenges, securityNotices],
  sweeps: [{ name: 'factors.delete_expired', everyMs: SELDOM_MS, run: deleteExpired }],
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
    erase: eraseFactors,
  },
});
