/**
 * Shutdown begins with leaving: the server keeps serving, but reports it at `/readyz`. Each connection ends with its
 * next answer, so that proxies switch to others. Then it drains: accepted requests are answered, later ones on open
 * connections are refused.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { unavailable } from '../lib/errors.ts';
import { withTimeout } from '../lib/timeout.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Keeps serving for this long before the server ends. */
    leave(forMs: number): Promise<void>;
    isLeaving(): boolean;
    /** Makes shutdown wait for work outside handlers, such as a page rendered for many. Returns the work. */
    began<T>(work: Promise<T>): Promise<T>;
  }
}

const RETRY_AFTER_SECONDS = 5;
/** For answers in progress. A client with a slow connection sends a picture again, under the same id. */
const ANSWERS_MS = 4_000;
/** Longer than the cleanup after an aborted upload takes. */
const WORK_MS = 2_000;
/** For the last bytes of an answer, before we close the remaining connections. */
const FAREWELL_MS = 500;

/** The newest answer of each open connection. Null before the first. */
type Connections = Map<Socket, ServerResponse | null>;

function watchConnections(server: Server, isLeaving: () => boolean): Connections {
  const connections: Connections = new Map();
  server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    connections.set(request.socket, response);
    if (isLeaving()) response.shouldKeepAlive = false;
  });
  return connections;
}

/** Tracks running work, also for clients that have left, since it needs the database. */
function watchWork(app: FastifyInstance): Set<Promise<unknown>> {
  const running = new Set<Promise<unknown>>();
  app.decorate('began', <T>(work: Promise<T>): Promise<T> => {
    const leave = () => running.delete(work);
    running.add(work);
    work.then(leave, leave);
    return work;
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const work: unknown = handler.call(this, request, reply);
      return work instanceof Promise ? app.began(work) : work;
    };
  });
  return running;
}

/** Register before all handlers, so that no new work begins. */
export const drainingPlugin = fastifyPlugin((app: FastifyInstance, _options: object, done: () => void) => {
  let isLeaving = false;
  let isDraining = false;
  const connections = watchConnections(app.server, () => isLeaving);
  const running = watchWork(app);
  app.decorate('isLeaving', () => isLeaving);
  app.decorate('leave', async (forMs) => {
    isLeaving = true;
    if (forMs > 0) await sleep(forMs);
  });
  app.addHook('onRequest', async () => {
    if (isDraining) throw unavailable('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
  app.addHook('preClose', async () => {
    isDraining = true;
    // Not awaited: the server stops listening when this hook is done.
    void drain(app.server, connections, () => {
      app.log.warn('cut off answers that took too long');
    });
  });
  app.addHook('onClose', async () => {
    await withTimeout(Promise.allSettled(running), WORK_MS, 'work').catch(() => {
      app.log.warn({ running: running.size }, 'the server exits before all requests are finished');
    });
  });
  done();
});

async function drain(server: Server, connections: Connections, onCutOff: () => void): Promise<void> {
  const answers = [...connections].filter(([, response]) => response !== null && !response.writableFinished);
  const finished = Promise.all(answers.map(([socket, response]) => response && finish(socket, response)));
  await withTimeout(finished, ANSWERS_MS, 'answers').catch(() => {
    onCutOff();
    server.closeAllConnections();
  });
  // The remaining clients have not sent a whole request, or do not read the end of their answer.
  setTimeout(() => server.closeAllConnections(), FAREWELL_MS).unref();
}

function finish(socket: Socket, response: ServerResponse): Promise<void> {
  // An answer that has begun has promised to keep the connection, so we must close it.
  if (response.headersSent) response.once('finish', () => socket.destroySoon());
  else response.setHeader('connection', 'close');
  return new Promise((resolve) => response.once('close', () => resolve()));
}
