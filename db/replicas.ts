/**
 * Read replicas: copies of the database that follow it by streaming replication. A replica is read only when it has seen
 * all that readers may already know of: whoever makes something stale calls `purge`, the primary is asked how far its log
 * reached after that, and a replica that has not come so far is passed over. So is one that is away, that lags too far, or
 * that follows another database.
 */
import pg from 'pg';
import { withTimeout } from '../server/lib/timeout.ts';
import { type DatabaseHandle, type Db, openDatabase, sqlState } from './client.ts';
import { watchHeartbeat } from './heartbeat.ts';
import { logPosition } from './log-position.ts';

/** What a rendering reads from. `failed` says that it could not, and why. */
export type Replica = { db: Db; failed(error: unknown): void };

export type ReplicaState = 'ok' | 'behind' | 'away';

export type ReplicaReport = {
  /** Host and port, without user and password. */
  name: string;
  state: ReplicaState;
  /** For how long the oldest change that it has not seen has been there, seconds; null while it is away. */
  lagSeconds: number | null;
  /** How often it was read from, and how often the primary had to do the same again. */
  reads: number;
  failures: number;
};

export type Replicas = {
  /** One that has seen everything that was purged; null: read from the primary. */
  choose(): Promise<Replica | null>;
  /** Something has changed and is committed: from now on it has to be seen. */
  purge(): void;
  /** Changes made elsewhere cannot be heard, so nobody knows what a replica has to have seen. */
  disable(): void;
  enable(): void;
  report(): ReplicaReport[];
  close(): Promise<void>;
};

export type ReplicasOptions = {
  urls: readonly string[];
  /** Where the log is written that replicas follow. */
  primaryUrl: string;
  /** Connections to each replica. */
  size: number;
  name: string;
  maxLagMs: number;
  log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
  /** How often replicas are looked at, ms. */
  everyMs?: number;
  /** How long one may be silent before those who read from it are sent to the primary, ms. */
  patienceMs?: number;
};

/** A question that takes longer is answered sooner by the primary. */
const ANSWER_MS = 250;
const CONNECT_MS = 2_000;
/** Positions of the primary's log, one a look, by which a lag is told in time: more of them than the longest that is allowed. */
const MARKS_MAX_COUNT = 1_000;

/** Where the primary's log ended at a moment. */
type Mark = { at: bigint; whenMs: number };

const PRIMARY = `select pg_current_wal_insert_lsn()::text as at, system_identifier::text as system from pg_control_system()`;
const FOLLOWER = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as at, system_identifier::text as system from pg_control_system()`;

/** One connection that is kept, so that a server that ends is noticed before its successor is asked anything. */
function openLine(url: string, name: string, onBroken: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  });
  pool.on('error', onBroken);
  pool.on('connect', (client) => void client.on('error', onBroken));
  return pool;
}

export const noReplicas: Replicas = {
  choose: async () => null,
  purge() {},
  disable() {},
  enable() {},
  report: () => [],
  close: async () => {},
};

/** For everybody who asks: without addresses. */
export const replicaStates = (replicas: Replicas): Record<string, ReplicaState> =>
  Object.fromEntries(replicas.report().map(({ state }, at) => [`replica_${at + 1}`, state]));

export function openReplicas(options: ReplicasOptions): Replicas {
  const { urls, primaryUrl, name, everyMs = 1_000 } = options;
  if (urls.length === 0) return noReplicas;
  const primary = openLine(primaryUrl, `${name}-replicas`, () => {});
  const followers = urls.map((url) => openFollower(url, options));
  const marks: Mark[] = [];
  let system = '';
  let isDeaf = true;
  /** Purges so far, and the one up to which `wanted` is known. At the start a migration may just have been made. */
  let purges = 1;
  let covered = 0;
  let wanted = 0n;
  let asking: Promise<void> | null = null;
  let turn = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function askPrimary(): Promise<void> {
    // Whatever was committed before this question is in the log that it is answered with.
    const upTo = purges;
    const whenMs = performance.now();
    const { rows } = await primary.query<{ at: string; system: string }>(PRIMARY);
    const at = logPosition(rows[0]?.at ?? '');
    system = rows[0]?.system ?? '';
    if (upTo > covered) wanted = at;
    covered = Math.max(covered, upTo);
    const last = marks.at(-1);
    if (last !== undefined && (at === last.at || whenMs - last.whenMs < everyMs / 2)) return;
    marks.push({ at, whenMs });
    if (marks.length > MARKS_MAX_COUNT) marks.splice(0, 1);
  }

  /** Once for all who want to know, and again for those who came while it was being asked. */
  function ask(): Promise<void> {
    asking ??= askPrimary()
      .catch(() => {})
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  async function learnWanted(): Promise<boolean> {
    for (let tries = 0; covered < purges && tries < 2; tries += 1) await patiently(ask());
    return covered >= purges;
  }

  const lookRound = async (): Promise<void> => {
    await patiently(ask());
    await Promise.all(followers.map((one) => one.look(marks, system)));
    if (!isClosed) timer = setTimeout(lookRound, everyMs);
  };
  void lookRound();

  return {
    async choose() {
      if (isDeaf || !followers.some((one) => one.isReady())) return null;
      if (!(await learnWanted()) || isDeaf) return null;
      for (let tries = 0; tries < followers.length; tries += 1) {
        turn = (turn + 1) % followers.length;
        const one = followers[turn];
        if (one !== undefined && (await one.hasSeen(wanted))) return one.open();
      }
      return null;
    },
    purge() {
      purges += 1;
      if (!isDeaf) void ask();
    },
    disable() {
      isDeaf = true;
    },
    enable() {
      // Purges may have gone by unheard.
      purges += 1;
      isDeaf = false;
      void ask();
    },
    report: () => followers.map((one) => one.report()),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([primary.end(), ...followers.map((one) => one.close())]);
    },
  };
}

type Answer = { follows: boolean; at: string | null; system: string };

/** How far a replica has come in the log. Throws when it follows no server, or not that of the system. */
async function askPosition(line: pg.Pool, system: string | null): Promise<bigint> {
  const { rows } = await line.query<Answer>(FOLLOWER);
  const [answer] = rows;
  if (answer?.follows !== true || answer.at === null) throw new Error('this server follows no other');
  if (system !== null && answer.system !== system)
    throw new Error('this server follows another database than DATABASE_URL');
  return logPosition(answer.at);
}

function openFollower(
  url: string,
  { size, name, maxLagMs, log, everyMs = 1_000, patienceMs = 4_000 }: ReplicasOptions,
) {
  const { host } = new URL(url);
  /** Null: not looked at yet. */
  let state: ReplicaState | null = null;
  let seen = 0n;
  let lagMs = 0;
  let reads = 0;
  let failures = 0;
  let losses = 0;
  let asking: Promise<void> | null = null;
  let isClosed = false;

  /** Another server may answer at this address next, which has not come so far. */
  const lose = (error: unknown): void => {
    if (isClosed) return;
    losses += 1;
    seen = 0n;
    become('away', { err: error });
  };
  const line = openLine(url, `${name}-replica`, lose);
  const handle: DatabaseHandle = openDatabase(url, {
    size,
    name: `${name}-reads`,
    onError: lose,
    connectMs: CONNECT_MS,
  });
  // Who reads from one that falls silent would wait for minutes, and with them all who ask for the same page.
  const pulse = watchHeartbeat(handle.pool, {
    everyMs,
    patienceMs,
    onSilent: () => lose(new Error('this server does not answer')),
  });
  pulse.begin();

  function become(next: ReplicaState, facts: object = {}): void {
    if (next === state) return;
    state = next;
    const told = { replica: host, ...facts };
    if (next === 'ok') log.info(told, 'a replica is read from');
    else log.warn(told, `a replica is ${next}: its work is done by the primary`);
  }

  async function askSeen(system: string | null): Promise<void> {
    const before = losses;
    const at = await askPosition(line, system);
    // The answer is older than the loss: the server that gave it may be gone.
    if (losses !== before) throw new Error('this server was lost while it answered');
    if (at > seen) seen = at;
  }

  return {
    isReady: () => state === 'ok',
    async look(marks: readonly Mark[], system: string): Promise<void> {
      try {
        await withTimeout(askSeen(system), CONNECT_MS, host);
      } catch (error) {
        return lose(error);
      }
      const unseen = marks.find(({ at }) => at > seen);
      lagMs = unseen === undefined ? 0 : performance.now() - unseen.whenMs;
      become(lagMs > maxLagMs ? 'behind' : 'ok', { lagMs: Math.round(lagMs) });
    },
    async hasSeen(wanted: bigint): Promise<boolean> {
      if (state !== 'ok') return false;
      if (seen >= wanted) return true;
      asking ??= askSeen(null)
        .catch(lose)
        .finally(() => {
          asking = null;
        });
      await patiently(asking);
      return state === 'ok' && seen >= wanted;
    },
    open(): Replica {
      reads += 1;
      return {
        db: handle.db,
        failed(error) {
          failures += 1;
          if (isUnreachable(error)) lose(error);
        },
      };
    },
    report: (): ReplicaReport => ({
      name: host,
      state: state ?? 'away',
      lagSeconds: state === null || state === 'away' ? null : lagMs / 1000,
      reads,
      failures,
    }),
    async close() {
      isClosed = true;
      await pulse.stop();
      await Promise.all([line.end(), handle.close()]);
    },
  };
}

/** What is known after this while counts, whether or not the answer has come. */
const patiently = (answer: Promise<void>): Promise<void> =>
  withTimeout(answer, ANSWER_MS, 'a position of the log').catch(() => {});

/** The server is gone, ends, or takes nobody in. An answer to one question says nothing of it, nor that all connections are busy. */
function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && /^(?:08|53|57P0)/.test(state)) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '' } = at as { code?: string };
    if (/^E[A-Z_]+$/.test(code) || /Connection terminated/.test(at.message)) return true;
  }
  return false;
}
