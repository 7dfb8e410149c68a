/**
 * Who else has purged. The answer to a change leaves when every other process that keeps pages has acknowledged the
 * purge, so that nobody who has seen that answer is shown what was before it, whichever process they ask.
 *
 * Whoever listens is found by its connection in `pg_stat_activity`, in the statement that sends the notice: a process
 * alone waits for nobody. One that stays silent for 100 ms is busy or cut off, and no answer is held up any longer; it is
 * not waited for again before it has spoken. A cut connection is noticed by its own process, which then keeps nothing.
 */
const PATIENCE_MS = 100;
/** Of so many calls at a time acknowledgements are remembered that nobody waits for yet. */
const EARLY_MAX_COUNT = 1_000;
/** Connections come and go; of those that fell silent no more are remembered. */
const SILENT_MAX_COUNT = 1_000;

/** The number of the writer's listening connection and of its call: `4711.12`. */
export type AckMark = `${number}.${number}`;

type Call = { missing: Set<number>; finish(): void };

export type PurgeAcks = {
  /** The connection on which this process listens at present; null: it can neither hear nor be told. */
  ear: number | null;
  /** A mark for a notice; null when nobody could acknowledge to us. */
  begin(): AckMark | null;
  /** Resolves when these connections have acknowledged, or have had time enough to. */
  heardBy(mark: AckMark, listeners: readonly number[]): Promise<void>;
  acknowledge(mark: string, listener: number): void;
};

export function createPurgeAcks({ patienceMs = PATIENCE_MS } = {}): PurgeAcks {
  const calls = new Map<string, Call>();
  /** Acknowledgements that came before the writer knew that its own commit was done, or too late. */
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
