/**
 * Serves public pages from memory. Register it first: its hook then answers before any other has run, and what it
 * cannot answer goes on unchanged.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { groupOf, holdsIn, isForAll } from '../cache/audience.ts';
import type { PageCache } from '../cache/caches.ts';
import { type EncodedPage, encodePage, shrinkPage, unshared } from '../cache/encoded-page.ts';
import { isNotModified } from '../cache/http.ts';
import {
  isLocked,
  type PublicAddress,
  type PublicPage,
  type PublicPageRequest,
  type ReadPublicAddress,
  type RenderPublicPage,
} from '../cache/public-page.ts';
import { changeHeaders, writePrepared } from '../cache/send.ts';
import { refuseToStore } from '../cache/storable.ts';
import type { CountryOf } from '../country.ts';
import { hostPattern } from '../lib/host.ts';
import { chooseEncoding } from '../lib/negotiate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the page says to visitors is not for whoever has a session. */
    wantsOwnPage: boolean;
  }
}

export type PageCacheOptions = {
  cache: PageCache;
  addressOf: ReadPublicAddress;
  render: RenderPublicPage;
  /** `s-maxage` for a CDN that is purged by `Cache-Tag`; 0: nobody but this cache keeps pages. */
  cdnMaxAgeSeconds: number;
  /** On this host there are no pages, only the API at its root. */
  apiHost?: string | undefined;
  /** Where a request comes from; without it every country is unknown. */
  country?: CountryOf | undefined;
  /** Request headers that `country` looks at, for `Vary`. */
  countryHeaders?: readonly string[] | undefined;
  now?: () => Date;
};

/** From this hit on a page is worth the time that its smallest form takes. */
const HITS_BEFORE_SHRINKING = 3;
const STALE_SECONDS_MOST = 60;
/** How often a rendering made for others meanwhile is passed over before one is made for this request alone. */
const ATTEMPTS = 3;
/** Endless addresses asked for once are remembered, to be kept when somebody asks again. */
const REMEMBERED_KEYS = 2000;
const REMEMBERED_LENGTH = 300;

/** Answers a request from memory, or says that it cannot. Works on Node's own request, before Fastify makes one of it. */
export type AnswerFromMemory = (request: IncomingMessage, response: ServerResponse) => boolean;

export function pageCachePlugin(app: FastifyInstance, options: PageCacheOptions): AnswerFromMemory {
  const { cache, render, cdnMaxAgeSeconds, apiHost, country: countryOf, now = () => new Date() } = options;
  const apiHostPattern = apiHost === undefined ? null : hostPattern(apiHost);
  const varyByCountry = ['accept-encoding', ...(options.countryHeaders ?? [])].join(', ');
  const askedOnce = new LRUCache<string, true>({ max: REMEMBERED_KEYS });
  const readUrl = remembering(options.addressOf);
  const encodingOf = remembering(chooseEncoding);
  let shrinking: Promise<void> = Promise.resolve();

  app.decorateRequest('wantsOwnPage', false);

  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  /** The page asked for, or null when it is none of ours. */
  function pageOf({ method, url = '/', headers }: IncomingMessage): PublicAddress | null {
    if (method !== 'GET' && method !== 'HEAD') return null;
    return apiHostPattern?.test(headers.host ?? '') ? null : readUrl(url);
  }

  function hit(key: string): EncodedPage | undefined {
    const kept = cache.get(key);
    if (kept === undefined) return undefined;
    kept.hits += 1;
    if (kept.hits === HITS_BEFORE_SHRINKING) shrinkLater(kept);
    return kept;
  }

  /**
   * What is kept for this address and holds where the request comes from. The first rendering that was kept stands at the
   * address itself and tells by which filters others differ; most pages have none, and nobody is asked for the country.
   */
  function find(url: string, request: IncomingMessage): EncodedPage | undefined {
    const first = hit(url);
    if (first === undefined || countryOf === undefined || isForAll(first.audience)) return first;
    const country = countryOf(request);
    if (holdsIn(first.audience, country)) return first;
    const other = hit(keyBeside(url, first, country));
    return other !== undefined && holdsIn(other.audience, country) ? other : undefined;
  }

  app.addHook('onRequest', (request, reply, done) => {
    const page = pageOf(request.raw);
    if (page === null) return done();
    const answer = (encoded: EncodedPage): void => {
      reply.hijack();
      send(request.raw, reply.raw, encoded);
    };
    const kept = find(page.url, request.raw);
    if (kept !== undefined) return answer(kept);
    load({ ...page, country: countryOf?.(request.raw) ?? null })
      .then((rendered) => {
        // A locked page is never kept, so memory alone cannot answer one before this is asked.
        request.wantsOwnPage = rendered !== null && isLocked(rendered) && bearsSession(request.raw);
        if (rendered === null || request.wantsOwnPage) done();
        else answer(rendered);
      })
      .catch((error: Error) => done(error));
  });

  /** Renderings are shared with whoever asks meanwhile, but never with a country for which they do not hold. */
  async function load(facts: PublicPageRequest): Promise<EncodedPage | null> {
    const { url, country } = facts;
    // The address holds the language, so only the country decides besides.
    const first = cache.get(url);
    let key = first === undefined ? url : keyBeside(url, first, country);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const own = key;
      const page = await cache.load(own, (token) => renderAndStore(token, own, facts));
      if (page === null || holdsIn(page.audience, country)) return page;
      key = keyBeside(url, page, country);
    }
    // Filters changed under every attempt: this one is for nobody else.
    const alone = await render(facts);
    return alone && unshared(await encode(alone, facts));
  }

  /** Where a rendering for this country is kept when the one at the address itself does not hold there. */
  const keyBeside = (url: string, { audience }: EncodedPage, country: string | null): string =>
    `${url} ${groupOf(audience.filters, country)}`;

  /** Where the country decides, a CDN has to ask every time: few of them tell visitors apart by `Vary`. */
  function encode(page: PublicPage, { country, cacheSeconds }: PublicPageRequest): Promise<EncodedPage> {
    const isForAllCountries = countryOf === undefined || page.geofilters?.length === 0;
    const cdnSeconds = isForAllCountries ? Math.min(cdnMaxAgeSeconds, cacheSeconds ?? cdnMaxAgeSeconds) : 0;
    return encodePage(page, {
      cacheControl: cdnSeconds > 0 ? cdnCacheControl(cdnSeconds) : 'public, max-age=0, must-revalidate',
      vary: isForAllCountries ? 'accept-encoding' : varyByCountry,
      cacheTags: cdnMaxAgeSeconds > 0,
      cdnSeconds,
      country,
    });
  }

  async function renderAndStore(
    token: number,
    key: string,
    facts: PublicPageRequest,
  ): Promise<EncodedPage | null> {
    const page = await render(facts);
    if (page === null) return null;
    const encoded = await encode(page, facts);
    const refusal = refuseToStore(page);
    if (refusal !== null) {
      if (refusal !== 'status') app.log.error({ refusal, url: facts.url }, 'a public page may not be kept');
      return unshared(encoded);
    }
    if (facts.isEndless && !askedOnce.has(key)) {
      askedOnce.set(key, true);
      return unshared(encoded);
    }
    const { bytes, tags, validUntil } = encoded;
    const result = cache.store(token, key, encoded, { bytes, tags, validUntil });
    // A CDN was told of the purge as well and may have forgotten it by the time this answer passes.
    return result === 'stale' ? unshared(encoded) : encoded;
  }

  /** One after the other: compressing well takes a while and there are few threads. */
  function shrinkLater(page: EncodedPage): void {
    shrinking = shrinking
      .then(() => shrinkPage(page))
      .catch((error: Error) => app.log.warn({ err: error }, 'a page could not be compressed'));
  }

  function send(request: IncomingMessage, response: ServerResponse, page: EncodedPage): void {
    const form = page.forms[encodingOf(String(request.headers['accept-encoding'] ?? ''))];
    const isKnown = page.status === 200 && isNotModified(request.headers['if-none-match'], form.etags);
    let headers = isKnown ? form.notModifiedHeaders : form.headers;
    if (page.cdnSeconds > 0 && page.isShared && page.validUntil !== undefined) {
      const leftSeconds = Math.floor((page.validUntil.getTime() - now().getTime()) / 1000);
      const cacheControl = cdnCacheControl(page.cdnSeconds, Math.max(0, leftSeconds));
      headers = changeHeaders(headers, { 'cache-control': cacheControl });
    }
    writePrepared(response, isKnown ? 304 : page.status, headers, isKnown ? undefined : form.body);
  }

  return (request, response) => {
    // While the server ends, Fastify closes what is answered.
    if (isClosing) return false;
    const page = pageOf(request);
    const kept = page === null ? undefined : find(page.url, request);
    if (kept === undefined) return false;
    send(request, response, kept);
    return true;
  };
}

/** Whether it holds is looked up later, by who makes the page. */
const bearsSession = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /(?:^|;\s*)auth_token=/.test(headers.cookie ?? '');

/** The same few addresses and headers come again and again; looking one up is a tenth of reading it. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { value: T }>({ max: REMEMBERED_KEYS });
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = read(text);
    if (text.length <= REMEMBERED_LENGTH) known.set(text, { value });
    return value;
  };
}

/** A page that ends at a moment is not served beyond it, so nothing stale is allowed for it. */
function cdnCacheControl(mostSeconds: number, leftSeconds?: number): string {
  if (leftSeconds !== undefined) return `public, max-age=0, s-maxage=${Math.min(mostSeconds, leftSeconds)}`;
  const staleSeconds = Math.min(mostSeconds, STALE_SECONDS_MOST);
  return `public, max-age=0, s-maxage=${mostSeconds}, stale-while-revalidate=${staleSeconds}`;
}
