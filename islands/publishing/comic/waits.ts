import { MINUTE_MS } from '../../../server/lib/durations.ts';

/** `untilMs` is when the server allows a retry. Null while waiting for the connection or the server. */
export type Wait = { readonly untilMs: number | null; readonly isAnswered?: true };

export const FOR_THE_LINE: Wait = { untilMs: null };
export const FOR_THE_SERVER: Wait = { untilMs: null, isAnswered: true };

/** Tries per file while online. Offline, a file waits without a limit. */
const TRIES_MAX_COUNT = 8;
/** For longer waits the upload fails, and the message says when to retry. */
const ASKED_MAX_MS = 10 * MINUTE_MS;

export type Setback = {
  /** Including this one. */
  tries: number;
  isOnline: boolean;
  /** True for any answer of the server, errors included. */
  isAnswered: boolean;
  retryAfterMs: number | null;
  nowMs: number;
};

export function waitAfter({ tries, isOnline, isAnswered, retryAfterMs, nowMs }: Setback): Wait | null {
  if (retryAfterMs === null) {
    const wait = isAnswered ? FOR_THE_SERVER : FOR_THE_LINE;
    return !isOnline || tries < TRIES_MAX_COUNT ? wait : null;
  }
  return tries < TRIES_MAX_COUNT && retryAfterMs <= ASKED_MAX_MS ? { untilMs: nowMs + retryAfterMs } : null;
}

/** Parallel uploads are refused one by one. The longest wait applies to all. */
export function longerWait(one: Wait | null, other: Wait): Wait {
  return one === null || (one.untilMs ?? 0) < (other.untilMs ?? 0) ? other : one;
}
