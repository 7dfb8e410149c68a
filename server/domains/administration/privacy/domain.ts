import { accountExports } from '#db/schema/index.ts';
import { Id } from '../../../lib/schemas.ts';
import { defineDomain, job, SELDOM_MS } from '../../define.ts';
import { privacyContract } from './contract.ts';
import { eraseDueAccounts } from './deletion.ts';
import { deleteExpiredExports, eraseExports, makeExport } from './export.ts';
import { privacyLimits } from './limits.ts';
import { privacyMails } from './mails.ts';
import { privacyRoutes } from './routes.ts';

export const privacy = defineDomain({
  name: 'privacy',
  contract: privacyContract,
  routes: privacyRoutes,
  tables: [accountExports],
  jobs: [
    job(
      'account.make_export',
      { exportId: Id },
      { group: 'quick', attempts: 6, backoffMs: 30_000, priority: 10 },
      { run: (deps, { exportId }) => makeExport(deps, exportId) },
    ),
  ],
  sweeps: [
    { name: 'accounts.erase_due', everyMs: SELDOM_MS, run: eraseDueAccounts },
    { name: 'exports.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredExports },
  ],
  limits: privacyLimits,
  mails: privacyMails,
  personal: { columns: { 'account_exports.user_id': 'erased' }, erase: eraseExports },
});
