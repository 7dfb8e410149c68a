/**
 * How long a connection may be held by whoever sends on it, or takes nothing of its answer. Headers have their time; a body is
 * judged by its speed, never by its length, so that a large picture over a thin line arrives and a trickle does not hold a
 * request open for ever.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { describeError } from '../lib/describe.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { AppError } from '../lib/errors.ts';
import { negotiateLocale } from '../lib/negotiate.ts';

export type ConnectionTimeouts = {
  /** For the headers of a request, and for the longest pause in its body. */
  waitMs: number;
  /** A second of waiting is bought by so many bytes; a phone at 50 kbit/s sends six times as many. */
  bytesPerSecond: number;
  /** For the longest pause in taking an answer; a phone in a tunnel may take half of it. */
  takeMs: number;
  checkEveryMs: number;
  connectionsMaxCount: number;
};

const PATIENCE: ConnectionTimeouts = {
  waitMs: 15_000,
  bytesPerSecond: 1024,
  takeMs: MINUTE_MS,
  checkEveryMs: 500,
  connectionsMaxCount: 4000,
};

/** Longer than the 60 s of common proxies, so that they, not we, close an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** For an answer to be read by whoever has not sent everything. */
const LINGER_MS = 500;

export function createServerWithTimeouts(
  handler: RequestListener,
  wished: Partial<ConnectionTimeouts> = {},
): Server {
  const patience = { ...PATIENCE, ...wished };
  const watch = watchBodies(patience);
  const server = createServer(
    {
      headersTimeout: patience.waitMs,
      // Bodies are watched here, by what they bring.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: patience.checkEveryMs,
    },
    (request, response) => {
      if (hasBody(request)) watch(request, response);
      // Node calls when neither side has moved a byte, those that wait in a large write among them.
      response.setTimeout(patience.takeMs, () => dropUntaken(response));
      handler(request, response);
    },
  );
  server.maxConnections = patience.connectionsMaxCount;
  return server;
}

/** Nothing waits to be taken while it is we who are still at work. */
function dropUntaken({ socket }: ServerResponse): void {
  if (socket !== null && socket.writableLength > 0) socket.destroy();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type Sender = { request: IncomingMessage; response: ServerResponse; seenBytes: number; leftMs: number };

/** One timer for all bodies on their way, and none while there are none. */
function watchBodies({ waitMs, bytesPerSecond, checkEveryMs }: ConnectionTimeouts) {
  const senders = new Set<Sender>();
  let timer: NodeJS.Timeout | null = null;
  let lookedAtMs = 0;

  const look = (): void => {
    const nowMs = performance.now();
    // A server that was busy itself must not take its own pause for that of others.
    const passedMs = Math.min(nowMs - lookedAtMs, 2 * checkEveryMs);
    lookedAtMs = nowMs;
    for (const sender of senders) {
      if (isOver(sender)) senders.delete(sender);
      else if (!isHeldUp(sender)) judge(sender, passedMs);
    }
    if (senders.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const judge = (sender: Sender, passedMs: number): void => {
    const { bytesRead } = sender.request.socket;
    const boughtMs = ((bytesRead - sender.seenBytes) / bytesPerSecond) * 1000;
    sender.seenBytes = bytesRead;
    sender.leftMs = Math.min(waitMs, sender.leftMs + boughtMs) - passedMs;
    if (sender.leftMs > 0) return;
    senders.delete(sender);
    cutOff(sender);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    senders.add({ request, response, seenBytes: request.socket.bytesRead, leftMs: waitMs });
    if (timer !== null) return;
    lookedAtMs = performance.now();
    timer = setInterval(look, checkEveryMs).unref();
  };
}

const isOver = ({ request }: Sender): boolean => request.complete || request.socket.destroyed;

/** What has come waits to be read: it is we who are slow. After the answer nobody reads any more. */
const isHeldUp = ({ request, response }: Sender): boolean =>
  !response.writableEnded && request.readableLength >= request.readableHighWaterMark;

/** Whoever has no answer yet gets one; the request ends as if its sender had hung up. */
function cutOff({ request, response }: Sender): void {
  const { socket } = request;
  if (response.socket === socket && !response.headersSent) {
    const locale = negotiateLocale(request.headers['accept-language']);
    const body = JSON.stringify(describeError(new AppError(408, 'too_slow'), locale));
    const head = [
      'HTTP/1.1 408 Request Timeout',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // Closed at once, the answer would be lost on whoever is still sending.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  } else socket.destroy();
}
