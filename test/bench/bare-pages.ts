/** The HTML of a page less its styles and scripts, from memory: what the first paint of a page is measured beside. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** Headers of the page that decide how a browser opens it: a policy about openers costs a process, with styles or without. */
const KEPT = /^(?:cross-origin|content-security|permissions|referrer|x-)/;

export const openedBy = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (KEPT.test(name) ? [[name, String(value)]] : [])),
  );

/** `reply`: the page as it is sent. */
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
