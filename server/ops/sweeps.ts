/** Rows that have served their time. Every sweep deletes by a bound that only moves forward, so repeating one is harmless. */
import { and, isNotNull, lt } from 'drizzle-orm';
import {
  failedJobs,
  mails,
  mailTokens,
  sessions,
  signInFailures,
  socialCodes,
  socialFlows,
  usedAmounts,
} from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { deleteRelayed } from '../outbox/relay.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const RELAYED_KEPT_MS = 3 * DAY_MS;
/** The window in which failed sign-ins count is 15 minutes (decisions.md §4). */
export const SIGN_IN_FAILURES_KEPT_MS = HOUR_MS;
/** Long enough to answer a question about a mail that did not come. */
export const MAILS_KEPT_MS = 30 * DAY_MS;
/** A link that has just run out is told apart from none only by its page, so its row is of no more use. */
export const TOKENS_KEPT_MS = DAY_MS;
export const RETRIED_JOBS_KEPT_MS = 30 * DAY_MS;

export async function deleteExpiredRows(deps: Deps): Promise<void> {
  const before = (ms: number) => new Date(deps.clock.now().getTime() - ms);
  await deps.db.delete(sessions).where(lt(sessions.expiresAt, before(0)));
  await deps.db.delete(socialFlows).where(lt(socialFlows.expiresAt, before(0)));
  await deps.db.delete(socialCodes).where(lt(socialCodes.expiresAt, before(0)));
  await deps.db.delete(signInFailures).where(lt(signInFailures.failedAt, before(SIGN_IN_FAILURES_KEPT_MS)));
  await deps.db.delete(usedAmounts).where(lt(usedAmounts.endsAt, before(0)));
  await deps.db
    .delete(failedJobs)
    .where(and(isNotNull(failedJobs.retriedAt), lt(failedJobs.retriedAt, before(RETRIED_JOBS_KEPT_MS))));
  await deps.db.delete(mails).where(lt(mails.createdAt, before(MAILS_KEPT_MS)));
  await deps.db.delete(mailTokens).where(lt(mailTokens.expiresAt, before(TOKENS_KEPT_MS)));
  await deleteRelayed(deps, { olderThanMs: RELAYED_KEPT_MS });
}
