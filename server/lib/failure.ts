import { isAway } from './away.ts';
import { AWAY_SECONDS, isAppError } from './errors.ts';

/** Our own status: Vike does not know 451 or 409. */
export type Failure = { status: number; code: string; retryAfterSeconds?: number | undefined };

/** Vike's message for a page that took too long. The process is overloaded, the page is not at fault. */
const TOO_LATE = /\bhook defined by .* timed out\b/;

/** Null for success and for a defect. Refusals by `pageData` carry their own failure. */
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
