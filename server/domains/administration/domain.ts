import { accountExports } from '../../../db/schema/index.ts';
import { defineDomain, definePart, job, SELDOM_MS } from '../define.ts';
import { administrationContract } from './administration/contract.ts';
import { administrationRoutes } from './administration/routes.ts';
import { exportRequested } from './events.ts';
import { queuesContract } from './jobs/contract.ts';
import { queuesRoutes } from './jobs/routes.ts';
import { privacyLimits } from './limits.ts';
import { administrationMails, privacyMails } from './mails.ts';
import { privacyContract } from './privacy/contract.ts';
import { eraseDueAccounts } from './privacy/deletion.ts';
import { deleteExpiredExports, eraseExports, makeExport } from './privacy/export.ts';
import { privacyRoutes } from './privacy/routes.ts';

const administrationPart = definePart({
  name: 'administration',
  contract: administrationContract,
  routes: administrationRoutes,
  mails: administrationMails,
});

/** Shows and controls workers. `platform/tables` owns the records. */
const jobsPart = definePart({ name: 'jobs', contract: queuesContract, routes: queuesRoutes });

const privacyPart = definePart({
  name: 'privacy',
  contract: privacyContract,
  routes: privacyRoutes,
  tables: [accountExports],
  jobs: [
    job(
      exportRequested,
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

export const administration = defineDomain('administration', administrationPart, jobsPart, privacyPart);
