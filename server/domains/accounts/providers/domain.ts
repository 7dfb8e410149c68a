import { lt } from 'drizzle-orm';
import { identities, socialCodes, socialFlows } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { socialContract } from './contract.ts';
import {
  collectIdentities,
  dropIdentitiesSince,
  dropUnprovenIdentities,
  eraseIdentities,
} from './personal.ts';
import { socialRoutes } from './routes.ts';

async function deleteExpiredFlows({ db, clock }: Deps): Promise<void> {
  for (const table of [socialFlows, socialCodes])
    await db.delete(table).where(lt(table.expiresAt, clock.now()));
}

export const social = defineDomain({
  name: 'social',
  contract: socialContract,
  routes: socialRoutes,
  tables: [identities, socialFlows, socialCodes],
  sweeps: [{ name: 'social.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredFlows }],
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
