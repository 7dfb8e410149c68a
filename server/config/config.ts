/**
 * Configuration: the only reader of the environment. One schema, frozen; a bad value ends the start with one line
 * that names the variable.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { coerce } from '../lib/coerce.ts';
import { isLoopback } from '../lib/host.ts';
import { product } from '../lib/product.ts';
import { type HouseAdEntry, readHouseAds } from './house-ads.ts';
import { socialVariables } from './social.ts';
import { type CoinStores, readStores, storeVariables } from './stores.ts';

const Flag = (fallback: 'on' | 'off' | 'auto', description: string) =>
  Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('auto')], {
    default: fallback,
    description,
  });
const Port = (fallback: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: fallback, description });
const Url = (schemes: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(${schemes})://.+`, description }));
const Key = (length: number, description: string) =>
  Type.Optional(Type.String({ pattern: `^[\\w-]{${length}}$`, description }));
const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

const environmentSchema = Type.Object({
  NODE_ENV: Type.Union([Type.Literal('production'), Type.Literal('development'), Type.Literal('test')], {
    default: 'production',
    description: 'production serves the built pages; development transforms them on the fly',
  }),
  PORT: Port(3000, 'port of the web server'),
  HOST: Type.String({ default: '0.0.0.0', minLength: 1, description: 'address to listen on' }),
  BASE_URL: Url('https?', 'public origin, such as https://tsuzuki.example; default http://localhost:PORT'),
  API_HOST: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]+(:[0-9]+)?$',
      description: 'host on which the API also answers at its root',
    }),
  ),
  DATA_DIR: Type.String({ default: './data', minLength: 1, description: 'folder of the embedded services' }),
  DATABASE_URL: Url('postgres(ql)?', 'PostgreSQL 14 or newer; without it an embedded one is started'),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'connections per process',
  }),
  REDIS_URL: Url('rediss?', 'Redis for the queue; without it the queue lives in PostgreSQL'),
  S3_ENDPOINT: Url('https?', 'S3-compatible storage; without it media lie in DATA_DIR/media'),
  S3_BUCKET: Text('bucket of the media'),
  S3_REGION: Type.String({ default: 'auto', minLength: 1, description: 'region of the bucket' }),
  S3_ACCESS_KEY_ID: Text('key of the storage'),
  S3_SECRET_ACCESS_KEY: Text('secret of the storage'),
  SMTP_URL: Url('smtps?', 'mail server, such as smtps://user:password@mail.example:465'),
  MAIL_FROM: Type.String({
    default: `${product.name} <no-reply@tsuzuki.example>`,
    minLength: 3,
    description: 'sender of the mails',
  }),
  MAILBOX: Flag('auto', 'keep mails and show them at /dev/mail; auto: on this machine without SMTP_URL'),
  ...socialVariables,
  ...storeVariables,
  SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'key that signs picture addresses and seals second factors, bank accounts and tax forms; default: one kept in the database',
    }),
  ),
  VAPID_PUBLIC_KEY: Key(
    87,
    'by which push services know us, base64url; default: a pair kept in the database',
  ),
  VAPID_PRIVATE_KEY: Key(43, 'the private half of VAPID_PUBLIC_KEY'),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'least severe level that is logged' },
  ),
  DEMO: Flag('auto', 'demo stories; auto: only on this machine, in an empty embedded database'),
  DEMO_PASSWORD: Text('password of the demo accounts; default: one made at random and kept'),
  WORKERS: Flag('auto', 'run the workers in the server process; auto: yes'),
  APP_STORE_URL: Url('https', 'the mobile app in the App Store'),
  PLAY_STORE_URL: Url('https', 'the mobile app on Google Play'),
  APP_URL: Url(
    'https',
    'where readers get the mobile app besides; without any of the three it is not out yet',
  ),
  PAYOUT_DEBTOR_NAME: Text('holder of the account that payouts are made from, for the file for the bank'),
  PAYOUT_DEBTOR_IBAN: Text('its IBAN'),
  PAYOUT_DEBTOR_BIC: Type.Optional(
    Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2,5}$', description: 'BIC of its bank' }),
  ),
  HOUSE_ADS: Text('JSON file of our own advertisements; default: a few about ourselves'),
  AD_FRAME_URL: Url(
    'https?',
    'page of an ad server, framed in readers for adults who agreed; without it all advertisements are our own',
  ),
  TRUST_PROXY: Text('addresses of proxies whose X-Forwarded-* are believed, comma-separated'),
  COUNTRY_HEADER: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9-]{0,99}$',
      description: 'header in which a proxy of TRUST_PROXY names the country of its visitor',
    }),
  ),
  GEOIP_DB: Text('file (mmdb) that knows the country of an address'),
  SERVICE_WORKER: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description: 'off: browsers drop the worker that keeps saved episodes',
  }),
  CDN_MAX_AGE_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 86400,
    default: 0,
    description: 's-maxage of public pages, for a CDN that is purged by Cache-Tag',
  }),
  PAGE_CACHE_MIB: Type.Integer({
    minimum: 1,
    maximum: 4096,
    default: 32,
    description: 'memory for rendered pages',
  }),
  MEDIA_CACHE_MIB: Type.Integer({
    minimum: 1,
    maximum: 16384,
    default: 64,
    description: 'memory for hot pictures',
  }),
});

type Environment = Static<typeof environmentSchema>;

export type Config = Readonly<
  Omit<Environment, 'BASE_URL' | 'DATA_DIR'> & {
    BASE_URL: string;
    DATA_DIR: string;
    isProduction: boolean;
    /** Readers can get the mobile app somewhere. */
    hasApp: boolean;
    secureCookies: boolean;
    embeddedDatabase: boolean;
    runWorkers: boolean;
    /** Whether an empty database gets the demo; on a public address only who asks for it. */
    wantsDemo: boolean;
    /** Mails are kept and shown instead of sent; never where the public reaches the server. */
    mailbox: boolean;
    /** Null: those that speak of ourselves. */
    houseAds: readonly HouseAdEntry[] | null;
    stores: CoinStores;
  }
>;

export class ConfigError extends Error {}

const check = Compile(environmentSchema);

/** Reads and checks the environment; throws a `ConfigError` of one line that names the variable. */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const known: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<TSchema>(environmentSchema.properties)) {
    const raw = environment[name];
    if (raw !== undefined && raw !== '') known[name] = coerce(schema, raw);
  }
  const value = Value.Default(environmentSchema, known);
  if (!check.Check(value)) {
    const [problem] = check.Errors(value);
    const name = (problem?.instancePath ?? '').split('/')[1] ?? 'configuration';
    throw new ConfigError(`${name}: ${demand(name, problem?.message)} (${describe(name)})`);
  }
  refuseUnparsable(value);
  refuseHalfSets(value);
  refuseDeafHeader(value);
  const base = trimOrigin(value.BASE_URL ?? `http://localhost:${value.PORT}`);
  const isLocal = isLoopback(new URL(base).hostname);
  const embeddedDatabase = value.DATABASE_URL === undefined;
  return Object.freeze({
    ...value,
    BASE_URL: base,
    DATA_DIR: resolve(value.DATA_DIR),
    isProduction: value.NODE_ENV === 'production',
    hasApp: [value.APP_STORE_URL, value.PLAY_STORE_URL, value.APP_URL].some((url) => url !== undefined),
    // A Secure cookie is never sent over plain http, so it follows the public origin rather than NODE_ENV.
    secureCookies: base.startsWith('https:'),
    embeddedDatabase,
    runWorkers: value.WORKERS !== 'off',
    wantsDemo: value.DEMO === 'on' || (value.DEMO === 'auto' && embeddedDatabase && isLocal),
    mailbox: wantsMailbox(value, isLocal),
    houseAds: houseAdsOf(value),
    stores: storesOf(value, base),
  });
}

function wantsMailbox(value: Environment, isLocal: boolean): boolean {
  if (value.MAILBOX === 'on' && !isLocal && value.NODE_ENV !== 'test') {
    throw new ConfigError(
      'MAILBOX: shows everybody the mails of all, so it is refused with a public BASE_URL',
    );
  }
  if (value.MAILBOX !== 'auto') return value.MAILBOX === 'on';
  return value.SMTP_URL === undefined && value.DATABASE_URL === undefined && isLocal;
}

function storesOf(value: Environment, base: string): CoinStores {
  try {
    return readStores(value, base);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function houseAdsOf({ HOUSE_ADS: path }: Environment): readonly HouseAdEntry[] | null {
  if (path === undefined) return null;
  try {
    return readHouseAds(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`HOUSE_ADS: ${path} cannot be used: ${reason}`);
  }
}

function describe(name: string): string {
  const schema = (environmentSchema.properties as Record<string, { description?: string }>)[name];
  return schema?.description ?? 'unknown variable';
}

function trimOrigin(text: string): string {
  const url = new URL(text);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError('BASE_URL: must be an origin without a path');
  }
  return url.origin;
}

/** What the variable has to be, in words that help more than those of the validator. */
function demand(name: string, message = 'is invalid'): string {
  const schema = (environmentSchema.properties as Record<string, { anyOf?: { const?: unknown }[] }>)[name];
  const choices = schema?.anyOf?.map((choice) => choice.const);
  if (choices !== undefined) return `must be one of ${choices.join(', ')}`;
  const scheme = /^must match pattern "\^\((\w+?)(?:\(\w+\)|s)?\??\):/.exec(message)?.[1];
  return scheme === undefined ? message : `must begin with ${scheme}://`;
}

const ADDRESSES = [
  'BASE_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'SMTP_URL',
  'AD_FRAME_URL',
  'APP_STORE_URL',
  'PLAY_STORE_URL',
  'APP_URL',
] as const;
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function refuseUnparsable(value: Environment): void {
  for (const name of ADDRESSES) {
    const text = value[name];
    if (text !== undefined && !URL.canParse(text))
      throw new ConfigError(`${name}: is no address (${describe(name)})`);
  }
  for (const part of value.TRUST_PROXY?.split(',') ?? []) {
    const [address = '', prefix] = part.trim().split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isRange = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (!PROXY_RANGES.includes(part.trim()) && !(isIP(address) !== 0 && isRange))
      throw new ConfigError(`TRUST_PROXY: ${part.trim()} is no address (${describe('TRUST_PROXY')})`);
  }
}

/** Without a proxy that is believed the header would be ignored in silence, and every country unknown. */
function refuseDeafHeader(value: Environment): void {
  if (value.COUNTRY_HEADER === undefined || value.TRUST_PROXY !== undefined) return;
  throw new ConfigError(`TRUST_PROXY: is needed with COUNTRY_HEADER (${describe('TRUST_PROXY')})`);
}

const S3_PARTS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function refuseHalf(value: Environment, name: keyof Environment, other: keyof Environment): void {
  if (value[name] !== undefined && value[other] === undefined)
    throw new ConfigError(`${other}: is needed with ${name} (${describe(other)})`);
}

/** A bucket without an address would be passed over in silence, and the pictures would lie in the folder. */
function refuseHalfSets(value: Environment): void {
  refuseHalf(value, 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY');
  refuseHalf(value, 'VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY');
  const given = S3_PARTS.filter((name) => value[name] !== undefined);
  if (value.S3_ENDPOINT === undefined) {
    if (given.length === 0) return;
    throw new ConfigError(`S3_ENDPOINT: is needed with ${given[0]} (${describe('S3_ENDPOINT')})`);
  }
  for (const name of S3_PARTS) {
    if (value[name] === undefined)
      throw new ConfigError(`${name}: is needed with S3_ENDPOINT (${describe(name)})`);
  }
}
