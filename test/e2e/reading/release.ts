/** The built site when a new release replaces the old one: new file names, another service worker, new pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Site } from '../../support/site.ts';

const OLD = '/assets/';
const NEW = '/assets/next/';

export type Releases = { origin: string; replace(): void; close(): Promise<void> };

/** Passes only reads. After `replace`, the old files are gone. */
export async function startReleases(site: Pick<Site, 'origin'>): Promise<Releases> {
  let isNew = false;
  const server = createServer(async (request, response) => {
    const url = request.url ?? '/';
    if (isNew && url.startsWith(OLD) && !url.startsWith(NEW)) return response.writeHead(404).end();
    const reply = await fetch(site.origin + url.replace(NEW, OLD), {
      redirect: 'manual',
      headers: { cookie: request.headers.cookie ?? '' },
    });
    const type = reply.headers.get('content-type') ?? '';
    // Drops the policy: its hashes no longer match, since addresses in the page change.
    response.writeHead(reply.status, {
      'content-type': type,
      'cache-control': reply.headers.get('cache-control') ?? 'no-cache',
      ...(reply.headers.has('location') && { location: reply.headers.get('location') ?? '' }),
    });
    const body = Buffer.from(await reply.arrayBuffer());
    if (!isNew || !/html|javascript|css/.test(type)) return response.end(body);
    const text = body.toString().replaceAll(OLD, NEW);
    response.end(url === '/sw.js' ? `${text}\n// next` : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace() {
      isNew = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
