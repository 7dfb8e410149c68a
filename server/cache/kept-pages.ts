/** Finds a page that is kept, and makes those smaller that are asked for again and again. */
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { CountryOf } from '../http/country.ts';
import { holdsIn, isForAll } from './audience.ts';
import type { PageCache } from './caches.ts';
import { type Asker, type EncodedPage, type PageForm, readyForm, shrinkForm } from './encoded-page.ts';
import { keyBeside } from './renderings.ts';

/** From this hit on a page is worth the time that its smallest form takes. */
const HITS_BEFORE_SHRINKING = 10;

export type KeptPagesOptions = {
  cache: PageCache;
  country: CountryOf | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

export function createKeptPages({ cache, country: countryOf, log }: KeptPagesOptions) {
  let shrinking: Promise<void> = Promise.resolve();

  /** One after the other: compressing well takes a while and there are few threads. */
  function shrinkLater(page: EncodedPage, asker: Asker): void {
    shrinking = shrinking
      .then(() => shrinkForm(page, asker))
      .catch((error: Error) => log.warn({ err: error }, 'a page could not be compressed'));
  }

  /** How it is sent; undefined where it has yet to be compressed for such a one. */
  function ready(page: EncodedPage, asker: Asker): PageForm | undefined {
    const form = readyForm(page, asker);
    if (form === undefined) return undefined;
    form.hits += 1;
    if (form.hits === HITS_BEFORE_SHRINKING && asker.encoding === 'br') shrinkLater(page, asker);
    return form;
  }

  /**
   * What is kept for this address and holds where the request comes from. The first rendering that was kept stands at the
   * address itself and tells by which filters others differ; most pages have none, and nobody is asked for the country.
   */
  function find(url: string, request: IncomingMessage): EncodedPage | undefined {
    const first = cache.get(url);
    if (first === undefined || countryOf === undefined || isForAll(first.audience)) return first;
    const country = countryOf(request);
    if (holdsIn(first.audience, country)) return first;
    const other = cache.get(keyBeside(url, first, country));
    return other !== undefined && holdsIn(other.audience, country) ? other : undefined;
  }

  return { find, ready };
}
