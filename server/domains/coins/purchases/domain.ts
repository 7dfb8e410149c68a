import { storePurchases } from '#db/schema/index.ts';
import { Id } from '../../../lib/schemas.ts';
import { limitWrites, listLimits } from '../../../limits/deeds.ts';
import { defineDomain, event, job, reaction, SELDOM_MS } from '../../define.ts';
import { purchasesContract } from './contract.ts';
import { purchaseLimits } from './limits.ts';
import { collectPurchases } from './personal.ts';
import { purchasesRoutes } from './routes.ts';
import { acknowledgeForgotten, acknowledgePurchase } from './service.ts';

const purchaseMade = event('purchase.made', { purchaseId: Id });
const acknowledging = job(
  'purchases.acknowledge',
  { purchaseId: Id },
  { group: 'quick', attempts: 8, backoffMs: 2_000, priority: 0 },
  { run: (deps, { purchaseId }) => acknowledgePurchase(deps, purchaseId) },
);

export const purchases = defineDomain({
  name: 'purchases',
  contract: purchasesContract,
  routes: limitWrites(purchasesRoutes, purchaseLimits),
  tables: [storePurchases],
  events: [purchaseMade],
  jobs: [acknowledging],
  reactions: [reaction(purchaseMade, acknowledging, ({ purchaseId }) => ({ purchaseId }))],
  sweeps: [{ name: 'purchases.acknowledge', everyMs: SELDOM_MS, run: acknowledgeForgotten }],
  limits: listLimits(purchaseLimits),
  personal: { columns: { 'store_purchases.user_id': 'kept' }, collect: collectPurchases },
});
