import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { localizedPath } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { address, withBack } from '../../pages/addresses.ts';
import type { Deps } from '../deps.ts';
import { readSession, type SessionState } from '../domains/accounts/sessions/service.ts';
import type { CountryOf } from '../http/country.ts';
import { requireFewValues } from '../http/json-bodies.ts';
import { isAway } from '../lib/away.ts';
import { describeError, type ErrorBody, fieldName } from '../lib/describe.ts';
import { isStorageFull } from '../lib/disk.ts';
import {
  type AppError,
  AWAY_SECONDS,
  isAppError,
  noRoom,
  notFound,
  AppError as Refusal,
} from '../lib/errors.ts';
import { isFormRequest, originOf } from '../lib/forms.ts';
import { DEFAULT_LOCALE, type Locale } from '../lib/locale.ts';
import { negotiateLocale } from '../lib/negotiate.ts';
import { product } from '../lib/product.ts';
import type { Viewer } from '../lib/viewer.ts';
import { clearSessionCookies } from './cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    locale: Locale;
    viewer: Viewer | null;
    readonly country: string | null;
    /** Looks up the session by its token. A token that is no longer valid belongs to nobody. */
    resolveViewer(): Promise<SessionState>;
    describeError(error: AppError): ErrorBody;
    fieldName(name: string): string;
    translate(notice: string, args?: Readonly<Record<string, string | number>>): string;
  }
  interface FastifyInstance {
    /** Answers page visits and sent forms with an error page. Null for other requests, and without pages. */
    showFailure?: (
      request: FastifyRequest,
      reply: FastifyReply,
      failure: AppError,
    ) => Promise<FastifyReply | null>;
  }
}

export type RequestsOptions = { deps: Deps; countryOf?: CountryOf | undefined };

export const requestsPlugin = fastifyPlugin(
  (app: FastifyInstance, { deps, countryOf = () => null }: RequestsOptions, done: () => void) => {
    app.decorateRequest('locale', DEFAULT_LOCALE);
    app.decorateRequest('viewer', null);
    app.decorateRequest('country', {
      getter(this: FastifyRequest) {
        return countryOf(this.raw);
      },
    } as never);
    app.decorateRequest('describeError', function (this: FastifyRequest, error) {
      return describeError(error, this.locale);
    });
    app.decorateRequest('fieldName', function (this: FastifyRequest, name) {
      return fieldName(name, this.locale);
    });
    app.decorateRequest('translate', function (this: FastifyRequest, notice, args) {
      return translator(this.locale, 'notices')(notice as never, args as never);
    });
    app.decorateRequest('resolveViewer', async function (this: FastifyRequest) {
      const token = tokenOf(this);
      if (token === undefined) return 'none';
      const session = await readSession(deps, token);
      this.viewer = session.viewer;
      return session.state;
    });
    // A missing body is accepted here: the contract decides whether a call needs one.
    const parse = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
      if (body.length === 0) return parsed(null, {});
      requireFewValues(request, body as string);
      parse(request, body as string, parsed);
    });
    app.addHook('onRequest', async (request) => {
      request.locale = negotiateLocale(request.headers['accept-language']);
    });
    // Unmatched requests, such as a POST to a page, are refused in the usual form.
    app.setNotFoundHandler(() => {
      throw notFound('not_found');
    });
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, deps));
    done();
  },
);

/** `Authorization: Bearer` (the apps) or the cookie (the web). The header wins. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header !== undefined) return /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1] ?? '';
  return request.cookies.auth_token;
}

async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  const refusal = isAppError(error) ? error : refusalOf(error, request);
  const { retryAfterSeconds, body } = refusal.options;
  if (refusal.status === 401 || refusal.status === 423) clearSessionCookies(reply, deps.config);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (refusal.code === 'sign_in_required' && isFormRequest(request))
    return reply.redirect(signInPage(request, refusal), 303);
  const shown = refusal.status < 500 ? null : await request.server.showFailure?.(request, reply, refusal);
  if (shown) return shown;
  // Sent as text, so that no reply schema removes the extra members.
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ ...describeError(refusal, request.locale), ...body }));
}

/** ERR-03, ERR-04: a form without JavaScript leads to the sign-in page and back. */
function signInPage(request: FastifyRequest, refusal: AppError): string {
  const query = { error_notice: describeError(refusal, request.locale).message };
  const page = withBack(address('/sign_in', {}, { query }), originOf(request));
  return localizedPath(request.locale, page);
}

const FASTIFY_CODES: Record<string, [number, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'payload_too_large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_json'],
  FST_REQ_FILE_TOO_LARGE: [413, 'payload_too_large'],
  FST_PARTS_LIMIT: [413, 'payload_too_large'],
  FST_FILES_LIMIT: [413, 'payload_too_large'],
  FST_FIELDS_LIMIT: [413, 'payload_too_large'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'unsupported_media_type'],
};

/** Maps errors of Fastify and of services. Unknown errors become a logged 500 that leaks nothing. */
function refusalOf(error: unknown, request: FastifyRequest): AppError {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : FASTIFY_CODES[code];
  if (known !== undefined) return new Refusal(known[0], known[1]);
  if (isHangUp(error, request)) return new Refusal(400, 'unknown');
  if (isStorageFull(error)) {
    request.log.error({ err: error, requestId: request.id }, 'no space left in storage');
    return noRoom('storage_full');
  }
  if (isAway(error)) {
    request.log.error({ err: error, requestId: request.id }, 'a backing service is unavailable');
    return new Refusal(503, 'service_unavailable', { retryAfterSeconds: AWAY_SECONDS });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(statusCode, 'unknown');
  request.log.error({ err: error, requestId: request.id }, 'request failed');
  return new Refusal(500, 'unknown_error', { args: { email: product.supportEmail } });
}

/** Codes of streams and sockets after the client has left, in whichever order they notice. */
const LEFT = /^(?:ECONNRESET|EPIPE|ECONNABORTED|ABORT_ERR|ERR_STREAM_[A-Z_]+|FST_ERR_CTP_[A-Z_]+)$/;

/** The client's own connection broke: nobody waits for an answer, and no service is offline. */
function isHangUp(error: unknown, { raw }: FastifyRequest): boolean {
  if (!raw.socket.destroyed && !raw.aborted) return false;
  // A database failure at this moment is the cause of another error, and is logged.
  return error === raw.errored || LEFT.test(String((error as { code?: unknown } | null)?.code));
}
