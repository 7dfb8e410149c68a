import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CountryOf } from '../http/country.ts';
import { groupOf, holdsIn } from './audience.ts';
import type { PageCache } from './caches.ts';
import type { TagHeader } from './cdn.ts';
import { type Asker, bytesOf, type EncodedPage, encodePage, makeForm, unshared } from './encoded-page.ts';
import type { PublicPage, PublicPageRequest, RenderPublicPage } from './public-page.ts';
import { refuseToStore } from './storable.ts';

export type RenderingsOptions = {
  cache: PageCache;
  render: RenderPublicPage;
  cdnMaxAgeSeconds: number;
  tagHeader?: TagHeader | undefined;
  country?: CountryOf | undefined;
  countryHeaders?: readonly string[] | undefined;
  log: Pick<FastifyBaseLogger, 'error'>;
};

const STALE_MAX_SECONDS = 60;
/** Attempts to share a rendering with others before this request gets its own. */
const ATTEMPTS = 3;
/** Number of endless addresses remembered after a first request. The second request stores the page. */
const REMEMBERED_KEYS = 2000;

/** A page with an end is never served after it, so it allows no stale answers. */
export function cdnCacheControl(maxSeconds: number, leftSeconds?: number): string {
  if (leftSeconds !== undefined) return `public, max-age=0, s-maxage=${Math.min(maxSeconds, leftSeconds)}`;
  const staleSeconds = Math.min(maxSeconds, STALE_MAX_SECONDS);
  return `public, max-age=0, s-maxage=${maxSeconds}, stale-while-revalidate=${staleSeconds}`;
}

export const keyBeside = (url: string, { audience }: EncodedPage, country: string | null): string =>
  `${url} ${groupOf(audience.filters, country)}`;

export function createRenderings(options: RenderingsOptions) {
  const { cache, render, cdnMaxAgeSeconds, tagHeader = 'cache-tag', country: countryOf, log } = options;
  const varyByCountry = ['accept-encoding', ...(options.countryHeaders ?? [])].join(', ');
  const askedOnce = new LRUCache<string, true>({ max: REMEMBERED_KEYS });

  async function load(facts: PublicPageRequest, asker: Asker): Promise<EncodedPage | null> {
    const { url, country } = facts;
    // The address contains the language, so only the country can differ.
    const first = cache.get(url);
    let key = first === undefined ? url : keyBeside(url, first, country);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const own = key;
      const page = await cache.load(own, (token) => renderAndStore(token, own, facts, asker));
      if (page === null || holdsIn(page.audience, country)) return page;
      key = keyBeside(url, page, country);
    }
    // Filters changed during every attempt: this rendering is not shared.
    const alone = await render(facts);
    return alone && unshared(encode(alone, facts));
  }

  /** A CDN revalidates pages that depend on the country: few CDNs tell visitors apart by `Vary`. */
  function encode(page: PublicPage, { country, cacheSeconds }: PublicPageRequest): EncodedPage {
    const isForAllCountries = countryOf === undefined || page.geofilters?.length === 0;
    const cdnSeconds = isForAllCountries ? Math.min(cdnMaxAgeSeconds, cacheSeconds ?? cdnMaxAgeSeconds) : 0;
    return encodePage(page, {
      cacheControl: cdnSeconds > 0 ? cdnCacheControl(cdnSeconds) : 'public, max-age=0, must-revalidate',
      vary: isForAllCountries ? 'accept-encoding' : varyByCountry,
      cacheTags: cdnMaxAgeSeconds > 0 ? tagHeader : null,
      cdnSeconds,
      country,
    });
  }

  async function renderAndStore(
    token: number,
    key: string,
    facts: PublicPageRequest,
    asker: Asker,
  ): Promise<EncodedPage | null> {
    const page = await render(facts);
    if (page === null) return null;
    const encoded = encode(page, facts);
    const refusal = refuseToStore(page);
    if (refusal !== null) {
      if (refusal !== 'status') log.error({ refusal, url: facts.url }, 'refused to cache a public page');
      return unshared(encoded);
    }
    if (facts.isEndless && !askedOnce.has(key)) {
      askedOnce.set(key, true);
      return unshared(encoded);
    }
    // Compressed before it is stored, so that later requests do not wait.
    await makeForm(encoded, asker);
    const { tags, validUntil } = encoded;
    const result = cache.store(token, key, encoded, { bytes: bytesOf(encoded), tags, validUntil });
    // The CDN may have processed this purge already, so it must not store this answer.
    if (result === 'stale') return unshared(encoded);
    encoded.grew = (bytes) => cache.grow(key, encoded, bytes);
    return encoded;
  }

  return { load };
}
