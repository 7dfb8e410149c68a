import Type from 'typebox';
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
} from '#db/schema/index.ts';
import { defineDomain, job, OFTEN_MS, SELDOM_MS } from '../../define.ts';
import { eraseAnswers } from './answers.ts';
import { sendCdnPurges } from './cdn-purges.ts';
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
  jobs: [
    job(
      'operations.purge_cdn',
      { tags: Type.Array(Type.String(), { description: 'told before, and told once more' }) },
      { group: 'quick', attempts: 3, backoffMs: 2_000, priority: 0 },
      { run: (deps, { tags }) => sendCdnPurges(deps, tags) },
    ),
  ],
  sweeps: [
    { name: 'rows.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredRows },
    { name: 'cdn.purge', everyMs: OFTEN_MS, run: (deps) => sendCdnPurges(deps) },
  ],
  // Each says again what the rows of the deed say, for a day.
  personal: { columns: { 'kept_answers.user_id': 'erased' }, erase: eraseAnswers },
});
