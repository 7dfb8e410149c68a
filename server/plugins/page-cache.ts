/** Serves public pages from memory. Register first: its hook then answers before all others, or changes nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PageCache } from '../cache/caches.ts';
import type { TagHeader } from '../cache/cdn.ts';
import { type Asker, type EncodedPage, makeForm, type PageForm } from '../cache/encoded-page.ts';
import { isNotModified } from '../cache/http.ts';
import { createKeptPages } from '../cache/kept-pages.ts';
import {
  hasOwnPages,
  type PublicAddress,
  type ReadPublicAddress,
  type RenderPublicPage,
} from '../cache/public-page.ts';
import { cdnCacheControl, createRenderings } from '../cache/renderings.ts';
import { changeHeaders, writePrepared } from '../cache/send.ts';
import type { CountryOf } from '../http/country.ts';
import { hostPattern } from '../lib/host.ts';
import { chooseEncoding } from '../lib/negotiate.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A reader with a session gets their own version of this page. */
    wantsOwnPage: boolean;
  }
}

export type PageCacheOptions = {
  cache: PageCache;
  addressOf: ReadPublicAddress;
  render: RenderPublicPage;
  /** `s-maxage` for a CDN that is purged by `Cache-Tag`. 0: only this cache stores pages. */
  cdnMaxAgeSeconds: number;
  tagHeader?: TagHeader | undefined;
  /** Value of the cookie `styles` in browsers that have this build's styles. Undefined: no browser has them. */
  stylesVersion?: string | undefined;
  /** This host has no pages, only the API at its root. */
  apiHost?: string | undefined;
  country?: CountryOf | undefined;
  countryHeaders?: readonly string[] | undefined;
  metrics?: Pick<Metrics, 'answered' | 'pageAsked'> | undefined;
  now?: () => Date;
};

/** Number and maximum length of parsed addresses and headers that are remembered. */
const READINGS_MAX_COUNT = 2000;
const REMEMBERED_LENGTH = 300;

/** Answers a request from memory, or returns false. Works on Node's own request, before Fastify. */
export type AnswerFromMemory = (request: IncomingMessage, response: ServerResponse) => boolean;

export function pageCachePlugin(app: FastifyInstance, options: PageCacheOptions): AnswerFromMemory {
  const { cache, apiHost, country: countryOf, metrics, now = () => new Date() } = options;
  const apiHostPattern = apiHost === undefined ? null : hostPattern(apiHost);
  const readUrl = remembering(options.addressOf);
  const encodingOf = remembering(chooseEncoding);
  const { stylesVersion } = options;
  const holdsThem =
    stylesVersion === undefined ? null : new RegExp(`(?:^|;\\s*)styles=${stylesVersion}(?:;|$)`);

  app.decorateRequest('wantsOwnPage', false);

  const pages = createKeptPages({ cache, country: countryOf, log: app.log });
  const renderings = createRenderings({ ...options, log: app.log });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  function pageOf({ method, url = '/', headers }: IncomingMessage): PublicAddress | null {
    if (method !== 'GET' && method !== 'HEAD') return null;
    return apiHostPattern?.test(headers.host ?? '') ? null : readUrl(url);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const page = pageOf(request.raw);
    if (page === null) return done();
    request.pageRoute = page.route;
    const asker = askerOf(request.raw);
    const kept = pages.find(page.url, request.raw);
    const ready = kept && pages.ready(kept, asker);
    if (kept !== undefined && ready !== undefined) {
      reply.hijack();
      metrics?.pageAsked('hit');
      return send(request.raw, reply.raw, kept, ready);
    }
    make(page, request.raw, asker)
      .then((made) => {
        // Locked and hidden pages are never in memory, so memory cannot answer them before this check.
        request.wantsOwnPage = made !== null && hasOwnPages(made.page, page) && bearsSession(request.raw);
        if (made === null || request.wantsOwnPage) return done();
        reply.hijack();
        send(request.raw, reply.raw, made.page, made.form);
      })
      .catch((error: Error) => done(error));
  });

  async function make(
    address: PublicAddress,
    request: IncomingMessage,
    asker: Asker,
  ): Promise<{ page: EncodedPage; form: PageForm } | null> {
    const kept = pages.find(address.url, request);
    metrics?.pageAsked(kept === undefined ? 'miss' : 'hit');
    if (kept !== undefined) {
      const form = await makeForm(kept, asker);
      // A purge may have happened meanwhile, and the CDN may have dropped the page already.
      if (pages.find(address.url, request) === kept) return { page: kept, form };
    }
    const page = await renderings.load({ ...address, country: countryOf?.(request) ?? null }, asker);
    return page && { page, form: await makeForm(page, asker) };
  }

  /** Both forms suit everybody, one merely paints sooner: no `Vary` by cookie. A CDN gets one form for all. */
  const askerOf = ({ headers }: IncomingMessage): Asker => ({
    holdsStyles: headers.cookie !== undefined && holdsThem?.test(headers.cookie) === true,
    encoding: encodingOf(String(headers['accept-encoding'] ?? '')),
  });

  function send(request: IncomingMessage, response: ServerResponse, page: EncodedPage, form: PageForm): void {
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
    // During shutdown, Fastify closes connections after their answers.
    if (isClosing) return false;
    const begunAtMs = performance.now();
    const page = pageOf(request);
    const kept = page === null ? undefined : pages.find(page.url, request);
    const form = kept && pages.ready(kept, askerOf(request));
    if (page === null || kept === undefined || form === undefined) return false;
    send(request, response, kept, form);
    metrics?.pageAsked('hit');
    tellKept(metrics, request, response, { route: page.route, begunAtMs });
    return true;
  };
}

function tellKept(
  metrics: PageCacheOptions['metrics'],
  { method = '' }: IncomingMessage,
  { statusCode: status }: ServerResponse,
  { route, begunAtMs }: { route: string; begunAtMs: number },
): void {
  const seconds = (performance.now() - begunAtMs) / 1000;
  metrics?.answered({ method, route, status, from: 'memory', seconds });
}

/** The page's renderer checks whether the session is valid. */
const bearsSession = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /(?:^|;\s*)auth_token=/.test(headers.cookie ?? '');

/** The same few addresses and headers repeat. A lookup takes a tenth of the time of parsing. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { value: T }>({ max: READINGS_MAX_COUNT });
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = read(text);
    if (text.length <= REMEMBERED_LENGTH) known.set(text, { value });
    return value;
  };
}
