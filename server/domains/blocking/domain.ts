import { blockStatements } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { appealDecided, statementIssued } from './events.ts';
import { collectStatements, eraseAppeals } from './personal.ts';

export const blocking = defineDomain({
  name: 'blocking',
  tables: [blockStatements],
  events: [statementIssued, appealDecided],
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
