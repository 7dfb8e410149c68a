import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Names and values in turn, the format that Node writes without copying. */
export type PreparedHeaders = readonly string[];

export const prepareHeaders = (headers: Readonly<Record<string, string>>): PreparedHeaders =>
  Object.entries(headers).flat();

/** Replaces headers, or removes them when the value is null. Adds no headers. */
export const changeHeaders = (
  headers: PreparedHeaders,
  changes: Readonly<Record<string, string | null>>,
): PreparedHeaders =>
  headers.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const change = changes[name];
    return change === null ? [] : [name, change ?? headers[at + 1] ?? ''];
  });

/** `onSend` hooks do not run, and headers set by earlier hooks are dropped. Node omits the body for HEAD. */
export function sendPrepared(
  reply: FastifyReply,
  status: number,
  headers: PreparedHeaders,
  body?: Buffer,
): void {
  reply.hijack();
  writePrepared(reply.raw, status, headers, body);
}

export function writePrepared(
  response: ServerResponse,
  status: number,
  headers: PreparedHeaders,
  body?: Buffer,
): void {
  response.writeHead(status, headers as string[]);
  response.end(body);
}
