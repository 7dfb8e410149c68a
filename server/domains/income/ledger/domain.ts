import { ledgerAccounts, ledgerLegs, ledgerTransfers } from '#db/schema/index.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { defineDomain } from '../../define.ts';
import { collectLedger } from './personal.ts';
import { sweepLedger } from './proof.ts';

export const ledger = defineDomain({
  name: 'ledger',
  tables: [ledgerAccounts, ledgerTransfers, ledgerLegs],
  sweeps: [{ name: 'ledger.prove', everyMs: DAY_MS, run: sweepLedger }],
  personal: { columns: { 'ledger_accounts.user_id': 'kept' }, collect: collectLedger },
});
