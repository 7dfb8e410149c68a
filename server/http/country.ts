/**
 * Owns where a request comes from (decisions.md §7): the header of a trusted proxy, else a file that knows addresses,
 * else nobody knows. Nothing else looks at either.
 */
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { Reader, type Response } from 'maxmind';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { asCountry } from '../domains/geo/rules.ts';
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

/** Null when nothing is configured that could tell. Throws `StartError` for a file that cannot be read. */
export async function openCountries(config: CountryConfig, log: Logger): Promise<Countries | null> {
  const header = config.COUNTRY_HEADER?.toLowerCase();
  if (header === undefined && config.GEOIP_DB === undefined) return null;
  const proxies = proxiesOf(config);
  const trusts = proxies === false ? () => false : proxyAddr.compile(proxies);
  const file = config.GEOIP_DB === undefined ? null : await openFile(config.GEOIP_DB, log);

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
  TRUST_PROXY === undefined ? false : TRUST_PROXY.split(',').map((part) => part.trim());

/** https ends at a proxy, and everybody whom it speaks for would share one address and its limits. */
export function warnOfSharedAddress(
  { BASE_URL, TRUST_PROXY }: Pick<Config, 'BASE_URL' | 'TRUST_PROXY'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (BASE_URL.startsWith('https:') && TRUST_PROXY === undefined)
    log.warn('TRUST_PROXY is not set: all visitors count as the proxy in front, for limits and countries');
}

/** Such files are renewed every few weeks; a new one is taken up without a restart, a broken one is not. */
async function openFile(path: string, log: Logger) {
  const read = async () => new Reader<Response>(await readFile(path));
  let reader = await read().catch((error: Error) => {
    throw new StartError(`GEOIP_DB: ${path} cannot be read as a database of countries (${error.message})`);
  });
  watchFile(path, { persistent: false, interval: LOOK_AGAIN_MS }, () => {
    read().then(
      (renewed) => {
        reader = renewed;
      },
      (error: Error) => log.warn({ err: error, path }, 'the database of countries was not renewed'),
    );
  });
  return {
    of(address: string): string | null {
      const record = reader.get(address.replace(/^::ffff:(?=\d+\.)/i, '')) as CountryRecord | null;
      return asCountry(record?.country?.iso_code ?? record?.country_code);
    },
    close: () => unwatchFile(path),
  };
}
