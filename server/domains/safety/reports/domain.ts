import {
  illegalContentNotices,
  reportDecisions,
  reportQueue,
  violationReports,
} from '#db/schema/index.ts';
import { Id } from '../../../lib/schemas.ts';
import { statementIssued } from '../takedowns/events.ts';
import { defineDomain, job, OFTEN_MS, reaction, SELDOM_MS } from '../../define.ts';
import { answerReports } from './answered.ts';
import { moderationContract } from './contract.ts';
import { tellOutcomes } from './decisions.ts';
import { reportDecided } from './events.ts';
import { moderationLimits } from './limits.ts';
import { moderationMails } from './mails.ts';
import { eraseNotifiers } from './notices.ts';
import { collectReports, eraseReporter } from './personal.ts';
import { moderationRoutes } from './routes.ts';

const ofStatement = job(
  'moderation.answer_reports',
  { statementId: Id },
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 1 },
  { run: (deps, { statementId }) => answerReports(deps, statementId) },
);

export const moderation = defineDomain({
  name: 'moderation',
  contract: moderationContract,
  routes: moderationRoutes,
  tables: [violationReports, illegalContentNotices, reportDecisions, reportQueue],
  events: [reportDecided],
  jobs: [ofStatement],
  reactions: [reaction(statementIssued, ofStatement, (payload) => payload)],
  sweeps: [
    { name: 'moderation.tell_outcomes', everyMs: OFTEN_MS, run: tellOutcomes },
    { name: 'moderation.erase_notifiers', everyMs: SELDOM_MS, run: eraseNotifiers },
  ],
  limits: moderationLimits,
  mails: moderationMails,
  personal: {
    // Who decided a report is told no more, since the account says nothing of anybody.
    columns: {
      'violation_reports.reporter_id': 'erased',
      'violation_reports.person_id': 'erased',
      'violation_reports.decided_by': 'kept',
      'report_decisions.decided_by': 'kept',
      'report_decisions.undone_by': 'kept',
    },
    collect: collectReports,
    erase: eraseReporter,
  },
});
