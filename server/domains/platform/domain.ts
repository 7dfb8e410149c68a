import {
  adminActions,
  cdnPurges,
  failedJobs,
  jobMinutes,
  jobRuns,
  keptAnswers,
  mails as mailsTable,
  mailTokens,
  outbox,
  scheduleRuns,
  settings,
  signInFailures,
  usedAmounts,
} from '../../../db/schema/index.ts';
import { defineDomain, definePart, job, OFTEN_MS, SELDOM_MS } from '../define.ts';
import { cdnPurgeQueued, mailQueued } from './events.ts';
import { mailLimits } from './limits.ts';
import { sendMail } from './mail/send.ts';
import { deleteOldMails } from './mail/sweep.ts';
import { collectActions, collectMails, eraseMails } from './personal.ts';
import { eraseAnswers } from './tables/answers.ts';
import { sendCdnPurges } from './tables/cdn-purges.ts';
import { deleteExpiredRows } from './tables/sweep.ts';

/** `record`, the relay and the limits write these tables, too. */
const tablesPart = definePart({
  name: 'tables',
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
      cdnPurgeQueued,
      { group: 'quick', attempts: 3, backoffMs: 2_000, priority: 0 },
      { run: (deps, { tags }) => sendCdnPurges(deps, tags) },
    ),
  ],
  sweeps: [
    { name: 'rows.delete_expired', everyMs: SELDOM_MS, run: deleteExpiredRows },
    { name: 'cdn.purge', everyMs: OFTEN_MS, run: (deps) => sendCdnPurges(deps) },
  ],
  // A response repeats what the action's own rows say, for a day.
  personal: { columns: { 'kept_answers.user_id': 'erased' }, erase: eraseAnswers },
});

const auditPart = definePart({
  name: 'audit',
  tables: [adminActions],
  personal: { columns: { 'admin_actions.actor_id': 'kept' }, collect: collectActions },
});

const mailPart = definePart({
  name: 'mail',
  tables: [mailsTable, mailTokens],
  jobs: [
    // Retries for 20 to 43 minutes. A longer outage needs a person.
    job(
      mailQueued,
      { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
      { run: (deps, { mailId }) => sendMail(deps, mailId) },
    ),
  ],
  sweeps: [{ name: 'mails.delete_old', everyMs: SELDOM_MS, run: deleteOldMails }],
  limits: mailLimits,
  personal: {
    columns: { 'mails.user_id': 'erased', 'mail_tokens.user_id': 'erased' },
    collect: collectMails,
    erase: eraseMails,
  },
});

export const platform = defineDomain('platform', tablesPart, auditPart, mailPart);
