/**
 * Watches for a silent database (cut network, frozen machine). Silence closes no connection, so queries would hang for
 * minutes. One extra connection sends a query at short intervals. When it times out, we destroy all other connections.
 * Their queries fail at once and can be retried, and later ones use new connections.
 */
import pg from 'pg';

export type Heartbeat = {
  /** Starts the heartbeat. Before that, connections are only recorded: a start may take its time. */
  begin(): void;
  stop(): Promise<void>;
};

export type HeartbeatOptions = {
  everyMs?: number;
  /** Timeout of one heartbeat, ms. Only time in which this process runs counts. */
  patienceMs?: number;
  onBeat?(time: Date, tookMs: number): void;
  onSilent(count: number): void;
};

export const SILENCE_MS = 4_000;
/** The timeout is split into this many timers, so that a frozen process loses at most one of them. */
const STEPS = 20;
/** Timeout for new connections while the database is silent, ms: new callers fail fast instead of queueing. */
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

  /** On silence, destroys the connections older than the question. Rejects when its own connection breaks. */
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
    // Spreading omits `password`: the pool makes it non-enumerable.
    const { password, application_name: name } = pool.options;
    const own = new pg.Client({
      ...{ ...pool.options, password, application_name: `${name}-pulse` },
      // No timeout here: it would look like a refusal, and a refusal destroys no connections.
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
