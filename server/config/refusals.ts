import { isIP } from 'node:net';
import { isLoopback } from '../lib/host.ts';
import { replicaUrls } from './database.ts';
import { ConfigError, describeVariable as describe, type Environment, NO_PROXY } from './environment.ts';

const ADDRESSES = [
  'BASE_URL',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'S3_ENDPOINT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'SMTP_URL',
  'AD_FRAME_URL',
  'APP_STORE_URL',
  'PLAY_STORE_URL',
  'APP_URL',
] as const;
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

export function refuseUnparsable(value: Environment): void {
  for (const name of ADDRESSES) {
    const text = value[name];
    if (text !== undefined && !URL.canParse(text))
      throw new ConfigError(`${name}: is not a valid address (${describe(name)})`);
  }
  if (replicaUrls(value).some((url) => !URL.canParse(url)))
    throw new ConfigError(
      `DATABASE_REPLICA_URL: is not a valid address (${describe('DATABASE_REPLICA_URL')})`,
    );
  for (const address of value.CDN_PURGE_URL?.split(',') ?? [])
    if (!URL.canParse(address.trim()))
      throw new ConfigError(
        `CDN_PURGE_URL: ${address} is not a valid address (${describe('CDN_PURGE_URL')})`,
      );
  for (const part of value.TRUST_PROXY === NO_PROXY ? [] : (value.TRUST_PROXY?.split(',') ?? [])) {
    const [address = '', prefix] = part.trim().split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (!PROXY_RANGES.includes(part.trim()) && !(isIP(address) !== 0 && isRange))
      throw new ConfigError(
        `TRUST_PROXY: ${part.trim()} is not a valid address (${describe('TRUST_PROXY')})`,
      );
  }
}

/** Several nodes require a cluster, a cluster has one database, and a CA file requires TLS. */
export function refuseUnlikelyRedis(value: Environment): void {
  const nodes = value.REDIS_URL?.split(',') ?? [];
  const isCluster = value.REDIS_CLUSTER === 'on';
  const refuse = (name: keyof Environment, reason: string): never => {
    throw new ConfigError(`${name}: ${reason} (${describe(name)})`);
  };
  for (const node of nodes) {
    if (!/^rediss?:/.test(node) || !URL.canParse(node)) refuse('REDIS_URL', 'is not a valid address');
    if (isCluster && !/^\/?0?$/.test(new URL(node).pathname))
      refuse('REDIS_URL', 'names a database, but a cluster has only one');
  }
  if (nodes.length > 1 && !isCluster)
    refuse('REDIS_CLUSTER', 'must be on when REDIS_URL names several nodes');
  if (isCluster && nodes.length === 0) refuse('REDIS_URL', 'is required with REDIS_CLUSTER');
  if (value.REDIS_CA_FILE !== undefined && nodes[0]?.startsWith('rediss:') !== true)
    refuse('REDIS_URL', 'must begin with rediss:// when REDIS_CA_FILE is set');
}

/** Without a trusted proxy the header would be silently ignored, and every country unknown. */
export function refuseDeafHeader(value: Environment): void {
  const { COUNTRY_HEADER, TRUST_PROXY = NO_PROXY } = value;
  if (COUNTRY_HEADER === undefined || TRUST_PROXY !== NO_PROXY) return;
  throw new ConfigError(`TRUST_PROXY: is required with COUNTRY_HEADER (${describe('TRUST_PROXY')})`);
}

/** Metrics on the loopback address need no token. Metrics that others can reach do. */
export function refuseOpenMetrics({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Environment): void {
  if (METRICS_PORT === undefined || METRICS_TOKEN !== undefined || isLoopback(METRICS_HOST)) return;
  throw new ConfigError(
    `METRICS_TOKEN: is required when METRICS_HOST is reachable from other machines (${describe('METRICS_TOKEN')})`,
  );
}

const S3_PARTS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function refuseHalf(value: Environment, name: keyof Environment, other: keyof Environment): void {
  if (value[name] !== undefined && value[other] === undefined)
    throw new ConfigError(`${other}: is required with ${name} (${describe(other)})`);
}

/** Otherwise a bucket without an endpoint would be silently ignored, and pictures stored in the folder. */
export function refuseHalfSets(value: Environment): void {
  refuseHalf(value, 'DATABASE_DIRECT_URL', 'DATABASE_URL');
  refuseHalf(value, 'DATABASE_REPLICA_URL', 'DATABASE_URL');
  refuseHalf(value, 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY');
  refuseHalf(value, 'VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY');
  refuseHalf(value, 'S3_PUBLIC_ENDPOINT', 'S3_ENDPOINT');
  refuseHalf(value, 'CDN_PURGE_TOKEN', 'CDN_PURGE_URL');
  const given = S3_PARTS.filter((name) => value[name] !== undefined);
  if (value.S3_ENDPOINT === undefined) {
    if (given.length === 0) return;
    throw new ConfigError(`S3_ENDPOINT: is required with ${given[0]} (${describe('S3_ENDPOINT')})`);
  }
  for (const name of S3_PARTS) {
    if (value[name] === undefined)
      throw new ConfigError(`${name}: is required with S3_ENDPOINT (${describe(name)})`);
  }
}
