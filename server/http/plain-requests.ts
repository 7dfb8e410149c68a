/** Refuses absolute URIs and several `Host` headers (RFC 9112 §3.2), which a proxy could interpret differently. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describeError } from '../lib/describe.ts';
import { badRequest } from '../lib/errors.ts';
import { negotiateLocale } from '../lib/negotiate.ts';

export const onlyPlain =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    if (isPlain(request)) return handler(request, response);
    refuse(request, response);
  };

function isPlain({ url = '', rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (!url.startsWith('/')) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const locale = negotiateLocale(request.headers['accept-language']);
  const body = JSON.stringify(describeError(badRequest('malformed_request'), locale));
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(body);
}
