/**
 * How long somebody waits for connections in all. A request asks the pool several times; while all connections are in use, as
 * where each statement is slow, every one of these waits is bearable and their sum is not. Whoever has waited long enough is
 * refused, which also makes room for the others.
 */
import pg from 'pg';

export type WaitLimit = {
  /** How long it may still last, ms, and what to call at its end; null: as long as the pool lets anybody wait. */
  begin(): { leftMs: number; end(): void } | null;
};

type Waited = { begunAt: number; ms: number; open: number; since: number };

/** Longer than a request lasts: what one has begun and never ends, such as a timer, begins to wait anew. */
const FORGOTTEN_AFTER_MS = 60_000;

/** `whom`: for whom the code works that runs now. Waits side by side are one wait. */
export function createWaitLimit({
  whom,
  mostMs,
  now = () => performance.now(),
}: {
  whom: () => object | undefined;
  mostMs: number;
  now?: () => number;
}): WaitLimit {
  const all = new WeakMap<object, Waited>();
  return {
    begin() {
      const who = whom();
      if (who === undefined) return null;
      const known = all.get(who);
      const isNew = known === undefined || now() - known.begunAt > FORGOTTEN_AFTER_MS;
      const waited: Waited = isNew ? { begunAt: now(), ms: 0, open: 0, since: 0 } : known;
      all.set(who, waited);
      if (waited.open === 0) waited.since = now();
      waited.open += 1;
      return {
        leftMs: mostMs - waited.ms - (now() - waited.since),
        end() {
          waited.open -= 1;
          if (waited.open === 0) waited.ms += now() - waited.since;
        },
      };
    },
  };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export class LimitedPool extends pg.Pool {
  readonly #patience: WaitLimit;

  constructor(options: pg.PoolConfig, patience: WaitLimit) {
    super(options);
    this.#patience = patience;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const wait = this.#patience.begin();
    if (wait === null) return this.#ask(callback);
    const { connectionTimeoutMillis: eachMs = 0 } = this.options;
    // Read once, by whoever begins to wait; 0 would mean for ever.
    this.options.connectionTimeoutMillis = Math.max(
      1,
      eachMs > 0 ? Math.min(eachMs, wait.leftMs) : wait.leftMs,
    );
    try {
      if (callback === undefined) return super.connect().finally(wait.end);
      super.connect((error, client, done) => {
        wait.end();
        callback(error, client, done);
      });
      return undefined;
    } finally {
      this.options.connectionTimeoutMillis = eachMs;
    }
  }

  #ask(callback: Connected | undefined): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect(callback);
    return undefined;
  }
}
