/** Browser forms without JavaScript: they post to the same calls and get a redirect with a notice. */
import type {} from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localizedPath } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import type { FormPlace } from './contract.ts';
import { badRequest, isAppError, unprocessable } from './errors.ts';
import { owned } from './streams.ts';
import { isBlank } from './text.ts';

/**
 * `a.b=1` becomes `{ a: { b: '1' } }`, a ticked box (`on`) true. Fields that begin with `_` belong to the form itself.
 * A box that may be unticked follows a hidden field of its name with the value `false`. Empty fields are dropped,
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
    // The library's own errors have a code. Others mean an incomplete or invalid body.
    throw isAppError(error) || (error as { code?: unknown }).code ? error : badRequest('upload_incomplete');
  }
  return fields;
}

const says = (kept: string, name: string): boolean =>
  kept.endsWith('.') ? name.startsWith(kept) : name === kept;

/** Joins the three fields `born.year`, `born.month` and `born.day` into YYYY-MM-DD. */
function asDate(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { year, month, day, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || (year ?? month ?? day) === undefined) return null;
  const two = (part: unknown) => String(part ?? '').padStart(2, '0');
  return `${year ?? ''}-${two(month)}-${two(day)}`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFiles?: boolean;
  }
}

/** Only `Accept` distinguishes a form with a file from an upload by a script. */
const isFileForm = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.takesFiles === true &&
  headers['content-type']?.startsWith('multipart/form-data') === true &&
  headers.accept?.includes('text/html') === true;

export const isFormRequest = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true ||
  isFileForm(request);

/** Language, page and return address. In the query for a form with a file, whose body may still be unread. */
export const formWords = (request: FastifyRequest): Record<string, unknown> =>
  ((isFileForm(request) ? request.query : request.body) ?? {}) as Record<string, unknown>;

type Outcome =
  | { result: unknown; shown?: true | undefined }
  | { error: unknown; mending: Readonly<Record<string, string>> };

/** A refused form, which its page shows again, so that no input is lost (ERR-11). */
export type RefusedForm = {
  /** The answer to show when nothing is wrong. */
  answer?: unknown;
  /** Something to do in another tab before sending again. Only for forms with much input. */
  first?: { text: string; address: string } | undefined;
  status: number;
  action: string;
  address: string;
  values: Record<string, string | string[]>;
  fields: Record<string, readonly string[]>;
  heading: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with the page of a refused form. Null when no page shows this form. */
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
    // A refusal with its own code says more than the message of a field.
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

/** Maximum number of names in a form of our pages, prices aside. */
const NAMES_MAX_COUNT = 100;

/** Rendering a page is expensive, so a form is shown again only with text in a field of its call. */
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

const withLongForm = ({ locale }: FastifyRequest, address: string, text: string): string =>
  withQuery(address, { error_notice: `${text}. ${translator(locale, 'errors')('longForm')}` });

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

function pageOf(request: FastifyRequest, place: FormPlace): string {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const own = typeof place.page === 'string' ? place.page : place.page(request.params as never, body);
  // The address may contain input, such as a token. No page has such a long address.
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

/** Maximum length of an address of our pages, escapes included. */
const BACK_LONGEST = 1000;

/**
 * Allows only paths of this site: no other origin (`//host`, `/\host`, control characters) and no API call. An API call
 * would run in the name of the user who has just signed in.
 */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > BACK_LONGEST || !/^\/(?![/\\])/.test(path)) return undefined;
  if (/[\p{Cc}\\]/u.test(path) || !URL.canParse(path, 'http://local')) return undefined;
  const url = new URL(path, 'http://local');
  if (url.origin !== 'http://local' || leadsAstray(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Dots and escapes may lead to a different path than the visible one. */
function leadsAstray(path: string): boolean {
  try {
    return /^\/(?:[/\\]|api(?:\/|$))/i.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/** The page of the form, or the one it returns to, with language prefix. */
export function originOf(request: FastifyRequest): string | undefined {
  const page = safePath(formWords(request)._page);
  return backPath(request) ?? (page && localizedPath(request.locale, page));
}

/** Either a field of the form itself, or a field of the call. */
function backPath(request: FastifyRequest): string | undefined {
  const { _back, back } = formWords(request);
  return safePath(_back ?? back);
}
