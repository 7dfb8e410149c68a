/** Turns contracts and handlers into Fastify routes: access, then input, then output. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type {
  BodyOf,
  Call,
  Contract,
  FormPlace,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Route,
} from './contract.ts';
import {
  badRequest,
  conflict,
  type FieldErrors,
  forbidden,
  isAppError,
  locked,
  notFound,
  unauthorized,
  unprocessable,
  unsupportedMedia,
} from './errors.ts';
import { answerForm, formBody, formWords, isFormRequest, multipartFields } from './forms.ts';
import { type AnswerKeeper, answerOnce, keyOf } from './idempotency.ts';
import { type Locale, localeOr } from './locale.ts';
import { describeCall } from './operation.ts';
import { product } from './product.ts';
import { fitting, makeValidator } from './validate.ts';
import { lackOf, type Viewer } from './viewer.ts';

type ViewerOf<C extends Call> = C['access'] extends 'anyone' ? Viewer | null : Viewer;

export type CallContext<C extends Call, D> = {
  deps: D;
  viewer: ViewerOf<C>;
  locale: Locale;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  headers: HeadersOf<C>;
  body: BodyOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handlers<K extends Contract, D> = {
  [R in keyof K & Route]: (context: CallContext<K[R], D>) => Promise<ReplyOf<K[R]>>;
};

/** Rules for the valid fields, checked when others failed the schema. A form thus gets all errors at once (ERR-11). */
export type Checks<K extends Contract, D> = {
  [R in keyof K & Route]?: (
    given: Partial<BodyOf<K[R]>>,
    context: Pick<CallContext<K[R], D>, 'deps' | 'viewer' | 'request'>,
  ) => Promise<FieldErrors> | FieldErrors;
};

export type RouteSet<D> = {
  contract: Contract;
  handlers: Record<string, (context: never) => Promise<unknown>>;
  checks: Record<string, Check | undefined>;
  deps?: D;
};

type Check = (given: never, context: never) => Promise<FieldErrors> | FieldErrors;

export const defineRoutes = <K extends Contract, D>(
  contract: K,
  handlers: Handlers<K, D>,
  checks: Checks<K, D> = {},
): RouteSet<D> => ({
  contract,
  handlers: handlers as RouteSet<D>['handlers'],
  checks: checks as RouteSet<D>['checks'],
});

export type MountOptions<D> = {
  deps: D;
  /** Pages of forms. A call without a place takes no forms. */
  places?: Readonly<Record<string, FormPlace>>;
  host?: RegExp;
  /** The page that supplies what a form lacks, by refusal code. It leads back to the form. */
  mending?: Readonly<Record<string, string>>;
  answers?: AnswerKeeper<D>;
  /** Omitted from the documentation, which describes each call only once. */
  hidden?: boolean;
};

export function mountRoutes<D>(
  app: FastifyInstance,
  sets: readonly RouteSet<D>[],
  options: MountOptions<D>,
): void {
  for (const { contract, handlers, checks } of sets) {
    for (const [route, call] of Object.entries(contract) as [Route, Call][]) {
      const handler = handlers[route];
      if (handler === undefined) throw new Error(`no handler for ${route}`);
      app.route(routeOptions(route, call, { handler: handler as never, check: checks[route] }, options));
    }
  }
}

function routeOptions<D>(
  route: Route,
  call: Call,
  {
    handler,
    check,
  }: { handler: (context: CallContext<Call, D>) => Promise<unknown>; check?: Check | undefined },
  { deps, places = {}, mending = {}, answers, host, hidden }: MountOptions<D>,
): RouteOptions {
  const [method, url] = route.split(' ') as [string, string];
  const status = Number(Object.keys(call.replies)[0]);
  const place = call.form && places[route];
  const checks = {
    params: call.params && makeValidator(call.params, { coerce: true }),
    query: call.query && makeValidator(call.query, { coerce: true }),
    headers: call.headers && makeValidator(call.headers, { coerce: true }),
    body: call.body && makeValidator(call.body, { coerce: false }),
    text: call.body && makeValidator(call.body, { coerce: true }),
  };
  return {
    method,
    url,
    ...(host === undefined ? {} : { constraints: { host } }),
    ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
    schema: describeCall(route, call, hidden === true),
    config: { crossSite: call.crossSite === true, takesFiles: call.multipart !== undefined, call },
    // We validate ourselves (422 with fields, after the access check), so Fastify accepts everything.
    validatorCompiler: () => () => true,
    onRequest: async (request, reply) => {
      // The answer may depend on the user. A handler may override this.
      reply.header('cache-control', 'no-store');
      await admit(route, call, request, { isForm: place !== undefined && isFormRequest(request) });
    },
    handler: async (request, reply) => {
      const isForm = place !== undefined && isFormRequest(request);
      if (isForm) adoptFormLocale(request);
      if (call.access !== 'anyone' && request.viewer === null) throw unauthorized('sign_in_required');
      try {
        if (isForm) refuseStanding(route, call, request.viewer);
        const { sent, isText } = await bodyOf(request, call, isForm);
        const validate = isText ? checks.text : checks.body;
        const body = await collectAll(
          () => validate?.(sent),
          (wrong) => {
            if (check === undefined || call.body === undefined) return;
            const given = fitting(call.body, sent, { wrong, coerce: isText });
            return check(given as never, { deps, viewer: request.viewer, request } as never);
          },
        );
        const params = checks.params && asPath(checks.params, request.params);
        const query = checks.query?.(request.query);
        const headers = checks.headers?.(headersOf(request, call));
        const asked = { route, params, query, body };
        const work = () =>
          handler({
            deps,
            viewer: request.viewer as Viewer,
            locale: request.locale,
            params: params as undefined,
            query: query as undefined,
            headers: headers as undefined,
            body: body as undefined,
            request,
            reply,
          });
        const key = request.viewer === null ? undefined : keyOf(call, headers);
        const result =
          answers === undefined || key === undefined
            ? await work()
            : await answerOnce(reply, { answers, deps, userId: request.viewer?.id ?? '', key, asked }, work);
        if (isForm && !isOfProgram(call, request))
          return answerForm(request, reply, place, { result, shown: call.form?.shown });
        if (status === 302) return redirect(request, reply, result as string);
        // A handler with several success statuses sets its own.
        if (reply.statusCode === 200) reply.code(status);
        return call.replies[status as 200] === null ? reply.send() : noticed(result);
      } catch (error) {
        if (isForm && !isOfProgram(call, request))
          return answerForm(request, reply, place, { error, mending });
        throw error;
      }
    },
  };
}

const isOfProgram = ({ form }: Call, { body }: FastifyRequest): boolean =>
  form?.program !== undefined && typeof body === 'object' && body !== null && form.program in body;

async function collectAll(
  validate: () => unknown,
  check: (wrong: FieldErrors) => Promise<FieldErrors> | FieldErrors | undefined,
): Promise<unknown> {
  try {
    return validate();
  } catch (error) {
    const wrong = isAppError(error) ? error.options.fields : undefined;
    if (wrong === undefined) throw error;
    throw unprocessable({ ...wrong, ...(await check(wrong)), ...wrong });
  }
}

/** After a POST, 303 makes the browser continue with GET. */
function redirect(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, request.method === 'POST' ? 303 : 302);
}

/** A form is read before the sign-in check, because it names the page to return to. */
async function admit(
  route: Route,
  call: Call,
  request: FastifyRequest,
  { isForm }: { isForm: boolean },
): Promise<void> {
  const state = await request.resolveViewer();
  if (call.access === 'anyone') return;
  if (state === 'locked') throw locked('account_locked', { args: { email: product.supportEmail } });
  if (isForm) return;
  if (request.viewer === null) throw unauthorized('sign_in_required');
  refuseStanding(route, call, request.viewer);
}

function refuseStanding(route: Route, call: Call, viewer: Viewer | null): void {
  if (viewer === null || call.access === 'anyone') return;
  const wants = {
    administrator: call.access === 'administrator',
    fresh: call.fresh !== undefined || changesAsOne(route, call),
  };
  const lack = lackOf(viewer, wants);
  if (lack === null) return;
  throw call.fresh === 'reader' ? conflict('prove_again') : forbidden(lack);
}

/** An administrator may read with an older proof. */
const changesAsOne = (route: Route, call: Call): boolean =>
  call.access === 'administrator' && !route.startsWith('GET ');

/** An invalid parameter means an unknown address, not a malformed one: 404 rather than 422. */
function asPath(check: (input: unknown) => unknown, params: unknown): unknown {
  try {
    return check(params);
  } catch {
    throw notFound('not_found');
  }
}

/** A form names its page's language. The browser's header may name another one. */
function adoptFormLocale(request: FastifyRequest): void {
  request.locale = localeOr(formWords(request)._locale, request.locale);
}

/** The sent body. `isText`: its values are still to be converted, e.g. to numbers. */
async function bodyOf(
  request: FastifyRequest,
  call: Call,
  isForm: boolean,
): Promise<{ sent: unknown; isText: boolean }> {
  if (isForm) return { sent: formBody(request.body, call.form?.empty), isText: true };
  if (call.body === undefined) return { sent: undefined, isText: false };
  if (call.multipart !== undefined && request.isMultipart())
    return { sent: formBody(await multipartFields(request)), isText: true };
  return { sent: jsonBody(request), isText: false };
}

/** A missing body counts as an empty object, whatever the content type. */
function jsonBody(request: FastifyRequest): object {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || Number(length) === 0)) return {};
  if (type !== undefined && !/^application\/json\b/i.test(type))
    throw unsupportedMedia('unsupported_media_type');
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('body_must_be_an_object');
  return body;
}

/** Headers by the contract's names. Node's names are lower-case. */
function headersOf(request: FastifyRequest, call: Call): Record<string, unknown> {
  const names = Object.keys(call.headers?.properties ?? {});
  const given = names.map((name) => [name, request.headers[name.toLowerCase()]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** API-10: an answer with a message also carries it as a notice. */
function noticed(result: unknown): unknown {
  const message = (result as { message?: unknown } | null)?.message;
  if (typeof message !== 'string') return result;
  return { ...(result as object), notice: { is_success: true, message } };
}
