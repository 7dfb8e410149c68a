import { revenueCredits, revenueImports, revenueLines, revenueProblems } from '#db/schema/index.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { Id } from '../../../lib/schemas.ts';
import { defineDomain, job } from '../../define.ts';
import { revenueMails } from './administrators.ts';
import { checkForgotten, checkImport } from './check.ts';
import { revenueContract } from './contract.ts';
import { revenueCredited } from './events.ts';
import { collectRevenue } from './personal.ts';
import { pickUp } from './pick-up.ts';
import { revenueRoutes } from './routes.ts';

export const revenue = defineDomain({
  name: 'revenue',
  contract: revenueContract,
  routes: revenueRoutes,
  tables: [revenueImports, revenueLines, revenueProblems, revenueCredits],
  events: [revenueCredited],
  jobs: [
    job(
      'revenue.check',
      { importId: Id },
      { group: 'quick', attempts: 6, backoffMs: 2_000, priority: 5 },
      { run: (deps, { importId }) => checkImport(deps, importId) },
    ),
  ],
  sweeps: [
    // Each minute, so that the 1st at 03:00 is met within one.
    { name: 'revenue.pick_up', everyMs: MINUTE_MS, run: pickUp },
    { name: 'revenue.check_forgotten', everyMs: MINUTE_MS, run: checkForgotten },
  ],
  mails: revenueMails,
  personal: {
    columns: {
      'revenue_imports.uploaded_by': 'kept',
      'revenue_imports.credited_by': 'kept',
      'revenue_lines.owner_id': 'kept',
      'revenue_credits.user_id': 'kept',
    },
    collect: collectRevenue,
  },
});
