import { coinEntries, wallets } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { walletContract } from './contract.ts';
import { collectWallet } from './personal.ts';
import { walletRoutes } from './routes.ts';

export const wallet = defineDomain({
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
