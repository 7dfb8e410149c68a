import { Id, Moment } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** A story or an episode was blocked, and its owner is told why: a row of `block_statements`. */
export const statementIssued = event('statement.issued', { statementId: Id });

/** Readers lose it, also those who paid. `blockedAt`: whoever paid before gets the coins back. */
export const episodeBlocked = event('episode.blocked', { storyId: Id, episodeId: Id, blockedAt: Moment });

/** A block has ended without an objection that its owner waits for. */
export const blockLifted = event('block.lifted', { statementId: Id });

/** Somebody else has decided what its owner objected. */
export const appealDecided = event('appeal.decided', { statementId: Id });
