import { founderTerms, users } from '#db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { accountsContract } from './contract.ts';
import { accountKept, factorReset, rightChanged } from './events.ts';
import { accountLimits } from './limits.ts';
import { lookAtOldNames } from './looks.ts';
import { accountMails } from './mails.ts';
import { collectAccount, eraseAccount } from './personal.ts';
import { accountsRoutes } from './routes.ts';

export const accounts = defineDomain({
  name: 'accounts',
  contract: accountsContract,
  routes: accountsRoutes,
  tables: [users, founderTerms],
  events: [accountKept, rightChanged, factorReset],
  sweeps: [{ name: 'accounts.look_at_old_names', everyMs: SELDOM_MS, run: lookAtOldNames }],
  limits: accountLimits,
  mails: accountMails,
  personal: {
    // What was earned on a day was shared by what the account was on it.
    columns: { 'users.id': 'kept', 'founder_terms.user_id': 'kept' },
    collect: collectAccount,
    erase: eraseAccount,
  },
});
