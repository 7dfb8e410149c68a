/** The database handle. One pool a process; a transaction has the same shape, so services need not know which they got. */
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
  /** How long somebody waits for a connection at most, ms. */
  connectMs?: number;
  /** Instead of pg's own, for one that tells what it is sent. */
  Client?: typeof pg.Client | undefined;
  /** Before the database stands a pooler that gives a transaction any of its connections. */
  pooler?: { prepares: boolean } | null;
  /** How long somebody waits for connections in all; without it each wait is for itself. */
  patience?: WaitLimit | undefined;
};

/**
 * Told as a connection begins. A pooler that shares connections knows none of them; there the role has to be told. To compile a
 * statement takes longer than any of ours runs.
 */
const LIMITS = '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c jit=off';

/** Its statements have no names: the connection that was told of one is the next time another's. */
function namelessClient(Client: typeof pg.Client): typeof pg.Client {
  class NamelessClient extends Client {}
  const { query } = Client.prototype;
  NamelessClient.prototype.query = function (this: pg.Client, asked: unknown, ...rest: unknown[]) {
    const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked;
    return Reflect.apply(query, this, [isNamed ? { ...asked, name: undefined } : asked, ...rest]);
  } as typeof query;
  return NamelessClient;
}

/** A connection for what lasts longer than a transaction: listening, and locks of a session. Never through a pooler that shares. */
export const openSession = (url: string, name: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: LIMITS,
  });

/** Opens a pool of at most `size` connections. An idle connection that breaks is reported to `onError`, never thrown. */
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
    // A connection that waits and whose other end is gone must show.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === null ? { options: LIMITS } : {}),
  };
  const pool = patience === undefined ? new pg.Pool(options) : new LimitedPool(options, patience);
  let isClosing = false;
  // A database that ends before the pool has said farewell to each connection breaks nothing any more.
  pool.on('error', (error) => {
    if (!isClosing) onError(error);
  });
  // A connection that breaks while in use rejects its query and also emits; unheard, that would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = drizzle(pool, { schema });
  db.transaction = withOwnConnection(pool);
  const close = (): Promise<void> => {
    isClosing = true;
    return pool.end();
  };
  return { db, pool, close };
}

/**
 * drizzle 0.45 never gives a connection back whose `begin` failed. One is lost with each break of the database, until
 * the pool is empty and everybody waits for ever; so the connection is taken and given back here.
 */
function withOwnConnection(pool: pg.Pool): NodePgDatabase<typeof schema>['transaction'] {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>();
  return async (work, config) => {
    const client = await pool.connect();
    try {
      const own = known.get(client) ?? drizzle(client, { schema });
      known.set(client, own);
      return await own.transaction(work, config);
    } finally {
      // The pool itself drops one that is broken.
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
