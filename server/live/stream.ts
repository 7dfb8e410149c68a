/** Turns a response into an event stream and passes it to the hub in the same tick. */

import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networksOf } from '../limits/networks.ts';
import type { LiveStreams, Topic } from '../ports.ts';

export const EVENT_STREAM = 'text/event-stream';

/** TCP keep-alive detects silent dead peers. */
const KEEP_ALIVE_MS = 60_000;

export function openStream(
  hub: LiveStreams,
  topics: readonly Topic[],
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string | null },
): void {
  const { raw: response } = reply;
  const caller = { networks: networksOf(request.ip), userId };
  hub.requireRoom(caller);
  reply.hijack();
  // A client that already left would never emit `close`.
  if (response.destroyed || request.raw.socket.destroyed) return;
  response.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-store, no-transform',
    // Proxies such as nginx would otherwise buffer.
    'x-accel-buffering': 'no',
  });
  if (request.method === 'HEAD') return void response.end();
  request.raw.socket.setKeepAlive(true, KEEP_ALIVE_MS);
  hub.open({ ...caller, response, topics });
}
