/** Connections to Redis, single or cluster, with or without TLS. Only this file creates ioredis clients. */
import { readFileSync } from 'node:fs';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { StartError } from '../embedded/start-error.ts';

export type RedisConfig = Pick<Config, 'REDIS_URL' | 'REDIS_CLUSTER' | 'REDIS_CA_FILE'>;
export type RedisClient = Redis | Cluster;

/** A hanging Redis delays the relay's transaction and the end of the process by at most this long. */
export const COMMAND_TIMEOUT_MS = 3_000;
/** Oldest version that BullMQ supports: its scripts use `LMOVE` and `GETDEL`. */
const OLDEST = [6, 2] as const;

/** In a cluster, braces keep all keys of a queue on one node. Otherwise the prefix is the original one. */
export const queuePrefix = ({ REDIS_CLUSTER }: RedisConfig): string =>
  REDIS_CLUSTER === 'on' ? '{tsuzuki}' : 'bull';

function tlsOf({ protocol }: URL, { REDIS_CA_FILE: path }: RedisConfig): Pick<RedisOptions, 'tls'> {
  if (protocol !== 'rediss:') return {};
  if (path === undefined) return { tls: {} };
  try {
    return { tls: { ca: readFileSync(path) } };
  } catch (error) {
    throw new StartError(`REDIS_CA_FILE: ${path} cannot be read (${(error as Error).message})`);
  }
}

/** `retryMs` returns the pause before the next attempt. Null: give up. */
export function connectRedis(
  config: RedisConfig,
  options: RedisOptions,
  retryMs: (attempt: number) => number | null,
): RedisClient {
  const urls = (config.REDIS_URL ?? '').split(',').map((text) => new URL(text));
  const [first] = urls;
  if (first === undefined) throw new Error('REDIS_URL is missing');
  const { username, password } = first;
  const shared: RedisOptions = {
    ...options,
    ...tlsOf(first, config),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  const nodes = urls.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
  }));
  if (config.REDIS_CLUSTER === 'on') {
    const { lazyConnect = false, enableOfflineQueue = true } = options;
    return new Cluster(nodes, {
      lazyConnect,
      enableOfflineQueue,
      redisOptions: shared,
      clusterRetryStrategy: retryMs,
      slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
      // A node's certificate contains the name under which the node is announced.
      dnsLookup: (address, found) => found(null, address),
    });
  }
  const db = Number(first.pathname.slice(1)) || 0;
  return new Redis({ ...shared, ...nodes[0], db, retryStrategy: retryMs });
}

/** Reports a wrong address or password, or an old server, at start. Later, Redis may be offline at times. */
export async function reachRedis(config: RedisConfig, log: Pick<Logger, 'warn'>): Promise<void> {
  const client = connectRedis(
    config,
    { lazyConnect: true, connectTimeout: COMMAND_TIMEOUT_MS, commandTimeout: COMMAND_TIMEOUT_MS },
    () => null,
  );
  const reasons: Error[] = [];
  client.on('error', (error) => reasons.push(error));
  let told: Record<string, string>;
  try {
    await client.connect();
    told = { ...readInfo(await client.info('server')), ...readInfo(await client.info('memory')) };
  } catch (error) {
    // The rejection of `connect` only says that the connection is closed.
    throw new StartError(`REDIS_URL: Redis cannot be reached (${reasonOf(reasons[0] ?? error)})`);
  } finally {
    client.disconnect();
  }
  refuseUnfit(told, config);
  const policy = told.maxmemory_policy;
  if (policy !== undefined && policy !== 'noeviction')
    log.warn({ policy }, 'Redis may drop jobs when its memory is full: set maxmemory-policy to noeviction');
}

/** A cluster client keeps the node's error in `lastNodeError`. */
function reasonOf(error: unknown): string {
  const { message, code, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: Error };
  return lastNodeError?.message || message || code || 'no answer';
}

const readInfo = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

function refuseUnfit(told: Record<string, string>, { REDIS_CLUSTER }: RedisConfig): void {
  const { redis_version: version = '', redis_mode: mode } = told;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new StartError(
      `REDIS_URL: Redis ${OLDEST.join('.')} or newer is required, but this is ${version || 'unknown'}`,
    );
  if (mode === 'cluster' && REDIS_CLUSTER !== 'on')
    throw new StartError('REDIS_CLUSTER: must be on, because REDIS_URL names a node of a cluster');
}
