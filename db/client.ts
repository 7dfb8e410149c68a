/** The database handle, one pool per process. A transaction has the same shape, so services accept both. */
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import * as schema from './schema/index.ts';
import { LimitedPool, type WaitLimit } from './timeouts.ts';

export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type DatabaseHandle = { db: Db; pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = {
  size: number;
  name: string;
  onError: (error: Error) => void;
  connectMs?: number;
  Client?: typeof pg.Client | undefined;
  /** Set when a pooler stands between us and the database. It gives each transaction any of its connections. */
  pooler?: { prepares: boolean } | null;
  /** Total time a caller may wait for connections. Without it, each wait is limited separately. */
  patience?: WaitLimit | undefined;
};

/**
 * Sent when a connection starts. Poolers that share connections do not support this: there, set the values on the role.
 * JIT is off, since compiling takes longer than any statement of ours runs.
 */
const LIMITS = '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c jit=off';

/** Strips the names of statements. The next connection the pooler gives us may not know a statement prepared before. */
function namelessClient(Client: typeof pg.Client): typeof pg.Client {
  class NamelessClient extends Client {}
  const { query } = Client.prototype;
  NamelessClient.prototype.query = function (this: pg.Client, asked: unknown, ...rest: unknown[]) {
    const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked;
    return Reflect.apply(query, this, [isNamed ? { ...asked, name: undefined } : asked, ...rest]);
  } as typeof query;
  return NamelessClient;
}

/** Opens a connection for listening and session locks. It must bypass a pooler that shares connections. */
export const openSession = (url: string, name: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: LIMITS,
  });

/** Opens a pool of at most `size` connections. A broken idle connection is reported to `onError`, never thrown. */
export function openDatabase(
  url: string,
  { size, name, onError, connectMs = 10_000, Client, pooler = null, patience }: DatabaseOptions,
): DatabaseHandle {
  const options: pg.PoolConfig = {
    connectionString: url,
    max: size,
    ...(pooler?.prepares === false
      ? { Client: namelessClient(Client ?? pg.Client) }
      : Client !== undefined && { Client }),
    application_name: name,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === null ? { options: LIMITS } : {}),
  };
  const pool = patience === undefined ? new pg.Pool(options) : new LimitedPool(options, patience);
  let isClosing = false;
  // A database that stops while the pool is closing is no error.
  pool.on('error', (error) => {
    if (!isClosing) onError(error);
  });
  // A connection that breaks in use rejects its query and also emits. Without a listener, that would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = drizzle(pool, { schema });
  db.transaction = withOwnConnection(pool);
  const close = (): Promise<void> => {
    isClosing = true;
    return pool.end();
  };
  return { db, pool, close };
}

/** drizzle 0.45 leaks a connection whose `begin` failed, until the pool is empty. We release it ourselves. */
function withOwnConnection(pool: pg.Pool): NodePgDatabase<typeof schema>['transaction'] {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>();
  return async (work, config) => {
    const client = await pool.connect();
    try {
      const own = known.get(client) ?? drizzle(client, { schema });
      known.set(client, own);
      return await own.transaction(work, config);
    } finally {
      // The pool itself discards a broken connection.
      client.release();
    }
  };
}

/** The five-character SQLSTATE behind a failed query, if the database gave one (drizzle keeps it in `cause`). */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

export const UNIQUE_VIOLATION = '23505';
