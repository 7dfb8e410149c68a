/** A manually moved clock, for code that receives its clock (islands/clock.ts). */
import type { Clock } from '../../islands/clock.ts';

export type HandClock = Clock & {
  /** Advances the time and waits until all effects have settled. */
  pass(ms: number): Promise<void>;
  readonly planned: number;
  /** Time until the next planned callback. Null without any. */
  readonly nextInMs: number | null;
};

const atRest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function handClock(): HandClock {
  let nowMs = 0;
  let plans: { atMs: number; run: () => void }[] = [];
  const next = () => plans.toSorted((one, other) => one.atMs - other.atMs)[0];
  return {
    now: () => nowMs,
    later(ms, run) {
      const plan = { atMs: nowMs + ms, run };
      plans.push(plan);
      return () => {
        plans = plans.filter((other) => other !== plan);
      };
    },
    async pass(ms) {
      const untilMs = nowMs + ms;
      await atRest();
      for (let plan = next(); plan !== undefined && plan.atMs <= untilMs; plan = next()) {
        nowMs = plan.atMs;
        plans = plans.filter((other) => other !== plan);
        plan.run();
        await atRest();
      }
      nowMs = untilMs;
    },
    get planned() {
      return plans.length;
    },
    get nextInMs() {
      const plan = next();
      return plan === undefined ? null : plan.atMs - nowMs;
    },
  };
}
