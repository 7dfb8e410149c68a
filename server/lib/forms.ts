/** Browser forms without JavaScript: they post to the same calls, and are answered by a redirect with a notice. */
import type {} from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localizedPath } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import type { FormPlace } from './contract.ts';
import { badRequest, isAppError, unprocessable } from './errors.ts';
import { owned } from './streams.ts';
import { isBlank } from './text.ts';

/**
 * `a.b=1` becomes `{ a: { b: '1' } }`; a ticked box (`on`) is true; fields that begin with `_` are the form's own. A box
 * that may be unticked stands behind a hidden field of its name with the value `false`. Empty fields are left out,
 * unless `empty` names them.
 */
export function formBody(body: unknown, empty: readonly string[] = []): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const value = Array.isArray(sent) && sent[0] === 'false' ? sent.at(-1) : sent;
    if (name.startsWith('_') || (value === '' && !empty.some((kept) => says(kept, name)))) continue;
    const path = name.split('.').slice(0, 4);
    if (path.some((step) => step === '__proto__' || step === 'constructor')) continue;
    let at = result;
    for (const step of path.slice(0, -1)) {
      const known = Object.hasOwn(at, step) ? at[step] : undefined;
      const next = typeof known === 'object' && known !== null ? (known as Record<string, unknown>) : {};
      at[step] = next;
      at = next;
    }
    at[path.at(-1) ?? ''] = value === 'on' ? true : value;
  }
  for (const [name, value] of Object.entries(result)) result[name] = asDate(value) ?? value;
  return result;
}

const FIELDS_MAX_COUNT = 20;
const FIELD_MAX_BYTES = 8 * 1024;

/** The fields of a multipart body that holds no file. */
export async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  const limits = { fields: FIELDS_MAX_COUNT, fieldSize: FIELD_MAX_BYTES, parts: FIELDS_MAX_COUNT };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else {
        owned(part.file).resume();
        throw unprocessable({ [part.fieldname.slice(0, 60) || 'file']: ['invalid'] });
      }
    }
  } catch (error) {
    // What the library names by a code is known; the rest is a body that breaks off or is no multipart at all.
    throw isAppError(error) || (error as { code?: unknown }).code ? error : badRequest('upload_incomplete');
  }
  return fields;
}

const says = (kept: string, name: string): boolean =>
  kept.endsWith('.') ? name.startsWith(kept) : name === kept;

/** A date asked for in three fields, `born.year`, `born.month` and `born.day`, is one value: YYYY-MM-DD. */
function asDate(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { year, month, day, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || (year ?? month ?? day) === undefined) return null;
  const two = (part: unknown) => String(part ?? '').padStart(2, '0');
  return `${year ?? ''}-${two(month)}-${two(day)}`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that takes files (`multipart` in its contract). */
    takesFiles?: boolean;
  }
}

/** A form with a file looks like an upload by a script, but for what its sender wants to see afterwards. */
const isFileForm = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.takesFiles === true &&
  headers['content-type']?.startsWith('multipart/form-data') === true &&
  headers.accept?.includes('text/html') === true;

export const isFormRequest = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true ||
  isFileForm(request);

/**
 * What a form says of itself: its language, its page, and where to go back to. One with a file says it in its address, since it
 * may be answered before its body is read.
 */
export const formWords = (request: FastifyRequest): Record<string, unknown> =>
  ((isFileForm(request) ? request.query : request.body) ?? {}) as Record<string, unknown>;

type Outcome =
  | { result: unknown; shown?: true | undefined }
  | { error: unknown; mending: Readonly<Record<string, string>> };

/** A form that was refused, as its page is to show it again: nothing that was typed is lost (ERR-11). */
export type RefusedForm = {
  /** What was answered, where nothing is wrong and the page is to show that. */
  answer?: unknown;
  /** What is to be done in another tab before it is sent again; only for a form in which much was typed. */
  first?: { text: string; address: string } | undefined;
  status: number;
  /** What the form was sent to, as its `action` names it. */
  action: string;
  /** The page that holds it, with the notice. */
  address: string;
  values: Record<string, string | string[]>;
  /** Sentences by field. */
  fields: Record<string, readonly string[]>;
  /** How many fields are wrong, in words. */
  heading: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with the page of a refused form; null where there are no pages, or none that shows this form. */
    showRefusedForm?: (
      request: FastifyRequest,
      reply: FastifyReply,
      refused: RefusedForm,
    ) => Promise<FastifyReply | null>;
  }
}

export async function answerForm(
  request: FastifyRequest,
  reply: FastifyReply,
  place: FormPlace,
  outcome: Outcome,
): Promise<FastifyReply> {
  const params = request.params as never;
  const body = (request.body ?? {}) as Record<string, unknown>;
  if ('error' in outcome) {
    if (!isAppError(outcome.error)) throw outcome.error;
    const { message, fields, code } = request.describeError(outcome.error);
    const mended = outcome.mending[code];
    if (mended !== undefined) {
      const back = originOf(request) ?? localizedPath(request.locale, pageOf(request, place));
      const target = withQuery(localizedPath(request.locale, mended), { back });
      const kept = await showAgain(request, reply, place, {
        status: outcome.error.status,
        first: { text: translator(request.locale, 'errors')('first'), address: target },
      });
      return kept ?? reply.redirect(target, 303);
    }
    // A refusal with a word of its own says more than the field it stands at.
    const first = code === 'record_invalid' ? fields?.[0] : undefined;
    const [name, texts] = first === undefined ? [] : (Object.entries(first)[0] ?? []);
    const text =
      name === undefined || texts === undefined ? message : `${request.fieldName(name)} ${texts[0]}`;
    const address = withQuery(localizedPath(request.locale, pageOf(request, place)), {
      error_notice: text,
      back: backPath(request),
    });
    const refused = {
      status: outcome.error.status,
      action: request.originalUrl,
      address,
      values: body as RefusedForm['values'],
      fields: sentences(request, fields),
      heading: translator(request.locale, 'errors')('summary', { count: fields?.length ?? 0 }),
    };
    const { retryAfterSeconds } = outcome.error.options;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    if (request.isLongForm) return reply.redirect(withLongForm(request, address, text), 303);
    const shown = holdsTyped(request) && (await request.server.showRefusedForm?.(request, reply, refused));
    return shown || reply.removeHeader('retry-after').redirect(address, 303);
  }
  const back = backPath(request);
  const result = outcome.result as never;
  if (outcome.shown) {
    const shown = await showAgain(request, reply, place, { status: 200, answer: result });
    if (shown !== null) return shown;
  }
  const next = typeof place.next === 'string' ? place.next : place.next(result, params);
  const success = localizedPath(request.locale, next);
  const notice = typeof place.notice === 'string' ? place.notice : place.notice(result);
  const said = { success_notice: notice && request.translate(notice) };
  const target = place.carriesBack ? withQuery(success, { ...said, back }) : withQuery(back ?? success, said);
  return reply.redirect(target, 303);
}

/** The most names that a form of our pages sends, prices aside. */
const NAMES_MAX_COUNT = 100;

/**
 * Drawing a page costs more than all else that a form asks for, so it needs something to give back: text in a field that the call
 * knows. None of our pages has forms of more names.
 */
function holdsTyped({ body, routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  const known = (call?.body as { properties?: object } | undefined)?.properties ?? {};
  const sent = Object.entries((body ?? {}) as RefusedForm['values']);
  if (sent.length > NAMES_MAX_COUNT && call?.form?.fieldsMaxCount === undefined) return false;
  return sent.some(
    ([name, value]) =>
      Object.hasOwn(known, name.split('.')[0] ?? '') && [value].flat().some((text) => !isBlank(text)),
  );
}

/** To the page of a form that is too long to be drawn again, which says so. */
const withLongForm = ({ locale }: FastifyRequest, address: string, text: string): string =>
  withQuery(address, { error_notice: `${text}. ${translator(locale, 'errors')('longForm')}` });

/** The page of the form as it was sent; null where there are no pages, or none that shows it. */
async function showAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  place: FormPlace,
  told: Pick<RefusedForm, 'status' | 'answer' | 'first'>,
): Promise<FastifyReply | null> {
  if (request.isLongForm || !holdsTyped(request)) return null;
  const body = (request.body ?? {}) as RefusedForm['values'];
  const shown = await request.server.showRefusedForm?.(request, reply, {
    ...told,
    action: request.originalUrl,
    address: withQuery(localizedPath(request.locale, pageOf(request, place)), { back: backPath(request) }),
    values: body,
    fields: {},
    heading: '',
  });
  return shown ?? null;
}

/** The page that holds the form. */
function pageOf(request: FastifyRequest, place: FormPlace): string {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const own = typeof place.page === 'string' ? place.page : place.page(request.params as never, body);
  // What was typed may stand in it, such as a token; no page has so long an address.
  const page = own.length > BACK_LONGEST ? (own.split('?')[0] ?? own) : own;
  return safePath(formWords(request)._page) ?? page;
}

const sentences = (request: FastifyRequest, fields: Record<string, string[]>[] = []): RefusedForm['fields'] =>
  Object.fromEntries(
    fields
      .flatMap((field) => Object.entries(field))
      .map(([name, texts]) => [name, texts.map((text) => `${request.fieldName(name)} ${text}`)]),
  );

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const url = new URL(path, 'http://local');
  for (const [name, value] of Object.entries(query))
    if (value) url.searchParams.set(name, name === 'back' ? value : value.slice(0, 200));
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Of the longest address that a page has, and what stands for other letters in it. */
const BACK_LONGEST = 1000;

/**
 * The page to return to: only a path of this site, never another origin (`//host`, `/\host` and control characters), and
 * no call of the API, which would be made in the name of whoever has just signed in.
 */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > BACK_LONGEST || !/^\/(?![/\\])/.test(path)) return undefined;
  if (/[\p{Cc}\\]/u.test(path) || !URL.canParse(path, 'http://local')) return undefined;
  const url = new URL(path, 'http://local');
  if (url.origin !== 'http://local' || leadsAstray(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Dots may have led to another path than it looked, and so may what stands for another letter. */
function leadsAstray(path: string): boolean {
  try {
    return /^\/(?:[/\\]|api(?:\/|$))/i.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/** The page that a form stands on, or leads back to, with its language. */
export function originOf(request: FastifyRequest): string | undefined {
  const page = safePath(formWords(request)._page);
  return backPath(request) ?? (page && localizedPath(request.locale, page));
}

/** As a field of the form alone, or as one that the call takes as well. */
function backPath(request: FastifyRequest): string | undefined {
  const { _back, back } = formWords(request);
  return safePath(_back ?? back);
}
