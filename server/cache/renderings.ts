/** Has public pages made, once for all who may share them, and keeps what may be kept. */
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
/** How often a rendering made for others meanwhile is passed over before one is made for this request alone. */
const ATTEMPTS = 3;
/** Endless addresses asked for once are remembered, to be kept when somebody asks again. */
const REMEMBERED_KEYS = 2000;

/** A page that ends at a moment is not served beyond it, so nothing stale is allowed for it. */
export function cdnCacheControl(maxSeconds: number, leftSeconds?: number): string {
  if (leftSeconds !== undefined) return `public, max-age=0, s-maxage=${Math.min(maxSeconds, leftSeconds)}`;
  const staleSeconds = Math.min(maxSeconds, STALE_MAX_SECONDS);
  return `public, max-age=0, s-maxage=${maxSeconds}, stale-while-revalidate=${staleSeconds}`;
}

/** Where a rendering for this country is kept when the one at the address itself does not hold there. */
export const keyBeside = (url: string, { audience }: EncodedPage, country: string | null): string =>
  `${url} ${groupOf(audience.filters, country)}`;

export function createRenderings(options: RenderingsOptions) {
  const { cache, render, cdnMaxAgeSeconds, tagHeader = 'cache-tag', country: countryOf, log } = options;
  const varyByCountry = ['accept-encoding', ...(options.countryHeaders ?? [])].join(', ');
  const askedOnce = new LRUCache<string, true>({ max: REMEMBERED_KEYS });

  /** Renderings are shared with whoever asks meanwhile, but never with a country for which they do not hold. */
  async function load(facts: PublicPageRequest, asker: Asker): Promise<EncodedPage | null> {
    const { url, country } = facts;
    // The address holds the language, so only the country decides besides.
    const first = cache.get(url);
    let key = first === undefined ? url : keyBeside(url, first, country);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const own = key;
      const page = await cache.load(own, (token) => renderAndStore(token, own, facts, asker));
      if (page === null || holdsIn(page.audience, country)) return page;
      key = keyBeside(url, page, country);
    }
    // Filters changed under every attempt: this one is for nobody else.
    const alone = await render(facts);
    return alone && unshared(encode(alone, facts));
  }

  /** Where the country decides, a CDN has to ask every time: few of them tell visitors apart by `Vary`. */
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
      if (refusal !== 'status') log.error({ refusal, url: facts.url }, 'a public page may not be kept');
      return unshared(encoded);
    }
    if (facts.isEndless && !askedOnce.has(key)) {
      askedOnce.set(key, true);
      return unshared(encoded);
    }
    // Before it is stored: from then on nothing is to be waited for.
    await makeForm(encoded, asker);
    const { tags, validUntil } = encoded;
    const result = cache.store(token, key, encoded, { bytes: bytesOf(encoded), tags, validUntil });
    // A CDN was told of the purge as well and may have forgotten it by the time this answer passes.
    if (result === 'stale') return unshared(encoded);
    encoded.grew = (bytes) => cache.grow(key, encoded, bytes);
    return encoded;
  }

  return { load };
}
