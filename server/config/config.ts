/** The only reader of the environment. A bad value stops the start with one line that names the variable. */
import { resolve } from 'node:path';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { coerce } from '../lib/coerce.ts';
import { isLoopback } from '../lib/host.ts';
import {
  ConfigError,
  describeVariable as describe,
  type Environment,
  environmentSchema,
} from './environment.ts';
import { type HouseAdEntry, readHouseAds } from './house-ads.ts';
import {
  refuseDeafHeader,
  refuseHalfSets,
  refuseOpenMetrics,
  refuseUnlikelyRedis,
  refuseUnparsable,
} from './refusals.ts';
import { type CoinStores, readStores } from './stores.ts';

export type Config = Readonly<
  Omit<Environment, 'BASE_URL' | 'DATA_DIR'> & {
    BASE_URL: string;
    DATA_DIR: string;
    isProduction: boolean;
    hasApp: boolean;
    secureCookies: boolean;
    embeddedDatabase: boolean;
    runWorkers: boolean;
    /** True when an empty database gets the demo. On a public address only on request. */
    wantsDemo: boolean;
    /** Keeps and shows mails instead of sending them. Never where the public reaches the server. */
    mailbox: boolean;
    /** Null: the built-in ads about ourselves. */
    houseAds: readonly HouseAdEntry[] | null;
    stores: CoinStores;
  }
>;

const check = Compile(environmentSchema);

/** Throws a `ConfigError` of one line that names the variable. */
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
  refuseUnlikelyRedis(value);
  refuseHalfSets(value);
  refuseDeafHeader(value);
  refuseOpenMetrics(value);
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
      'MAILBOX: shows all e-mails to everyone, so it cannot be on with a public BASE_URL',
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
    throw new ConfigError(`HOUSE_ADS: ${path} is not usable: ${reason}`);
  }
}

function trimOrigin(text: string): string {
  const url = new URL(text);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError('BASE_URL: must be an origin without a path');
  }
  return url.origin;
}

function demand(name: string, message = 'is invalid'): string {
  const schema = (environmentSchema.properties as Record<string, { anyOf?: { const?: unknown }[] }>)[name];
  const choices = schema?.anyOf?.map((choice) => choice.const);
  if (choices !== undefined) return `must be one of ${choices.join(', ')}`;
  const scheme = /^must match pattern "\^\((\w+?)(?:\(\w+\)|s)?\??\):/.exec(message)?.[1];
  return scheme === undefined ? message : `must begin with ${scheme}://`;
}
