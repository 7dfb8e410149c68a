import type { Deps } from '../../../deps.ts';
import { findWalletDiscrepancies, type WalletDiscrepancy } from '../../coins/wallet/proof.ts';
import { type Discrepancy, findDiscrepancies } from './queries.ts';

/** Once a day, every balance must be the sum of its legs, of dollars and of coins. Errors alert the person on call. */
export async function proveLedger(deps: Deps): Promise<(Discrepancy | WalletDiscrepancy)[]> {
  const found = [...(await findDiscrepancies(deps)), ...(await findWalletDiscrepancies(deps))];
  for (const discrepancy of found) deps.log.fatal(discrepancy, 'a balance is not the sum of its entries');
  return found;
}

/** Fails on an error, so that metrics and the board of queues show it until it is fixed. */
export async function sweepLedger(deps: Deps): Promise<void> {
  const { length } = await proveLedger(deps);
  if (length > 0) throw new Error(`${length} balances are not the sums of their entries`);
}
