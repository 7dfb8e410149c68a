/** Limits slow clients. A body is limited by its speed, not its length: large uploads pass, a trickle is cut off. */
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
  /** This many bytes buy a second of waiting. A phone at 50 kbit/s sends six times as many. */
  bytesPerSecond: number;
  /** Longest pause in receiving an answer. A phone in a tunnel may need half of it. */
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
/** Time for a client that has not sent everything to read the answer. */
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
      // `watchBodies` limits bodies by their speed.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: patience.checkEveryMs,
    },
    (request, response) => {
      if (hasBody(request)) watch(request, response);
      // Node calls this when neither side has moved a byte, even within a large write.
      response.setTimeout(patience.takeMs, () => dropUntaken(response));
      handler(request, response);
    },
  );
  server.maxConnections = patience.connectionsMaxCount;
  return server;
}

/** Nothing is buffered while we are still working on the answer. */
function dropUntaken({ socket }: ServerResponse): void {
  if (socket !== null && socket.writableLength > 0) socket.destroy();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type Sender = { request: IncomingMessage; response: ServerResponse; seenBytes: number; leftMs: number };

function watchBodies({ waitMs, bytesPerSecond, checkEveryMs }: ConnectionTimeouts) {
  const senders = new Set<Sender>();
  let timer: NodeJS.Timeout | null = null;
  let lookedAtMs = 0;

  const look = (): void => {
    const nowMs = performance.now();
    // A busy server must not mistake its own pause for that of the sender.
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

/** Unread data means that the server is slow, not the sender. After the answer nobody reads any longer. */
const isHeldUp = ({ request, response }: Sender): boolean =>
  !response.writableEnded && request.readableLength >= request.readableHighWaterMark;

/** Answers if no answer has begun, and ends the request as if the client had hung up. */
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
    // Closing at once would lose the answer for a client that is still sending.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  } else socket.destroy();
}
