/** What happens in this room and others react to. */
import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** A work was blocked or a text or picture hidden, and its owner is told why: a row of `block_statements`. */
export const statementIssued = event('statement.issued', { statementId: Id });

/** A block has ended without an objection that its owner waits for. */
export const blockLifted = event('block.lifted', { statementId: Id });

/** Somebody else has decided what its owner objected. */
export const appealDecided = event('appeal.decided', { statementId: Id });

/** Its reporter may be told: the decision can be undone no more. */
export const reportDecided = event('report.decided', { reportId: Id });
