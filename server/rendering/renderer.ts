/** Renders pages through Vike: whole for caches, streamed for one reader. Independent of Fastify. */

import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { getGlobalContext, renderPage } from 'vike/server';
import type { GlobalContextServer } from 'vike/types';
import { splitLocale } from '../../locales/index.ts';
import type { PageBrowser, PageData, PageInit } from '../../pages/layout/types.ts';
import { publicAddresses, type ReadPublicAddress } from '../cache/public-page.ts';
import type { Deps } from '../deps.ts';
import type { GeofilterFacts } from '../domains/publishing/countries/rules.ts';
import { isDataBlock } from '../lib/data-block.ts';
import { failureOf } from '../lib/failure.ts';
import type { Viewer } from '../lib/viewer.ts';
import {
  contentSecurityPolicy,
  developmentPolicy,
  type InlineHashes,
  securityHeaders,
} from '../plugins/security-headers.ts';
import type { PurgeTag } from '../ports.ts';
import { directPages } from './direct.ts';
import { makeRouter, patternOf, publicRoutes } from './routes.ts';
import type { PageForms, Styles } from './styles.ts';

export type Mode = 'production' | 'development';

export type WholePage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  first?: PageForms['first'] | undefined;
  tags: PurgeTag[];
  validUntil?: Date | undefined;
  /** Filters that decided the content. Empty: the country does not matter. Null: unknown. */
  geofilters: readonly GeofilterFacts[] | null;
};

export type StreamedPage = {
  status: number;
  headers: Record<string, string>;
  /** Writes the page. Null without a body. Stops when the signal given to `renderStreamed` aborts. */
  pipe: ((writable: Writable) => void) | null;
};

export type StreamRequest = {
  url: string;
  viewer: Viewer | null;
  browser: PageBrowser;
  country: string | null;
  /** The whole page at once, for crawlers. */
  complete: boolean;
  signal: AbortSignal;
  answer?: unknown;
};

export type PublicRequest = {
  url: string;
  country: string | null;
  /** Error that is rendered instead of the page. */
  failed?: unknown;
  ahead?: PageInit['ahead'];
};

export type Renderer = {
  /** Null unless the page is the same for everyone. */
  publicAddress: ReadPublicAddress;
  /** `from`: data source, when it is not the primary. */
  renderPublic(request: PublicRequest, from?: Deps): Promise<WholePage>;
  patternOf(url: string): string | null;
  renderStreamed(request: StreamRequest): Promise<StreamedPage>;
};

/** `styles` of a production build. Without them public pages have one form only. */
export async function createRenderer(deps: Deps, mode: Mode, styles: Styles | null): Promise<Renderer> {
  const fixed = securityHeaders(deps.config.BASE_URL);
  type Allowed = {
    nonce?: string | null;
    scriptOrigins?: readonly string[] | undefined;
    frameOrigins?: readonly string[] | undefined;
    connectOrigins?: readonly string[] | undefined;
    hashes?: InlineHashes;
  };
  const headersOf = (allowed: Allowed) => ({
    ...fixed,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': mode === 'development' ? developmentPolicy : contentSecurityPolicy(allowed),
  });
  const globalContext = (await getGlobalContext()) as GlobalContextServer;
  const { pages } = globalContext;
  const route = makeRouter(Object.keys(pages).filter((id) => !id.endsWith('/_error')));
  // In development, pages change at any time.
  const direct = mode === 'production' ? directPages(route, globalContext) : null;

  type Given = Omit<PageInit, 'deps' | 'locale' | 'logicalUrl' | 'asked'>;

  function initOf(url: string, given: Given, from = deps) {
    const { locale, path: logicalUrl } = splitLocale(url);
    const asked: PageInit['asked'] = { country: false, preview: null };
    return { urlOriginal: url, locale, logicalUrl, ...given, asked, deps: from };
  }

  async function render(init: ReturnType<typeof initOf>) {
    const page = await renderPage(init);
    const failure = failureOf(page);
    const data = (page as { data?: Partial<PageData> }).data;
    const headers: Record<string, string> = headersOf({
      nonce: init.nonce,
      scriptOrigins: data?.scriptOrigins,
      frameOrigins: data?.frameOrigins,
      connectOrigins: data?.connectOrigins,
    });
    const location = page.httpResponse.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (location !== undefined) headers.location = location;
    if (failure?.retryAfterSeconds !== undefined) headers['retry-after'] = String(failure.retryAfterSeconds);
    const status = failure?.status ?? data?.status ?? page.httpResponse.statusCode;
    return { page, headers, status, isRedirect: location !== undefined, data };
  }

  const factsOf = (data: Partial<PageData> | undefined, { asked }: Pick<PageInit, 'asked'>) => {
    const { tags = [], validUntil } = data ?? {};
    // A page that did not ask for the country cannot depend on it.
    return { tags, validUntil, geofilters: asked.country ? (data?.geofilters ?? null) : [] };
  };

  function formsOf(html: string, url: string, data: Partial<PageData> = {}) {
    const { scriptOrigins, frameOrigins } = data;
    const origins = { scriptOrigins, frameOrigins };
    if (mode === 'production') refuseInlineScripts(html, url);
    if (styles === null) return { headers: headersOf(origins), body: Buffer.from(html) };
    const { hashes, ...forms } = styles.formsOf(html);
    return { headers: headersOf({ ...origins, hashes }), ...forms };
  }

  return {
    publicAddress: publicAddresses(publicRoutes(pages)),

    patternOf(url) {
      const found = route(splitLocale(url).path.split('?', 1)[0] ?? '/');
      return found === null ? null : patternOf(found.pageId);
    },

    async renderPublic({ url, country, failed, ahead }, from) {
      const given = { viewer: null, browser: null, country, nonce: null, complete: true, signal: null };
      let init = initOf(url, { ...given, failed, ahead }, from);
      const drawn = failed === undefined ? await direct?.draw(init) : null;
      if (drawn?.html !== undefined) {
        const { html, data } = drawn;
        return {
          status: data.status ?? 200,
          ...formsOf(html, url, data),
          ...factsOf(data, init),
        };
      }
      if (drawn?.failed !== undefined) init = { ...init, failed: drawn.failed };
      const { page, headers, status, isRedirect, data } = await render(init);
      if (isRedirect) return { status, headers, body: Buffer.alloc(0), ...factsOf(data, init) };
      const html = await page.httpResponse.getBody();
      if (status === 200) direct?.remember(page, html);
      const forms = formsOf(html, url, data);
      return { status, ...forms, headers: { ...headers, ...forms.headers }, ...factsOf(data, init) };
    },

    async renderStreamed({ url, viewer, browser, country, complete, signal, answer }) {
      const nonce = mode === 'development' ? '' : randomBytes(16).toString('base64');
      const init = initOf(url, { viewer, browser, country, nonce, complete, signal, answer });
      const { page, headers, status, isRedirect } = await render(init);
      headers['cache-control'] = 'no-store';
      return { status, headers, pipe: isRedirect ? null : (writable) => page.httpResponse.pipe(writable) };
    },
  };
}

/** A nonce and a shared cache exclude each other, so a cached page must have no inline scripts. */
export function refuseInlineScripts(html: string, url: string): void {
  for (const { 0: tag, index } of html.matchAll(/<script\b[^>]*>/gi)) {
    if (!isDataBlock(html, index) && !/\ssrc=/i.test(tag))
      throw new Error(`inline script in the public page ${url}: ${tag}`);
  }
}
