import { violationReports } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { moderationContract } from './contract.ts';
import { moderationLimits } from './limits.ts';
import { collectReports, eraseReporter } from './personal.ts';
import { moderationRoutes } from './routes.ts';

export const moderation = defineDomain({
  name: 'moderation',
  contract: moderationContract,
  routes: moderationRoutes,
  tables: [violationReports],
  limits: moderationLimits,
  personal: {
    // Who decided a report is told no more, since the account says nothing of anybody.
    columns: { 'violation_reports.reporter_id': 'erased', 'violation_reports.decided_by': 'kept' },
    collect: collectReports,
    erase: eraseReporter,
  },
});
