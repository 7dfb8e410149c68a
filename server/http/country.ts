/** Country of a request (decisions.md §7): header of a trusted proxy, else a GeoIP file. No other code reads these. */
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

/** ISO 3166-1 alpha-2, or null when unknown. Takes Node's own request, so that it works before Fastify, too. */
export type CountryOf = (request: IncomingMessage) => string | null;

export type Countries = {
  of: CountryOf;
  /** Request headers that decide the country, for `Vary`. */
  headers: readonly string[];
  close(): void;
};

type CountryConfig = Pick<Config, 'COUNTRY_HEADER' | 'GEOIP_DB' | 'TRUST_PROXY'>;

/** Record of MaxMind's own databases, or of free ones that contain only the code. */
type CountryRecord = { country?: { iso_code?: string }; country_code?: string };

const LOOK_AGAIN_MS = MINUTE_MS;
/** The file is in memory, twice during a reload. Databases of countries have a tenth of this size. */
const FILE_MAX_BYTES = 256 * 2 ** 20;

/** Null when no source is configured. Throws `StartError` for a file that cannot be read. */
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
      // Anybody can send a header, so it only counts from a trusted proxy.
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

/** Addresses of trusted proxies. False trusts nobody: a forged X-Forwarded-For lifts no limit. */
export const proxiesOf = ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string[] | false =>
  TRUST_PROXY === undefined || TRUST_PROXY === NO_PROXY
    ? false
    : TRUST_PROXY.split(',').map((part) => part.trim());

/** Without TRUST_PROXY, all visitors behind the https proxy would share one address and its limits. */
export function refuseSharedAddress({
  BASE_URL,
  TRUST_PROXY,
  isProduction,
}: Pick<Config, 'BASE_URL' | 'TRUST_PROXY' | 'isProduction'>): void {
  if (!isProduction || !BASE_URL.startsWith('https:') || TRUST_PROXY !== undefined) return;
  throw new StartError(
    `TRUST_PROXY: is required with an https BASE_URL, or all visitors share one address and its limits; set "${NO_PROXY}" if you want that (${describeVariable('TRUST_PROXY')})`,
  );
}

/** Such files are updated every few weeks. A new file is loaded without a restart; a broken one is not. */
async function openFile(path: string, log: Logger, everyMs: number) {
  // Read before the file, so that the next check sees a change in between.
  let seen = await markOf(path);
  let reader = await readCountries(path).catch((error: Error) => {
    throw new StartError(`GEOIP_DB: ${path} is not a readable country database (${error.message})`);
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
      log.info({ path, built: renewed.metadata.buildEpoch }, 'using a new country database');
    } catch (error) {
      if (!isClosed)
        log.warn({ err: error, path }, 'could not load the new country database: the old one stays in use');
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

/** Differs for each file and each write to it. Empty while the file is missing. */
async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/** Damage that the checks at start missed affects few addresses: their country is unknown. */
function lookUp(reader: Reader<Response>, address: string): CountryRecord | null {
  try {
    return reader.get(address) as CountryRecord | null;
  } catch {
    return null;
  }
}

/** Throws when the file is invalid, damaged or still being written. */
async function readCountries(path: string): Promise<Reader<Response>> {
  const before = await stat(path);
  if (before.size > FILE_MAX_BYTES) throw new Error(`it is larger than ${FILE_MAX_BYTES / 2 ** 20} MiB`);
  const bytes = await readFile(path);
  const after = await stat(path);
  if (after.mtimeMs !== before.mtimeMs || bytes.length !== after.size)
    throw new Error('it is still being written');
  const reader = new Reader<Response>(bytes);
  // Lookups across all addresses detect a truncated file.
  for (let part = 0; part < 256; part += 1) reader.get(`${part}.${255 - part}.${part}.1`);
  return reader;
}
