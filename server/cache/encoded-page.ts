/** A rendered page in the forms in which it is sent. Each is made when it is asked for first, with all its headers. */
import { hash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from '../lib/negotiate.ts';
import { type Audience, audienceOf } from './audience.ts';
import { type TagHeader, tagsFor } from './cdn.ts';
import type { PublicPage } from './public-page.ts';
import { type PreparedHeaders, prepareHeaders } from './send.ts';

/** What decides which form a request gets. */
export type Asker = {
  /** The files of this build lie in the browser's cache, as its cookie says. */
  holdsStyles: boolean;
  encoding: ContentEncoding;
};

/** `first` is for who holds no styles of this build yet: they stand in the page. */
type Shape = 'linked' | 'first';

export type PageForm = {
  body: Buffer;
  headers: PreparedHeaders;
  notModifiedHeaders: PreparedHeaders;
  /** Tags under which a browser may hold the same page in this encoding. */
  etags: readonly string[];
  hits: number;
};

export type EncodedPage = {
  status: number;
  /** Made anew for every rendering that is not to be kept by anybody, such as one overtaken by a purge. */
  isShared: boolean;
  body: Buffer;
  first: PublicPage['first'];
  /** Of the content; the tag of each form is made from it. */
  tag: string;
  headers: Readonly<Record<string, string>>;
  /** Compressed ones, under shape and encoding. */
  forms: Map<string, PageForm>;
  making: Map<string, Promise<PageForm>>;
  /** Told by how much the page has grown, each time that a form has been made. */
  grew(bytes: number): void;
  tags: PublicPage['tags'];
  validUntil: Date | undefined;
  audience: Audience;
  /** The longest that a CDN may keep it, or until `validUntil` if that is earlier; 0: not at all. */
  cdnSeconds: number;
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Measured on pages of 60–90 kB, in ms of CPU and kB: quality 4 takes 1.3 for 14.0, 5 takes 1.7 for 13.2, 6 takes 2.5 for 13.1,
 * 10 takes 70 for 12.3, 11 takes 250 for 12.1. So whoever comes first gets the quick form, and pages that are asked for again
 * and again get a small one behind their backs.
 */
const QUICK = 5;
const SMALL = 10;
/** A page in gzip is for few: 4 takes 1.1 ms for 15.1 kB, 6 takes 1.5 for 14.7. */
const GZIP_LEVEL = 4;
const WORTH_COMPRESSING_BYTES = 256;
/** What a form takes beside its body. */
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
  /** In which header a CDN finds the tags; null where there is none. */
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

/** What it holds by now. */
export const bytesOf = ({ body, first, forms }: EncodedPage): number =>
  body.length +
  (first?.start.length ?? 0) +
  (first?.later.length ?? 0) +
  [...forms.values()].reduce((sum, form) => sum + form.body.length + HEADERS_BYTES, HEADERS_BYTES);

/** The form, unless it has yet to be compressed. The plain one is put together at once and not kept. */
export function readyForm(page: EncodedPage, asker: Asker): PageForm | undefined {
  const { shape, encoding } = wanted(page, asker);
  return encoding === 'identity'
    ? formOf(page, { shape, body: bodyIn(page, shape), end: '' })
    : page.forms.get(`${shape} ${encoding}`);
}

/** The form, compressed once for all who ask for it meanwhile. */
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

/** Replaces the quick form by the small one. Its bytes differ, so its tag does; the old tag still stands for the page. */
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

/** The same page for those who asked for it, and for nobody's store. */
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

/** A CDN cannot tell visitors apart, so it holds the first form for all. */
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
    // Here a header that cannot be sent is an error of the rendering; later the answer would have begun.
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
  // Whoever holds the page in its other shape, or compressed less well, holds the page: it need not be sent again.
  const ends = encoding === 'br' ? ['-br', '-small'] : [end];
  return {
    body,
    headers: prepareHeaders(headers),
    notModifiedHeaders: prepareHeaders(notModifiedHeaders),
    etags: ends.flatMap((ending) => [etag('linked', ending), etag('first', ending)]),
    hits: 0,
  };
}
