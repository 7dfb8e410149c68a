/** All processes use the database's time: a clock ahead of it would publish early and end valid sessions. */
import type { Clock } from '../deps.ts';

/** Tolerance for equal clocks: question and answer take time, too. */
const SAME_MS = 500;

export type HouseClock = Clock & {
  /** Sets the database's time, requested `tookMs` ago. */
  hear(database: Date, tookMs: number): void;
};

export function createHouseClock({
  wall = () => Date.now(),
  steady = () => performance.now(),
  onMoved = (_aheadMs: number): void => {},
} = {}): HouseClock {
  // Runs steadily from here, whatever happens to the machine's clock.
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
