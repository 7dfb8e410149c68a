/** Serves a page's HTML from memory, without styles and scripts. First paints are compared with it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** Headers that change how a browser opens the page. An opener policy, for example, costs a process. */
const KEPT = /^(?:cross-origin|content-security|permissions|referrer|x-)/;

export const openedBy = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (KEPT.test(name) ? [[name, String(value)]] : [])),
  );

export async function serveBare({
  body: html,
  headers,
}: {
  body: string;
  headers: Record<string, unknown>;
}): Promise<{ origin: string; close(): Promise<void> }> {
  const bare = html
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<link rel="stylesheet"[^>]*>/g, '');
  const body = brotliCompressSync(bare);
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, {
        ...openedBy(headers),
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'content-length': body.length,
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
