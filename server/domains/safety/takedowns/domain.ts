import { blockStatements } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { blockingContract } from './contract.ts';
import { appealDecided, blockLifted, statementIssued } from './events.ts';
import { blockingLimits } from './limits.ts';
import { blockingMails } from './mails.ts';
import { collectStatements, eraseAppeals } from './personal.ts';
import { blockingRoutes } from './routes.ts';

export const blocking = defineDomain({
  name: 'blocking',
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
