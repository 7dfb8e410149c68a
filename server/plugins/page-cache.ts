/**
 * Serves public pages from memory. Register it first: its hook then answers before any other has run, and what it
 * cannot answer goes on unchanged.
 */
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
  tagHeader?: TagHeader | undefined;
  /** What the cookie `styles` says of a browser that holds the styles of this build; without it nobody does. */
  stylesVersion?: string | undefined;
  /** On this host there are no pages, only the API at its root. */
  apiHost?: string | undefined;
  /** Where a request comes from; without it every country is unknown. */
  country?: CountryOf | undefined;
  /** Request headers that `country` looks at, for `Vary`. */
  countryHeaders?: readonly string[] | undefined;
  metrics?: Pick<Metrics, 'answered' | 'pageAsked'> | undefined;
  now?: () => Date;
};

/** Addresses and headers of so many kinds, and so long at most, are remembered as they were read. */
const READINGS_MAX_COUNT = 2000;
const REMEMBERED_LENGTH = 300;

/** Answers a request from memory, or says that it cannot. Works on Node's own request, before Fastify makes one of it. */
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

  /** The page asked for, or null when it is none of ours. */
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
        // Neither a locked nor a hidden page is kept in memory, so memory alone cannot answer one before this is asked.
        request.wantsOwnPage = made !== null && hasOwnPages(made.page, page) && bearsSession(request.raw);
        if (made === null || request.wantsOwnPage) return done();
        reply.hijack();
        send(request.raw, reply.raw, made.page, made.form);
      })
      .catch((error: Error) => done(error));
  });

  /** The page in the form asked for, of one that is kept or of a new rendering. */
  async function make(
    address: PublicAddress,
    request: IncomingMessage,
    asker: Asker,
  ): Promise<{ page: EncodedPage; form: PageForm } | null> {
    const kept = pages.find(address.url, request);
    metrics?.pageAsked(kept === undefined ? 'miss' : 'hit');
    if (kept !== undefined) {
      const form = await makeForm(kept, asker);
      // A purge may have come meanwhile, and a CDN have forgotten the page already.
      if (pages.find(address.url, request) === kept) return { page: kept, form };
    }
    const page = await renderings.load({ ...address, country: countryOf?.(request) ?? null }, asker);
    return page && { page, form: await makeForm(page, asker) };
  }

  /**
   * Either form is right for everybody, one merely comes sooner to paint; hence no `Vary` by cookie. Caches between here and
   * the browser ask every time, and a CDN is given one form for all.
   */
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
    // While the server ends, Fastify closes what is answered.
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

/** Whether it holds is looked up later, by who makes the page. */
const bearsSession = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /(?:^|;\s*)auth_token=/.test(headers.cookie ?? '');

/** The same few addresses and headers come again and again; looking one up is a tenth of reading it. */
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
