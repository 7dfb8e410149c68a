import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

/** A work was blocked or content hidden, with a statement to its owner: a row of `block_statements`. */
export const statementIssued = event('statement.issued', { statementId: Id });

/** A block ended without a pending appeal. */
export const blockLifted = event('block.lifted', { statementId: Id });

/** Another administrator decided the owner's appeal. */
export const appealDecided = event('appeal.decided', { statementId: Id });

/** The decision is final, so the reporter may be notified. */
export const reportDecided = event('report.decided', { reportId: Id });
