/**
 * A database that falls silent (a line that is cut without a word, a machine that stands still) breaks no connection: who
 * waits for an answer would wait for minutes. So one connection asks all the time, and when it is not answered the others
 * are hung up: what they waited for fails at once and may be tried again, and what comes next goes over new ones.
 */
import pg from 'pg';

export type Heartbeat = {
  /** Until then connections are only remembered: a start may take its time. */
  begin(): void;
  stop(): Promise<void>;
};

export type HeartbeatOptions = {
  /** A pause between two questions, ms. */
  everyMs?: number;
  /** How long an answer may take while this process runs, ms. */
  patienceMs?: number;
  /** What time it is at the database, and how long it took to learn it. */
  onBeat?(time: Date, tookMs: number): void;
  /** Connections were hung up: so many. */
  onSilent(count: number): void;
};

/** How long a database may be silent, ms. */
export const SILENCE_MS = 4_000;
/** Patience is spent in steps of its own timers: a stand-still costs one of them at most. */
const STEPS = 20;
/** How long a new connection may take while nothing answers: whoever comes now is refused soon instead of waiting in line. */
const SILENT_CONNECT_MS = 1_000;

export function watchHeartbeat(
  pool: pg.Pool,
  { everyMs = 1_000, patienceMs = SILENCE_MS, onBeat, onSilent }: HeartbeatOptions,
): Heartbeat {
  const connectMs = pool.options.connectionTimeoutMillis;
  const others = new Set<pg.PoolClient>();
  const [add, remove] = [
    (client: pg.PoolClient) => void others.add(client),
    (client: pg.PoolClient) => void others.delete(client),
  ];
  pool.on('connect', add).on('remove', remove);
  let isStopped = false;
  let hangUp = (): void => {};
  let wake = (): void => {};

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Those that were there when it was asked. Rejects when it breaks, which the others notice by themselves. */
  async function ask(question: Promise<unknown>): Promise<'answered' | 'silent'> {
    const asked = [...others];
    let isAnswered = false;
    const answer = question.finally(() => {
      isAnswered = true;
    });
    for (let step = 0; step < STEPS && !isAnswered && !isStopped; step += 1) {
      await Promise.race([answer, pause(patienceMs / STEPS)]);
      wake();
    }
    if (isAnswered || isStopped) {
      pool.options.connectionTimeoutMillis = connectMs;
      return 'answered';
    }
    answer.catch(() => {});
    pool.options.connectionTimeoutMillis = SILENT_CONNECT_MS;
    for (const client of asked) streamOf(client).destroy();
    if (asked.length > 0) onSilent(asked.length);
    return 'silent';
  }

  async function beat(own: pg.Client): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await own.query<{ time: Date }>('select clock_timestamp() as time');
    if (rows[0] !== undefined) onBeat?.(rows[0].time, performance.now() - askedAt);
  }

  async function connectOnce(): Promise<void> {
    // The pool hides its password from spreading.
    const { password, application_name: name } = pool.options;
    const own = new pg.Client({
      ...{ ...pool.options, password, application_name: `${name}-pulse` },
      // None: its end would be taken for a refusal, which hangs nobody up.
      connectionTimeoutMillis: 0,
    });
    hangUp = () => void streamOf(own).destroy();
    own.on('error', () => {});
    try {
      if ((await ask(own.connect())) === 'silent') return;
      while (!isStopped && (await ask(beat(own))) === 'answered') await pause(everyMs);
    } finally {
      hangUp();
    }
  }

  async function beatOn(): Promise<void> {
    while (!isStopped) {
      // One that is refused, or ends in order, is no news here.
      await connectOnce().catch(() => {});
      if (!isStopped) await pause(everyMs);
    }
  }
  let running: Promise<void> | null = null;

  return {
    begin() {
      running ??= beatOn();
    },
    async stop() {
      isStopped = true;
      pool.off('connect', add).off('remove', remove);
      wake();
      hangUp();
      await running;
    },
  };
}

const streamOf = (client: pg.ClientBase): { destroy(): unknown } =>
  (client as unknown as { connection: { stream: { destroy(): unknown } } }).connection.stream;
