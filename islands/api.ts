/** Browser client of the JSON API. The contracts in `Api` type its calls, values and replies. */

import { localizedPath, splitLocale } from '../locales/index.ts';
import { address, mending, withBack } from '../pages/addresses.ts';
import type { Api } from '../server/api.ts';
import type {
  AnswerOf,
  BodyOf,
  Call,
  HeadersOf,
  MembersOf,
  ParamsOf,
  QueryOf,
  TellingStatusOf,
} from '../server/lib/contract.ts';
import { pageLocale } from './pageLocale.ts';

export type ApiRoute = keyof Api & string;
export type UploadRoute = { [R in ApiRoute]: Api[R] extends { multipart: object } ? R : never }[ApiRoute];

type Part<Name extends string, Value> = Value extends undefined ? object : { [K in Name]: Value };
type Given<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'headers', HeadersOf<C>> &
  Part<'body', BodyOf<C>>;
export type CallOptions = {
  signal?: AbortSignal;
  /** Keeps refusals on the page, as for a failed sign-in. Every other 401, 403 and 423 redirects. */
  stay?: boolean;
  /** The request outlives the page. For data sent while leaving. */
  keepalive?: boolean;
};

/** A refusal in the reader's language. `fields` holds messages by field, `members` the rest of the body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly members: Readonly<Record<string, unknown>>;
  route: string | null = null;
  retryAfterMs: number | null = null;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, readonly string[]> = {},
    members: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.members = members;
  }
}

/** True for this refusal of this call. `members` then has the members of its contract. */
export const isRefusal = <R extends ApiRoute, S extends TellingStatusOf<Api[R]>>(
  error: unknown,
  route: R,
  status: S,
): error is ApiError & { readonly members: MembersOf<Api[R], S> } =>
  error instanceof ApiError && error.route === route && error.status === status;

/** ERR-07: the server did not answer, or not with JSON. The text is `errors.communication`. */
export const COMMUNICATION = 'communication';
const noAnswer = (status: number): ApiError =>
  new ApiError(status, COMMUNICATION, 'Communication with server error');

/** No answer at all: a network error. Errors of the server do not count. */
export const isCutOff = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Errors that a retry may fix: network error, timeout, rate limit, server restart. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === COMMUNICATION || error.status === 408 || error.status === 429 || error.status >= 500);

/** Reads any answer, `undefined` when empty. Throws `ApiError` for non-2xx (ERR-01) and non-JSON (ERR-07). */
export function readAnswer(status: number, text: string): unknown {
  const ok = status >= 200 && status < 300;
  if (ok && text === '') return undefined;
  const body = parse(text);
  if (typeof body !== 'object' || body === null) throw noAnswer(status);
  if (ok) return body;
  const { message, code, fields, notice, ...members } = body as {
    message?: string;
    code?: string;
    fields?: Record<string, string[]>[];
    notice?: unknown;
  };
  if (typeof message !== 'string') throw noAnswer(status);
  throw new ApiError(status, code ?? 'unknown', message, Object.assign({}, ...(fields ?? [])), members);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The page a refusal redirects to (ERR-03…06, ERR-02). Null when the current page shows it. */
export function wayOut(error: ApiError, here: string): string | null {
  const { locale, path } = splitLocale(here);
  const notice = error.message;
  const mended = mending[error.code];
  if (mended !== undefined) return localizedPath(locale, withBack(mended, here));
  if (error.status === 401 || error.status === 423) {
    return localizedPath(locale, address('/sign_in', {}, { query: { error_notice: notice, back: here } }));
  }
  // Prevents an endless redirect from the story list to itself.
  if (error.status !== 403 || path.startsWith('/creator/stories?error_notice')) return null;
  return localizedPath(locale, address('/creator/stories', {}, { query: { error_notice: notice } }));
}

export function addressOf(route: string, given: { params?: object; query?: object }): string {
  const path = route.slice(route.indexOf(' ') + 1).replace(/:(\w+)/g, (_, name: string) => {
    return encodeURIComponent(String((given.params as Record<string, unknown>)?.[name]));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

type Answer = { status: number; text: string; retryAfter: string | null };

/** Accepts seconds or a date. A date in the past counts as 0. */
export function readRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

function settle(route: string, { status, text, retryAfter }: Answer, stay = false): unknown {
  try {
    return readAnswer(status, text);
  } catch (error) {
    if (error instanceof ApiError) {
      error.route = route;
      error.retryAfterMs = readRetryAfter(retryAfter, Date.now());
    }
    const away = error instanceof ApiError && !stay && wayOut(error, location.pathname + location.search);
    if (away) location.assign(away);
    throw error;
  }
}

/** `await api('PATCH /creator/stories/:id', { params: { id }, body: { title } })` */
export async function api<R extends ApiRoute>(
  route: R,
  options: Given<Api[R]> & CallOptions,
): Promise<AnswerOf<Api[R]>> {
  const given = options as {
    params?: object;
    query?: object;
    headers?: Record<string, string>;
    body?: unknown;
  } & CallOptions;
  const { headers, body, signal, keepalive } = given;
  let status = 0;
  let text = '';
  let retryAfter: string | null = null;
  try {
    const response = await fetch(addressOf(route, given), {
      method: route.slice(0, route.indexOf(' ')),
      headers: {
        ...headers,
        accept: 'application/json',
        'accept-language': pageLocale(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
    });
    status = response.status;
    retryAfter = response.headers.get('retry-after');
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer(status);
  }
  return settle(route, { status, text, retryAfter }, given.stay) as AnswerOf<Api[R]>;
}

export type UploadOptions = CallOptions & {
  /** Null when the fields name an upload already in storage. */
  file: File | null;
  name?: string;
  /** Sent before the file, so that the server can use them while it reads the file. */
  fields?: Record<string, string>;
  onProgress?: (sentBytes: number) => void;
};

/** Uploads one file with XMLHttpRequest, since fetch reports no upload progress. */
export function upload<R extends UploadRoute>(
  route: R,
  options: Part<'params', ParamsOf<Api[R]>> & UploadOptions,
): Promise<AnswerOf<Api[R]>> {
  const { file, name = 'file', fields = {}, onProgress, signal, stay } = options as UploadOptions;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file !== null) form.append(name, file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(
      route.slice(0, route.indexOf(' ')),
      addressOf(route, options as { params?: object; query?: object }),
    );
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', pageLocale());
    if (file !== null) request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, file.size));
    request.onloadend = () => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) return reject(signal.reason);
      try {
        if (request.status === 0) throw noAnswer(0);
        const { status, responseText: text } = request;
        const retryAfter = request.getResponseHeader('retry-after');
        resolve(settle(route, { status, text, retryAfter }, stay) as AnswerOf<Api[R]>);
      } catch (error) {
        reject(error);
      }
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return reject(signal.reason);
    request.send(form);
  });
}
