/** A rendered page in the forms in which it is sent, with all headers made beforehand. */
import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from '../lib/negotiate.ts';
import { type Audience, audienceOf } from './audience.ts';
import type { PublicPage } from './public-page.ts';
import { changeHeaders, type PreparedHeaders, prepareHeaders } from './send.ts';

export type PageForm = {
  body: Buffer;
  headers: PreparedHeaders;
  notModifiedHeaders: PreparedHeaders;
  /** Tags under which a browser may hold the same page in this encoding. */
  etags: readonly string[];
};

export type EncodedPage = {
  status: number;
  /** Made anew for every rendering that is not to be kept by anybody, such as one overtaken by a purge. */
  isShared: boolean;
  bytes: number;
  forms: Record<ContentEncoding, PageForm>;
  tags: PublicPage['tags'];
  validUntil: Date | undefined;
  audience: Audience;
  /** The longest that a CDN may keep it, or until `validUntil` if that is earlier; 0: not at all. */
  cdnSeconds: number;
  hits: number;
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Measured on pages of 15–25 kB: quality 6 takes 0.3 ms, 11 takes 11–16 ms and is a tenth smaller. So the first
 * visitor gets the quick form, and pages that are asked for again get the small one behind their backs.
 */
const QUICK = 6;
const SMALL = constants.BROTLI_MAX_QUALITY;
const WORTH_COMPRESSING_BYTES = 256;

function compressBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Headers that belong to one transfer or one user and are never taken over from a renderer. */
const notTakenOver = new Set([
  'set-cookie',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'etag',
  'vary',
  'cache-control',
]);

export type EncodeOptions = {
  cacheControl: string;
  vary: string;
  cacheTags: boolean;
  cdnSeconds: number;
  country: string | null;
};

export async function encodePage(page: PublicPage, options: EncodeOptions): Promise<EncodedPage> {
  const hash = createHash('sha256').update(page.body).digest('base64url').slice(0, 22);
  const headers = commonHeaders(page, options);
  const identity = makeForm(page.body, headers, { etag: `"${hash}"` });
  const forms = { identity, br: identity, gzip: identity };
  if (page.body.length >= WORTH_COMPRESSING_BYTES) {
    const [br, gz] = await Promise.all([compressBrotli(page.body, QUICK), deflate(page.body, { level: 6 })]);
    forms.br = makeForm(br, headers, { etag: `"${hash}-br"`, encoding: 'br' });
    forms.gzip = makeForm(gz, headers, { etag: `"${hash}-gz"`, encoding: 'gzip' });
  }
  const bytes = Object.values(forms).reduce((sum, form) => sum + form.body.length + 2000, 0);
  const { status, tags, validUntil, geofilters = null } = page;
  const audience = audienceOf(geofilters, options.country);
  const { cdnSeconds } = options;
  return { status, isShared: true, bytes, forms, tags, validUntil, audience, cdnSeconds, hits: 0 };
}

/** Replaces the quick form by the small one. Its bytes differ, so its tag does; the old tag still stands for the page. */
export async function shrinkPage(page: EncodedPage): Promise<void> {
  const { br, identity } = page.forms;
  if (br === identity) return;
  const body = await compressBrotli(identity.body, SMALL);
  const [etag = ''] = br.etags;
  if (body.length >= br.body.length) return;
  const changes = { etag: etag.replace('-br"', '-br11"'), 'content-length': String(body.length) };
  page.forms.br = {
    body,
    headers: changeHeaders(br.headers, changes),
    notModifiedHeaders: changeHeaders(br.notModifiedHeaders, changes),
    etags: [changes.etag, etag],
  };
}

/** The same page for those who asked for it, and for nobody's store. */
export function unshared(page: EncodedPage): EncodedPage {
  const changes = { 'cache-control': 'private, no-cache', 'cache-tag': null };
  const privately = (form: PageForm): PageForm => ({
    ...form,
    headers: changeHeaders(form.headers, changes),
    notModifiedHeaders: changeHeaders(form.notModifiedHeaders, changes),
  });
  const { identity, br, gzip: gz } = page.forms;
  return {
    ...page,
    isShared: false,
    forms: { identity: privately(identity), br: privately(br), gzip: privately(gz) },
  };
}

function commonHeaders(
  page: PublicPage,
  { cacheControl, vary, cacheTags }: EncodeOptions,
): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' };
  for (const [name, value] of Object.entries(page.headers)) {
    const key = name.toLowerCase();
    if (notTakenOver.has(key)) continue;
    // Here a header that cannot be sent is an error of the rendering; later the answer would have begun.
    validateHeaderValue(key, value);
    headers[key] = value;
  }
  headers['cache-control'] = cacheControl;
  headers.vary = vary;
  if (cacheTags && page.tags.length > 0) headers['cache-tag'] = page.tags.join(',');
  return headers;
}

function makeForm(
  body: Buffer,
  common: Readonly<Record<string, string>>,
  { etag, encoding }: { etag: string; encoding?: 'br' | 'gzip' },
): PageForm {
  const headers: Record<string, string> = { ...common, etag, 'content-length': String(body.length) };
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  const notModifiedHeaders: Record<string, string> = { etag };
  for (const name of ['cache-control', 'vary', 'cache-tag']) {
    const value = headers[name];
    if (value !== undefined) notModifiedHeaders[name] = value;
  }
  return {
    body,
    headers: prepareHeaders(headers),
    notModifiedHeaders: prepareHeaders(notModifiedHeaders),
    etags: [etag],
  };
}
