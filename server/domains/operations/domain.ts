import {
  cdnPurges,
  failedJobs,
  jobMinutes,
  jobRuns,
  keptAnswers,
  outbox,
  scheduleRuns,
  settings,
  signInFailures,
  usedAmounts,
} from '../../../db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../define.ts';
import { eraseAnswers } from './answers.ts';
import { deleteExpiredRows } from './sweep.ts';

/** What keeps the house running; its tables are written by `record`, the relay and the limits as well. */
export const operations = defineDomain({
  name: 'operations',
  tables: [
    outbox,
    failedJobs,
    jobRuns,
    jobMinutes,
    scheduleRuns,
    settings,
    signInFailures,
    usedAmounts,
    keptAnswers,
    cdnPurges,
  ],
  sweeps: [{ name: 'rows.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredRows }],
  // Each says again what the rows of the deed say, for a day.
  personal: { columns: { 'kept_answers.user_id': 'erased' }, erase: eraseAnswers },
});
