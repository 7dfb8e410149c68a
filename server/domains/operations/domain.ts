import { failedJobs, outbox, settings, signInFailures, usedAmounts } from '../../../db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../define.ts';
import { deleteExpiredRows } from './sweep.ts';

/** What keeps the house running; its tables are written by `record`, the relay and the limits as well. */
export const operations = defineDomain({
  name: 'operations',
  tables: [outbox, failedJobs, settings, signInFailures, usedAmounts],
  sweeps: [{ name: 'rows.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredRows }],
});
