/** When an upload that was refused for the moment is tried again. */
import { MINUTE_MS } from '../../../server/lib/durations.ts';

/** `untilMs` is when the server wants to be asked again; null while the line or the server has to come back. */
export type Wait = { readonly untilMs: number | null; readonly isAnswered?: true };

export const FOR_THE_LINE: Wait = { untilMs: null };
/** It answers, with trouble of its own. */
export const FOR_THE_SERVER: Wait = { untilMs: null, isAnswered: true };

/** Tries of one file while there is a connection; without one it waits as long as it takes. */
const TRIES_MAX_COUNT = 8;
/** For longer than this nobody is kept waiting: the file is given back, with the time from which it may be tried. */
const ASKED_MAX_MS = 10 * MINUTE_MS;

export type Setback = {
  /** This one among them. */
  tries: number;
  isOnline: boolean;
  /** The server has said something, if only that it is in trouble. */
  isAnswered: boolean;
  /** What the answer asked for, if it did. */
  retryAfterMs: number | null;
  nowMs: number;
};

/** Null when it is not tried again by itself. */
export function waitAfter({ tries, isOnline, isAnswered, retryAfterMs, nowMs }: Setback): Wait | null {
  if (retryAfterMs === null) {
    const wait = isAnswered ? FOR_THE_SERVER : FOR_THE_LINE;
    return !isOnline || tries < TRIES_MAX_COUNT ? wait : null;
  }
  return tries < TRIES_MAX_COUNT && retryAfterMs <= ASKED_MAX_MS ? { untilMs: nowMs + retryAfterMs } : null;
}

/** Uploads side by side are refused one after the other: what was asked for longest holds for all. */
export function longerWait(one: Wait | null, other: Wait): Wait {
  return one === null || (one.untilMs ?? 0) < (other.untilMs ?? 0) ? other : one;
}
