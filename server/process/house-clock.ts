/**
 * One time for all processes: the database's. A machine whose clock is minutes ahead would release episodes before their
 * time and end sessions that hold; one whose clock is set while it runs would do so for a while.
 */
import type { Clock } from '../deps.ts';

/** Clocks that are this close are the same: what was asked and its answer take time, too. */
const SAME_MS = 500;

export type HouseClock = Clock & {
  /** The database's time, asked `tookMs` ago. */
  hear(database: Date, tookMs: number): void;
};

export function createHouseClock({
  wall = () => Date.now(),
  steady = () => performance.now(),
  onMoved = (_aheadMs: number): void => {},
} = {}): HouseClock {
  // Goes on steadily from here, whatever becomes of the machine's own clock.
  let anchor = { wallMs: wall(), steadyMs: steady() };
  const nowMs = (): number => anchor.wallMs + (steady() - anchor.steadyMs);
  return {
    now: () => new Date(nowMs()),
    hear(database, tookMs) {
      const databaseMs = database.getTime() + tookMs / 2;
      const aheadMs = nowMs() - databaseMs;
      if (Math.abs(aheadMs) <= SAME_MS + tookMs) return;
      anchor = { wallMs: databaseMs, steadyMs: steady() };
      onMoved(Math.round(aheadMs));
    },
  };
}
