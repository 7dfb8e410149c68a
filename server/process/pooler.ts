/** Checks at start whether a pooler shares its connections, and whether the configuration says so. */
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { StartError } from '../embedded/start-error.ts';

type PoolerConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** A machine that just started is slow. */
const CONNECT_MS = 10_000;
/** A pooler in session mode may have no second connection. */
const SECOND_MS = 2_000;

/** Refuses configurations that would break LISTEN and session locks. Warns if statements have no timeout. */
export async function checkPooler(
  config: PoolerConfig,
  pool: pg.Pool,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const { DATABASE_URL: url = '', DATABASE_DIRECT_URL: direct } = config;
  if (direct === undefined) {
    if (await sharesConnections(url))
      throw new StartError(
        'DATABASE_DIRECT_URL: must name PostgreSQL itself, because DATABASE_URL is a pooler that shares its connections',
      );
  } else if ((await serverOf(url)) !== (await serverOf(direct)))
    throw new StartError('DATABASE_DIRECT_URL: leads to a different database than DATABASE_URL');
  const { rows } = await pool.query<{ limit: string }>(
    `select current_setting('statement_timeout') as limit`,
  );
  if (rows[0]?.limit === '0')
    log.warn('the pooler sets no limit on statements: alter role … set statement_timeout = 30000');
}

async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectMs = CONNECT_MS,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tsuzuki-start',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const pidOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Two open connections share a server process only behind a pooler. A busy pooler may stay undetected. */
async function sharesConnections(url: string): Promise<boolean> {
  return withClient(url, async (first) => {
    const pid = await pidOf(first);
    const isSame = async (second: pg.Client) => (await pidOf(second)) === pid;
    return withClient(url, isSame, SECOND_MS).catch((error) => {
      if (/timeout/.test(String(error))) return false;
      throw error;
    });
  });
}

const serverOf = (url: string): Promise<string | undefined> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ server: string }>(
      `select concat(current_database(), pg_postmaster_start_time()) as server`,
    );
    return rows[0]?.server;
  });
