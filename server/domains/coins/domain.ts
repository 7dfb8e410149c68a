import Type from 'typebox';
import { coinEntries, storePurchases, unlocks, wallets } from '../../../db/schema/index.ts';
import { Id, Moment } from '../../lib/schemas.ts';
import { limitWrites, listLimits } from '../../limits/actions.ts';
import { event } from '../../outbox/event.ts';
import { defineDomain, definePart, job, reaction, SELDOM_MS } from '../define.ts';
import { episodeBlocked, episodeDeleted, storyErased } from '../publishing/events.ts';
import { coinsReturned, episodeUnlocked, purchaseMade } from './events.ts';
import { purchaseLimits } from './limits.ts';
import { collectPurchases, collectUnlocks, collectWallet } from './personal.ts';
import { purchasesContract } from './purchases/contract.ts';
import { purchasesRoutes } from './purchases/routes.ts';
import { acknowledgeForgotten, acknowledgePurchase } from './purchases/service.ts';
import { unlockContract } from './unlock/contract.ts';
import { returnBlocked, returnCoins } from './unlock/returns.ts';
import { unlockRoutes } from './unlock/routes.ts';
import { walletContract } from './wallet/contract.ts';
import { walletRoutes } from './wallet/routes.ts';

const walletPart = definePart({
  name: 'wallet',
  contract: walletContract,
  routes: walletRoutes,
  tables: [wallets, coinEntries],
  personal: {
    columns: {
      'wallets.user_id': 'kept',
      'coin_entries.user_id': 'kept',
      'coin_entries.actor_id': 'kept',
    },
    collect: collectWallet,
  },
});

const acknowledging = job(
  event('purchases.acknowledge', { purchaseId: Id }),
  { group: 'quick', attempts: 8, backoffMs: 2_000, priority: 0 },
  { run: (deps, { purchaseId }) => acknowledgePurchase(deps, purchaseId) },
);

const purchasesPart = definePart({
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

/** decisions.md §5, §9: readers get their coins back when a paid episode is deleted or blocked. */
const returning = job(
  event('unlock.return_coins', {
    storyId: Id,
    episodeId: Type.Optional(Id),
    blockedAt: Type.Optional(Moment),
  }),
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 0 },
  { run: (deps, which) => returnCoins(deps, which) },
);

const unlockPart = definePart({
  name: 'unlock',
  contract: unlockContract,
  routes: unlockRoutes,
  tables: [unlocks],
  events: [episodeUnlocked, coinsReturned],
  jobs: [returning],
  reactions: [
    reaction(episodeDeleted, returning, ({ storyId, episodeId }) => ({ storyId, episodeId })),
    reaction(storyErased, returning, ({ storyId }) => ({ storyId })),
    reaction(episodeBlocked, returning, (blocked) => blocked),
  ],
  sweeps: [{ name: 'unlock.return_blocked', everyMs: SELDOM_MS, run: returnBlocked }],
  personal: {
    // Unlocks stay with an erased account, which no longer identifies anybody.
    columns: { 'unlocks.reader_id': 'kept' },
    collect: collectUnlocks,
  },
});

export const coins = defineDomain('coins', walletPart, purchasesPart, unlockPart);
