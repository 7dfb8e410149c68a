/** Why a page is not there: told to the error page, and to whoever sends it. */
import { isAway } from './away.ts';
import { AWAY_SECONDS, isAppError } from './errors.ts';

/** The status is ours: Vike knows no 451 or 409. */
export type Failure = { status: number; code: string; retryAfterSeconds?: number | undefined };

/** What Vike says of a page that took too long: the process has more to do than it can, and the page is no defect. */
const TOO_LATE = /\bhook defined by .* timed out\b/;

/** Null for a page that went well, and for a defect. Refusals made by `pageData` carry what it was. */
export function failureOf(page: { abortReason?: unknown; errorWhileRendering?: unknown }): Failure | null {
  const reason = page.abortReason as Partial<Failure> | undefined;
  if (typeof reason?.status === 'number') return reason as Failure;
  const error = page.errorWhileRendering;
  if (isAppError(error)) {
    const { status, code, options } = error;
    return { status, code, retryAfterSeconds: options.retryAfterSeconds };
  }
  const isPause = isAway(error) || (error instanceof Error && TOO_LATE.test(error.message));
  return isPause ? { status: 503, code: 'service_unavailable', retryAfterSeconds: AWAY_SECONDS } : null;
}
