import type { PurgeAcks } from '../ports.ts';

/**
 * The answer to a change leaves after every other process with cached pages has acknowledged the purge. Then nobody who
 * saw that answer sees the old state, whichever process they ask. The statement that sends the notice finds listeners
 * in `pg_stat_activity`, so a process alone waits for nobody. A listener that stays silent for 100 ms is skipped until
 * it responds again. A process with a cut connection disables its caches itself.
 */
const PATIENCE_MS = 100;
/** Number of calls whose early acknowledgements are remembered. */
const EARLY_MAX_COUNT = 1_000;
/** Connections come and go, so only this many silent ones are remembered. */
const SILENT_MAX_COUNT = 1_000;

type Call = { missing: Set<number>; finish(): void };

export function createPurgeAcks({ patienceMs = PATIENCE_MS } = {}): PurgeAcks {
  const calls = new Map<string, Call>();
  /** Acknowledgements that arrive before the writer knows that its commit is done, or too late. */
  const early = new Map<string, Set<number>>();
  const silent = new Set<number>();
  let count = 0;

  return {
    ear: null,

    begin() {
      if (this.ear === null) return null;
      count += 1;
      return `${this.ear}.${count}`;
    },

    heardBy(mark, listeners) {
      const heard = early.get(mark);
      early.delete(mark);
      const missing = new Set(listeners.filter((one) => !heard?.has(one) && !silent.has(one)));
      if (missing.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          calls.delete(mark);
          if (silent.size > SILENT_MAX_COUNT) silent.clear();
          for (const one of missing) silent.add(one);
          resolve();
        };
        const timer = setTimeout(finish, patienceMs);
        calls.set(mark, { missing, finish });
      });
    },

    acknowledge(mark, listener) {
      silent.delete(listener);
      const call = calls.get(mark);
      if (call === undefined) return keepEarly(mark, listener);
      call.missing.delete(listener);
      if (call.missing.size === 0) call.finish();
    },
  };

  function keepEarly(mark: string, listener: number): void {
    early.set(mark, (early.get(mark) ?? new Set()).add(listener));
    const [oldest = ''] = early.keys();
    if (early.size > EARLY_MAX_COUNT) early.delete(oldest);
  }
}
