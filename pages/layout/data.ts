/**
 * Every page loads through this: `export const data = pageData(async (request) => ({ head, … }))` in +data.ts. It keeps
 * the user out of public pages and turns refusals into pages or redirects (decisions.md §3).
 */

import { redirect, render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { localizedPath, splitUrl } from '../../locales/index.ts';
import type { Forms } from '../../server/cache/public-page.ts';
import { findPreview } from '../../server/domains/reading/reader/preview.ts';
import { isAway } from '../../server/lib/away.ts';
import { describeError } from '../../server/lib/describe.ts';
import {
  AWAY_SECONDS,
  forbidden,
  isAppError,
  locked,
  unauthorized,
  unavailable,
} from '../../server/lib/errors.ts';
import type { Failure } from '../../server/lib/failure.ts';
import { product } from '../../server/lib/product.ts';
import { lackOf, type Viewer } from '../../server/lib/viewer.ts';
import { type Address, address, mending, withBack } from '../addresses.ts';
import type { DrawnPage, PageData, PageInit, PageRequest } from './types.ts';

type LoadedPage = Omit<DrawnPage, 'Page' | 'data' | 'globalContext'>;

export function pageData<T extends PageData>(load: (request: PageRequest) => Promise<T> | T) {
  return async (pageContext: PageContextServer): Promise<T> => {
    // The first rendering failed, so loading again would fail too.
    if (pageContext.failed !== undefined) throw asAbort(pageContext.failed, pageContext);
    try {
      await readPreview(pageContext);
      return await load(requestOf(pageContext));
    } catch (error) {
      throw asAbort(error, pageContext);
    }
  };
}

/** For signed-in users. Others are sent to sign in and come back. */
export const viewerData = <T extends PageData>(
  load: (request: PageRequest & { viewer: Viewer }) => Promise<T> | T,
): ((pageContext: PageContextServer) => Promise<T>) =>
  pageData(async (request) => {
    if (request.viewer === null) throw await nobody(request);
    return load(request as PageRequest & { viewer: Viewer });
  });

/**
 * For the console pages of one story. Foreign and missing stories answer alike, so that nothing is revealed. Both
 * redirect to the user's stories with the message (ERR-05, decisions.md §3).
 */
export const ownStoryData = <T extends PageData>(
  load: (request: PageRequest & { viewer: Viewer }) => Promise<T> | T,
): ((pageContext: PageContextServer) => Promise<T>) =>
  viewerData(async (request) => {
    try {
      return await load(request);
    } catch (error) {
      throw isAppError(error) && error.code === 'not_found' ? forbidden('console_page_not_yours') : error;
    }
  });

/** ERR-02: tells users why their session ended. */
async function nobody({ browser }: PageRequest): Promise<Error> {
  const ended = await browser?.endSession();
  if (ended === 'locked') return locked('account_locked', { args: { email: product.supportEmail } });
  return unauthorized(ended === 'over' ? 'session_over' : 'sign_in_required');
}

/** Without the flag, redirects to the user's stories (ERR-05), without a second factor to its setup. */
export const administratorData = <T extends PageData>(
  load: (request: PageRequest & { viewer: Viewer }) => Promise<T> | T,
): ((pageContext: PageContextServer) => Promise<T>) =>
  viewerData((request) => {
    const lack = lackOf(request.viewer, { administrator: true, fresh: false });
    if (lack !== null) throw forbidden(lack);
    return load(request);
  });

/** Only for pages rendered for one member. Also kept for the frame, which surrounds refusals too. */
async function readPreview(pageContext: LoadedPage): Promise<void> {
  const { deps, config, nonce, viewer, asked } = pageContext;
  const token = splitUrl(pageContext.logicalUrl).query.get(PREVIEW);
  if (token === null || nonce === null || !config.public || !config.public.forOne?.includes(PREVIEW)) return;
  asked.preview = await findPreview(deps, viewer, { token, slug: pageContext.routeParams.slug ?? '' });
}

const PREVIEW = 'preview';

function requestOf(pageContext: LoadedPage): PageRequest {
  const { deps, locale, logicalUrl, routeParams, asked, config } = pageContext;
  const { path, query } = splitUrl(logicalUrl);
  return {
    deps,
    get viewer() {
      if (config.public) throw notListed(path, 'who is signed in');
      return pageContext.viewer;
    },
    locale,
    get country() {
      asked.country = true;
      return asked.preview ? asked.preview.country : pageContext.country;
    },
    preview: asked.preview,
    reader: pageContext.nonce === null || asked.preview ? null : pageContext.viewer,
    caller: pageContext.browser?.address ?? null,
    answer: pageContext.answer,
    params: routeParams,
    query: config.public ? listedQuery(path, query, config.public.query) : query,
    path,
    get browser() {
      if (config.public) throw notListed(path, 'which browser asks');
      return pageContext.browser;
    },
  };
}

const notListed = (path: string, what: string): Error =>
  new Error(`the public page ${path} reads ${what}, which its +config.ts does not list`);

/** Only listed parameters with valid values. Others are not part of the cache key, so reading them fails. */
function listedQuery(path: string, given: URLSearchParams, listed: Forms): URLSearchParams {
  const fitting = [...given].filter(([name, value]) => listed[name]?.test(value));
  const query = new URLSearchParams(fitting);
  const guarded =
    <T>(read: (name: string) => T) =>
    (name: string): T => {
      if (listed[name] === undefined) throw notListed(path, `the parameter "${name}"`);
      return read(name);
    };
  return Object.assign(query, {
    get: guarded(query.get.bind(query)),
    getAll: guarded(query.getAll.bind(query)),
    has: guarded(query.has.bind(query)),
  });
}

/** Permanent redirect (old slugs of stories): `throw moved(request, address('/stories/@slug', { slug }))`. */
export const moved = (request: Pick<PageRequest, 'locale'>, path: Address): Error =>
  redirect(localizedPath(request.locale, path) as `/${string}`, 301);

/** Temporary redirect: `throw elsewhere(request, '/sign_in')`. */
export const elsewhere = (request: Pick<PageRequest, 'locale'>, path: Address): Error =>
  redirected(localizedPath(request.locale, path));

/** Redirects to a path that already has its language prefix. */
export const redirected = (path: string): Error => redirect(path as `/${string}`, 302);

/** 401 redirects to sign-in and back (ERR-03, ERR-04), 403 to the user's stories (ERR-05, ERR-06). */
export function asAbort(error: unknown, pageContext: PageInit & { urlOriginal: string }): unknown {
  if (typeof error === 'object' && error !== null && '_isAbortError' in error) return error;
  if (!isAppError(error)) {
    const { deps, signal, urlOriginal: url } = pageContext;
    const isPause = isAway(error);
    // Rendering aborts when the reader leaves, which is not an error.
    if (!signal?.aborted)
      deps.log.error({ err: error, url }, isPause ? 'a backing service is unavailable' : 'page failed');
    if (isPause)
      return asAbort(unavailable('service_unavailable', { retryAfterSeconds: AWAY_SECONDS }), pageContext);
    return render(500, { status: 500, code: 'internal' } satisfies Failure);
  }
  const { locale, logicalUrl } = pageContext;
  const notice = describeError(error, locale).message;
  const back = localizedPath(locale, logicalUrl);
  const mended = mending[error.code];
  if (mended !== undefined) return elsewhere(pageContext, withBack(mended, back));
  if (error.status === 401 || error.status === 423) {
    return elsewhere(pageContext, address('/sign_in', {}, { query: { error_notice: notice, back } }));
  }
  if (error.status === 403)
    return elsewhere(pageContext, address('/creator/stories', {}, { query: { error_notice: notice } }));
  return render(error.status === 404 ? 404 : 500, {
    status: error.status,
    code: error.code,
    retryAfterSeconds: error.options.retryAfterSeconds,
  } satisfies Failure);
}
