/**
 * Limits the total time a request waits for connections. While the pool is exhausted, each single wait may be bearable,
 * but their sum is not. Refusing a request also makes room for others.
 */
import pg from 'pg';

export type WaitLimit = {
  /** Returns the time left (ms) and a function that ends this wait. Null: only the pool's own timeout applies. */
  begin(): { leftMs: number; end(): void } | null;
};

type Waited = { begunAt: number; ms: number; open: number; since: number };

/** Longer than any request. Work that outlives its request, such as a timer, starts with a fresh limit. */
const FORGOTTEN_AFTER_MS = 60_000;

/** `whom` returns the request that the running code serves. Parallel waits of one request count once. */
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
    // The pool reads this value once per call. 0 would disable the timeout.
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
