/**
 * Owns where a request comes from (decisions.md §7): the header of a trusted proxy, else a file that knows addresses,
 * else nobody knows. Nothing else looks at either.
 */
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { Reader, type Response } from 'maxmind';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { describeVariable, NO_PROXY } from '../config/environment.ts';
import { asCountry } from '../domains/publishing/countries/rules.ts';
import { StartError } from '../embedded/start-error.ts';
import { MINUTE_MS } from '../lib/durations.ts';

/** ISO 3166-1 alpha-2, or null when unknown. Takes Node's own request, so that it works ahead of Fastify too. */
export type CountryOf = (request: IncomingMessage) => string | null;

export type Countries = {
  of: CountryOf;
  /** Request headers that decide, for `Vary`. */
  headers: readonly string[];
  close(): void;
};

type CountryConfig = Pick<Config, 'COUNTRY_HEADER' | 'GEOIP_DB' | 'TRUST_PROXY'>;

/** Of MaxMind's own databases, and of free ones that hold nothing but the code. */
type CountryRecord = { country?: { iso_code?: string }; country_code?: string };

const LOOK_AGAIN_MS = MINUTE_MS;
/** It lies in memory, twice while it is renewed. Those of countries have a tenth of it. */
const FILE_MAX_BYTES = 256 * 2 ** 20;

/** Null when nothing is configured that could tell. Throws `StartError` for a file that cannot be read. */
export async function openCountries(
  config: CountryConfig,
  log: Logger,
  { everyMs = LOOK_AGAIN_MS } = {},
): Promise<Countries | null> {
  const header = config.COUNTRY_HEADER?.toLowerCase();
  if (header === undefined && config.GEOIP_DB === undefined) return null;
  const proxies = proxiesOf(config);
  const trusts = proxies === false ? () => false : proxyAddr.compile(proxies);
  const file = config.GEOIP_DB === undefined ? null : await openFile(config.GEOIP_DB, log, everyMs);

  return {
    of(request) {
      const peer = request.socket.remoteAddress ?? '';
      // Anybody can send a header; only what a proxy of ours says of its visitor counts.
      if (header !== undefined && peer !== '' && trusts(peer, 0)) {
        const said = asCountry(String(request.headers[header] ?? ''));
        if (said !== null) return said;
      }
      return file === null || peer === '' ? null : file.of(proxyAddr(request, trusts));
    },
    headers: header === undefined ? [] : [header],
    close: () => file?.close(),
  };
}

/** The addresses of the proxies that are believed, or nobody: a forged X-Forwarded-For lifts no limit. */
export const proxiesOf = ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string[] | false =>
  TRUST_PROXY === undefined || TRUST_PROXY === NO_PROXY
    ? false
    : TRUST_PROXY.split(',').map((part) => part.trim());

/**
 * https ends at a proxy, and everybody whom it speaks for would share one address and its limits. A server in production is told
 * whom to believe, or that this is meant. Workers and commands answer nobody.
 */
export function refuseSharedAddress({
  BASE_URL,
  TRUST_PROXY,
  isProduction,
}: Pick<Config, 'BASE_URL' | 'TRUST_PROXY' | 'isProduction'>): void {
  if (!isProduction || !BASE_URL.startsWith('https:') || TRUST_PROXY !== undefined) return;
  throw new StartError(
    `TRUST_PROXY: is needed with an https BASE_URL, or all visitors share one address and its limits; "${NO_PROXY}" if that is meant (${describeVariable('TRUST_PROXY')})`,
  );
}

/** Such files are renewed every few weeks; a new one is taken up without a restart, a broken one is not. */
async function openFile(path: string, log: Logger, everyMs: number) {
  // What was looked at last, from before it was read: a change in between is seen by the next look.
  let seen = await markOf(path);
  let reader = await readCountries(path).catch((error: Error) => {
    throw new StartError(`GEOIP_DB: ${path} cannot be read as a database of countries (${error.message})`);
  });
  let isClosed = false;
  const renew = async (): Promise<void> => {
    const mark = await markOf(path);
    if (mark === seen) return;
    seen = mark;
    try {
      const renewed = await readCountries(path);
      if (isClosed) return;
      reader = renewed;
      log.info({ path, built: renewed.metadata.buildEpoch }, 'a new database of countries is in use');
    } catch (error) {
      if (!isClosed)
        log.warn({ err: error, path }, 'the database of countries was not renewed: the old one stays in use');
    }
  };
  let timer: NodeJS.Timeout;
  const lookAgain = (): void => {
    timer = setTimeout(() => void renew().then(() => isClosed || lookAgain()), everyMs).unref();
  };
  lookAgain();
  return {
    of(address: string): string | null {
      const record = lookUp(reader, address.replace(/^::ffff:(?=\d+\.)/i, ''));
      return asCountry(record?.country?.iso_code ?? record?.country_code);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Another one for each file and each write of it; empty while there is none. */
async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/** A damage that no look at the start has found lies under few addresses: of those nobody knows the country. */
function lookUp(reader: Reader<Response>, address: string): CountryRecord | null {
  try {
    return reader.get(address) as CountryRecord | null;
  } catch {
    return null;
  }
}

/** Throws when it is no such file, a damaged one, or one that is still being written. */
async function readCountries(path: string): Promise<Reader<Response>> {
  const before = await stat(path);
  if (before.size > FILE_MAX_BYTES) throw new Error(`it is larger than ${FILE_MAX_BYTES / 2 ** 20} MiB`);
  const bytes = await readFile(path);
  const after = await stat(path);
  if (after.mtimeMs !== before.mtimeMs || bytes.length !== after.size)
    throw new Error('it is still being written');
  const reader = new Reader<Response>(bytes);
  // A file of which a part is missing is found out where its records lie; the last come from the whole of it.
  for (let part = 0; part < 256; part += 1) reader.get(`${part}.${255 - part}.${part}.1`);
  return reader;
}
