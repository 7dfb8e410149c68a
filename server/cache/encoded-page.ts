/** A rendered page in the forms in which it is sent. Each form is made on its first request, with all headers. */
import { hash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from '../lib/negotiate.ts';
import { type Audience, audienceOf } from './audience.ts';
import { type TagHeader, tagsFor } from './cdn.ts';
import type { PublicPage } from './public-page.ts';
import { type PreparedHeaders, prepareHeaders } from './send.ts';

export type Asker = {
  /** The browser has cached the files of this build, as its cookie says. */
  holdsStyles: boolean;
  encoding: ContentEncoding;
};

/** `first` inlines the styles, for browsers that have not cached this build's styles yet. */
type Shape = 'linked' | 'first';

export type PageForm = {
  body: Buffer;
  headers: PreparedHeaders;
  notModifiedHeaders: PreparedHeaders;
  etags: readonly string[];
  hits: number;
};

export type EncodedPage = {
  status: number;
  /** False for a rendering that nobody may store, e.g. after a purge overtook it. */
  isShared: boolean;
  body: Buffer;
  first: PublicPage['first'];
  /** Hash of the content. The ETag of each form is derived from it. */
  tag: string;
  headers: Readonly<Record<string, string>>;
  /** Compressed forms by shape and encoding. */
  forms: Map<string, PageForm>;
  making: Map<string, Promise<PageForm>>;
  /** Called with the growth in bytes after each new form. */
  grew(bytes: number): void;
  tags: PublicPage['tags'];
  validUntil: Date | undefined;
  audience: Audience;
  /** Longest time a CDN may keep the page; `validUntil` may be earlier. 0: not at all. */
  cdnSeconds: number;
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Brotli on pages of 60–90 kB, as quality: ms of CPU, kB. 4: 1.3, 14.0. 5: 1.7, 13.2. 6: 2.5, 13.1. 10: 70, 12.3. 11:
 * 250, 12.1. The first request gets the quick form. Popular pages are recompressed in the background.
 */
const QUICK = 5;
const SMALL = 10;
/** Few clients need gzip. Level 4 takes 1.1 ms for 15.1 kB, level 6 takes 1.5 ms for 14.7 kB. */
const GZIP_LEVEL = 4;
const WORTH_COMPRESSING_BYTES = 256;
const HEADERS_BYTES = 2000;

function compressBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Headers of one transfer or one user. They are never copied from a renderer. */
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
  cacheTags: TagHeader | null;
  cdnSeconds: number;
  country: string | null;
};

export function encodePage(page: PublicPage, options: EncodeOptions): EncodedPage {
  const { status, body, first, tags, validUntil, geofilters = null } = page;
  return {
    status,
    isShared: true,
    body,
    first,
    tag: hash('sha256', body, 'base64url').slice(0, 22),
    headers: commonHeaders(page, options),
    forms: new Map(),
    making: new Map(),
    grew: () => {},
    tags,
    validUntil,
    audience: audienceOf(geofilters, options.country),
    cdnSeconds: options.cdnSeconds,
  };
}

export const bytesOf = ({ body, first, forms }: EncodedPage): number =>
  body.length +
  (first?.start.length ?? 0) +
  (first?.later.length ?? 0) +
  [...forms.values()].reduce((sum, form) => sum + form.body.length + HEADERS_BYTES, HEADERS_BYTES);

/** Undefined until the form is compressed. The uncompressed form is assembled on each call and not stored. */
export function readyForm(page: EncodedPage, asker: Asker): PageForm | undefined {
  const { shape, encoding } = wanted(page, asker);
  return encoding === 'identity'
    ? formOf(page, { shape, body: bodyIn(page, shape), end: '' })
    : page.forms.get(`${shape} ${encoding}`);
}

export function makeForm(page: EncodedPage, asker: Asker): Promise<PageForm> {
  const { shape, encoding } = wanted(page, asker);
  const key = `${shape} ${encoding}`;
  const running = page.making.get(key);
  if (running !== undefined) return running;
  const make = async () => {
    const ready = readyForm(page, asker);
    if (ready !== undefined || encoding === 'identity') return ready as PageForm;
    const plain = bodyIn(page, shape);
    const body =
      encoding === 'br' ? await compressBrotli(plain, QUICK) : await deflate(plain, { level: GZIP_LEVEL });
    const form = formOf(page, { shape, body, end: encoding === 'br' ? '-br' : '-gz', encoding });
    page.forms.set(key, form);
    page.grew(form.body.length + HEADERS_BYTES);
    return form;
  };
  const promise = make().finally(() => page.making.delete(key));
  page.making.set(key, promise);
  return promise;
}

/** Replaces the quick form by the small one, which has another ETag. The old ETag remains valid. */
export async function shrinkForm(page: EncodedPage, asker: Asker): Promise<void> {
  const { shape } = wanted(page, asker);
  const quick = page.forms.get(`${shape} br`);
  if (quick === undefined) return;
  const body = await compressBrotli(bodyIn(page, shape), SMALL);
  if (body.length >= quick.body.length) return;
  const small = formOf(page, { shape, body, end: '-small', encoding: 'br' });
  page.forms.set(`${shape} br`, { ...small, hits: quick.hits });
  page.grew(body.length - quick.body.length);
}

/** A copy for the current requests only, which nobody may store. */
export function unshared(page: EncodedPage): EncodedPage {
  const { 'cache-tag': _tag, 'surrogate-key': _key, ...headers } = page.headers;
  return {
    ...page,
    isShared: false,
    headers: { ...headers, 'cache-control': 'private, no-cache' },
    forms: new Map(),
    making: new Map(),
    grew: () => {},
  };
}

/** A CDN cannot tell visitors apart, so it stores the first form for all. */
const wanted = (page: EncodedPage, { holdsStyles, encoding }: Asker) => ({
  shape: (page.first === undefined || (holdsStyles && page.cdnSeconds === 0) ? 'linked' : 'first') as Shape,
  encoding: page.body.length < WORTH_COMPRESSING_BYTES ? 'identity' : encoding,
});

const bodyIn = ({ body, first }: EncodedPage, shape: Shape): Buffer =>
  shape === 'linked' || first === undefined
    ? body
    : Buffer.concat([
        first.start,
        body.subarray(first.restAt, first.laterAt),
        first.later,
        body.subarray(first.laterAt),
      ]);

function commonHeaders(
  page: PublicPage,
  { cacheControl, vary, cacheTags }: EncodeOptions,
): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' };
  for (const [name, value] of Object.entries(page.headers)) {
    const key = name.toLowerCase();
    if (notTakenOver.has(key)) continue;
    // Validated here, where a bad header fails the rendering. Later the answer would have begun.
    validateHeaderValue(key, value);
    headers[key] = value;
  }
  headers['cache-control'] = cacheControl;
  headers.vary = vary;
  if (cacheTags !== null) headers[cacheTags] = tagsFor(cacheTags, page.tags);
  return headers;
}

type Made = { shape: Shape; body: Buffer; end: '' | '-gz' | '-br' | '-small'; encoding?: 'br' | 'gzip' };

function formOf(page: EncodedPage, { shape, body, end, encoding }: Made): PageForm {
  const etag = (of: Shape, ending: string = end) => `"${page.tag}${of === 'first' ? '-f' : ''}${ending}"`;
  const headers: Record<string, string> = {
    ...page.headers,
    etag: etag(shape),
    'content-length': String(body.length),
  };
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  const notModifiedHeaders: Record<string, string> = { etag: etag(shape) };
  for (const name of ['cache-control', 'vary', 'cache-tag', 'surrogate-key']) {
    const value = headers[name];
    if (value !== undefined) notModifiedHeaders[name] = value;
  }
  // A browser with the other shape, or a weaker compression, has the page: it need not be sent again.
  const ends = encoding === 'br' ? ['-br', '-small'] : [end];
  return {
    body,
    headers: prepareHeaders(headers),
    notModifiedHeaders: prepareHeaders(notModifiedHeaders),
    etags: ends.flatMap((ending) => [etag('linked', ending), etag('first', ending)]),
    hits: 0,
  };
}
