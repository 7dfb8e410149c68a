import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { CountryOf } from '../http/country.ts';
import { holdsIn, isForAll } from './audience.ts';
import type { PageCache } from './caches.ts';
import { type Asker, type EncodedPage, type PageForm, readyForm, shrinkForm } from './encoded-page.ts';
import { keyBeside } from './renderings.ts';

/** From this hit on, a page is worth the time of its smallest compression. */
const HITS_BEFORE_SHRINKING = 10;

export type KeptPagesOptions = {
  cache: PageCache;
  country: CountryOf | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

export function createKeptPages({ cache, country: countryOf, log }: KeptPagesOptions) {
  let shrinking: Promise<void> = Promise.resolve();

  /** One at a time: good compression is slow and there are few threads. */
  function shrinkLater(page: EncodedPage, asker: Asker): void {
    shrinking = shrinking
      .then(() => shrinkForm(page, asker))
      .catch((error: Error) => log.warn({ err: error }, 'could not compress a page'));
  }

  function ready(page: EncodedPage, asker: Asker): PageForm | undefined {
    const form = readyForm(page, asker);
    if (form === undefined) return undefined;
    form.hits += 1;
    if (form.hits === HITS_BEFORE_SHRINKING && asker.encoding === 'br') shrinkLater(page, asker);
    return form;
  }

  /** The first rendering is stored under the address itself and names the filters by which others differ. */
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
