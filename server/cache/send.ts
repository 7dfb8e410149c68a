/** Sends what was made beforehand, past the steps by which Fastify would make it. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Names and values in turn, the form that Node writes without copying. */
export type PreparedHeaders = readonly string[];

export const prepareHeaders = (headers: Readonly<Record<string, string>>): PreparedHeaders =>
  Object.entries(headers).flat();

/** The same headers with some replaced, or left out where the value is null; names that are not there stay so. */
export const changeHeaders = (
  headers: PreparedHeaders,
  changes: Readonly<Record<string, string | null>>,
): PreparedHeaders =>
  headers.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const change = changes[name];
    return change === null ? [] : [name, change ?? headers[at + 1] ?? ''];
  });

/**
 * Logging and `onResponse` hooks see the answer, `onSend` hooks do not: there is nothing left to change. Headers that
 * hooks have set before are left out, so what is needed must be among the prepared ones. Node itself leaves out the
 * body of an answer to HEAD.
 */
export function sendPrepared(
  reply: FastifyReply,
  status: number,
  headers: PreparedHeaders,
  body?: Buffer,
): void {
  reply.hijack();
  writePrepared(reply.raw, status, headers, body);
}

/** The same for an answer that Fastify knows nothing of. */
export function writePrepared(
  response: ServerResponse,
  status: number,
  headers: PreparedHeaders,
  body?: Buffer,
): void {
  response.writeHead(status, headers as string[]);
  response.end(body);
}
