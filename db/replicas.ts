/**
 * Read replicas follow the database by streaming replication. A replica is read only when it has applied every change
 * that readers may know of. Code that makes something stale calls `purge`. We then ask the primary for its log position
 * and skip replicas behind it. We also skip replicas that are offline, lag too far, or follow another database.
 */
import pg from 'pg';
import { withTimeout } from '../server/lib/timeout.ts';
import { type DatabaseHandle, type Db, openDatabase, sqlState } from './client.ts';
import { watchHeartbeat } from './heartbeat.ts';
import { logPosition } from './log-position.ts';

/** Read by one rendering. Call `failed` with the reason when reading fails. */
export type Replica = { db: Db; failed(error: unknown): void };

export type ReplicaState = 'ok' | 'behind' | 'away';

export type ReplicaReport = {
  /** Host and port, without user and password. */
  name: string;
  state: ReplicaState;
  /** Age of the oldest change the replica has not applied, seconds. Null while it is offline. */
  lagSeconds: number | null;
  reads: number;
  failures: number;
};

export type Replicas = {
  /** Returns a replica that has applied every purged change. Null: read from the primary. */
  choose(): Promise<Replica | null>;
  /** Call after a change is committed: replicas must have applied it from now on. */
  purge(): void;
  /** Disables reading from replicas while purges of other processes cannot reach us. */
  disable(): void;
  enable(): void;
  report(): ReplicaReport[];
  close(): Promise<void>;
};

export type ReplicasOptions = {
  urls: readonly string[];
  primaryUrl: string;
  size: number;
  name: string;
  maxLagMs: number;
  log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
  everyMs?: number;
  /** How long a replica may be silent before its readers move to the primary, ms. */
  patienceMs?: number;
};

/** The primary answers faster than a replica that needs longer. */
const ANSWER_MS = 250;
const CONNECT_MS = 2_000;
/** Positions of the primary's log, one per check, to turn a lag into time. Covers the longest allowed lag. */
const MARKS_MAX_COUNT = 1_000;

type Mark = { at: bigint; whenMs: number };

const PRIMARY = `select pg_current_wal_insert_lsn()::text as at, system_identifier::text as system from pg_control_system()`;
const FOLLOWER = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as at, system_identifier::text as system from pg_control_system()`;

/** One permanent connection. It reveals that a server ended before we ask its successor anything. */
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

/** States for the public health report, without addresses. */
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
  /** Number of purges so far, and the last purge that `wanted` covers. Starts at 1: a migration may just have run. */
  let purges = 1;
  let covered = 0;
  let wanted = 0n;
  let asking: Promise<void> | null = null;
  let turn = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function askPrimary(): Promise<void> {
    // The log position in the answer includes every change committed before this question.
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
      // Purges may have been missed.
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

/** Returns the replica's log position. Throws when it follows no server, or another system. */
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
  let state: ReplicaState | null = null;
  let seen = 0n;
  let lagMs = 0;
  let reads = 0;
  let failures = 0;
  let losses = 0;
  let asking: Promise<void> | null = null;
  let isClosed = false;

  /** The next server at this address may be further behind, so we forget the position. */
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
  // A silent replica would block its readers, and everyone who asks for the same page, for minutes.
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
    if (next === 'ok') log.info(told, 'reading from a replica');
    else log.warn(told, `a replica is ${next}: reading from the primary instead`);
  }

  async function askSeen(system: string | null): Promise<void> {
    const before = losses;
    const at = await askPosition(line, system);
    // The answer predates the loss: its server may be gone.
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

/** Waits a bounded time. The caller then decides by what is known, with or without the answer. */
const patiently = (answer: Promise<void>): Promise<void> =>
  withTimeout(answer, ANSWER_MS, 'a position of the log').catch(() => {});

/** True when the server is gone, shutting down or refuses connections. Failed queries and a full pool do not count. */
function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && /^(?:08|53|57P0)/.test(state)) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '' } = at as { code?: string };
    if (/^E[A-Z_]+$/.test(code) || /Connection terminated/.test(at.message)) return true;
  }
  return false;
}
