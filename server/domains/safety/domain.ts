import {
  blockStatements,
  illegalContentNotices,
  reportDecisions,
  reportQueue,
  violationReports,
} from '../../../db/schema/index.ts';
import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';
import { defineDomain, definePart, job, OFTEN_MS, reaction, SELDOM_MS } from '../define.ts';
import { appealDecided, blockLifted, reportDecided, statementIssued } from './events.ts';
import { blockingLimits, moderationLimits } from './limits.ts';
import { blockingMails, moderationMails } from './mails.ts';
import { collectReports, collectStatements, eraseAppeals, eraseReporter } from './personal.ts';
import { answerReports } from './reports/answered.ts';
import { moderationContract } from './reports/contract.ts';
import { tellOutcomes } from './reports/decisions.ts';
import { eraseNotifiers } from './reports/notices.ts';
import { moderationRoutes } from './reports/routes.ts';
import { blockingContract } from './takedowns/contract.ts';
import { blockingRoutes } from './takedowns/routes.ts';

const takedownsPart = definePart({
  name: 'takedowns',
  contract: blockingContract,
  routes: blockingRoutes,
  tables: [blockStatements],
  limits: blockingLimits,
  mails: blockingMails,
  events: [statementIssued, appealDecided, blockLifted],
  personal: {
    columns: {
      'block_statements.owner_id': 'kept',
      'block_statements.blocked_by': 'kept',
      'block_statements.appealed_by': 'kept',
      'block_statements.decided_by': 'kept',
    },
    collect: collectStatements,
    erase: eraseAppeals,
  },
});

const ofStatement = job(
  event('moderation.answer_reports', { statementId: Id }),
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 1 },
  { run: (deps, { statementId }) => answerReports(deps, statementId) },
);

const reportsPart = definePart({
  name: 'reports',
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
    // Deciders are kept: their erased accounts no longer identify anybody.
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

export const safety = defineDomain('safety', takedownsPart, reportsPart);
