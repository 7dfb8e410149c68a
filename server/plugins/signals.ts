/** Id and duration of each request. Register first. Cached pages are answered earlier and have no id. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { proxiesOf } from '../http/country.ts';
import type { Origin } from '../lib/trail.ts';
import { EVENT_STREAM } from '../live/stream.ts';
import type { OpenSpan, Tracing } from '../ops/tracing/spans.ts';
import { tracer } from '../ops/tracing/tracing.ts';
import { REQUEST_LINES } from '../process/log-throttle.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Pattern of the requested page, when the route is the one for all pages. */
    pageRoute: string | null;
    course: Course;
  }
}

type Course = { begunAtMs: number; answeredAtMs: number; origin: Origin; span: OpenSpan | null };

const HEADER = 'x-request-id';
/** Format of a proxy's id, which goes into lines of the log. */
const REQUEST_ID = /^[\w.:=+/-]{8,100}$/;
/** nginx's status for clients that left before an answer began. */
const LEFT = 499;
/** Files of the build, each with its own route. */
const FILES = /^\/(?:assets|fonts|icons)\//;

/** Anybody can send a header, so it only counts from a trusted proxy. */
export function requestIds(config: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const isTrusted = trustIn(config);
  return (request) => {
    const given = request.headers[HEADER];
    if (typeof given === 'string' && REQUEST_ID.test(given) && isTrusted(request)) return given;
    return randomUUID();
  };
}

function trustIn(config: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => boolean {
  const proxies = proxiesOf(config);
  if (proxies === false) return () => false;
  const trusts = proxyAddr.compile(proxies);
  return ({ socket }) => trusts(socket?.remoteAddress ?? '0.0.0.0', 0);
}

export type SignalsOptions = { deps: Deps };

export const signalsPlugin = fastifyPlugin(
  (app: FastifyInstance, { deps }: SignalsOptions, done: () => void) => {
    const { trail, metrics, config } = deps;
    const tracing = tracer.of(deps);
    const isTrusted = trustIn(config);
    app.decorateRequest('pageRoute', null);
    app.decorateRequest('course', null as never);
    app.addHook('onRequest', (request, reply, next) => {
      const origin: Origin = { requestId: request.id };
      const span = tracing === null ? null : beginSpan(tracing, request);
      if (span !== null) origin.traceparent = span.traceparent;
      request.course = { begunAtMs: performance.now(), answeredAtMs: 0, origin, span };
      reply.header(HEADER, request.id);
      // Also when the client has left.
      reply.raw.once('close', () => tell(request, reply));
      trail.run(origin, next);
    });
    // A body arrives in the context of its connection, so the trail is restored here.
    app.addHook('preValidation', (request, _reply, next) => trail.run(request.course.origin, next));
    // The time ends here: how long a client takes to fetch the answer is not ours.
    app.addHook('onSend', (request, _reply, payload, next) => {
      request.course.answeredAtMs = performance.now();
      next(null, payload);
    });
    done();

    function beginSpan(tracer: Tracing, request: FastifyRequest): OpenSpan {
      const given = request.headers.traceparent;
      // Otherwise anybody could have everything traced by naming a parent.
      const parent = typeof given === 'string' && isTrusted(request.raw) ? given : undefined;
      return tracer.begin(request.method, { kind: 'server', parent });
    }

    function tell(request: FastifyRequest, reply: FastifyReply): void {
      const { raw: response } = reply;
      const status = response.headersSent ? response.statusCode : LEFT;
      const route = routeOf(request);
      const { begunAtMs, answeredAtMs, span } = request.course;
      const isStream = String(response.getHeader('content-type')).startsWith(EVENT_STREAM);
      const endMs = answeredAtMs > 0 ? answeredAtMs : performance.now();
      // An event stream begins at once and lasts for minutes.
      const ms = isStream ? 0 : endMs - begunAtMs;
      const { method } = request;
      metrics.answered({ method, route, status, from: 'made', seconds: ms / 1000 });
      if (span !== null) endSpan(span, { method, route, status, requestId: request.id });
      const line = () => ({ requestId: request.id, method, route, status, ms: Math.round(ms) });
      // The log throttles the other two lines in a storm.
      if (config.ACCESS_LOG === 'on') deps.log.info(line(), 'answered');
      if (ms >= config.SLOW_REQUEST_MS) deps.log.info(line(), REQUEST_LINES.slow);
      else if (status >= 500) deps.log.info(line(), REQUEST_LINES.failed);
    }
  },
);

function endSpan(
  span: OpenSpan,
  { method, route, status, requestId }: { method: string; route: string; status: number; requestId: string },
): void {
  const facts = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'tsuzuki.request_id': requestId,
  };
  span.end({ name: `${method} ${route}`, facts, error: status >= 500 ? String(status) : undefined });
}

/** The pattern, never the address: addresses have no end. */
export function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (request.pageRoute !== null) return request.pageRoute;
  if (url === undefined || url === '/*') return 'unknown';
  return FILES.test(url) ? url.replace(/^(\/\w+\/).*/, '$1*') : url;
}
