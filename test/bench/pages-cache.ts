import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { createCaches } from '../../server/cache/caches.ts';
import { pageCachePlugin } from '../../server/plugins/page-cache.ts';
import { contentSecurityPolicy, securityHeaders } from '../../server/plugins/security-headers.ts';
import type { Row } from './images.ts';
import { compare, rateRows } from './load.ts';

// Requests per second of a cached page beside a bare route that sends the same bytes, paired in one run.

const PATH = '/stories/lanterns';
const TARGET = 0.9;

export async function benchPageCache(): Promise<Row[]> {
  const caches = createCaches({ pageMib: 32, pictureMib: 1 });
  caches.enable();
  const cached = Fastify();
  const headers = {
    ...securityHeaders('https://tsuzuki.example'),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy({ nonce: null }),
  };
  pageCachePlugin(cached, {
    cache: caches.pages,
    cdnMaxAgeSeconds: 0,
    render: async () => ({ status: 200, headers, body: storyPage(), tags: ['story:1'] }),
  });
  const accept = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const body = await smallestForm(cached, accept);

  const bare = Fastify();
  bare.get(PATH, (_request, reply) => {
    reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(body);
  });
  try {
    const [ours, other] = [await listen(cached), await listen(bare)];
    const result = await compare(
      { port: ours, path: PATH, headers: accept },
      { port: other, path: PATH, headers: accept },
    );
    return [
      ...rateRows(`cached page of ${body.length} B`, result.ours),
      ...rateRows('bare route with the same bytes', result.other),
      {
        name: 'cached page / bare route',
        value: Math.round(result.ratio * 100) / 100,
        unit: '',
        target: `>= ${TARGET}`,
        ok: result.ratio >= TARGET,
      },
    ];
  } finally {
    await Promise.all([cached.close(), bare.close()]);
  }
}

/** Asks until the page has been compressed well in the background, so that both servers send the very same bytes. */
async function smallestForm(app: FastifyInstance, headers: Record<string, string>): Promise<Buffer> {
  const ask = () => app.inject({ url: PATH, headers });
  const first = await ask();
  for (let turn = 0; turn < 1000; turn += 1) {
    const reply = await ask();
    if (reply.headers.etag !== first.headers.etag) return reply.rawPayload;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the page was never compressed well');
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** About as much markup as a story with 40 episodes. */
function storyPage(): Buffer {
  const episodes = Array.from({ length: 40 }, (_, index) => {
    // Names and hashes are what a real page is made of, and they hardly compress.
    const id = createHash('sha256').update(String(index)).digest('hex');
    const address = `/media/${id}/0-360`;
    return `<li class="episode"><a href="${PATH}/${index + 1}"><picture><source type="image/avif" srcset="${address}.avif 360w">
      <img src="${address}.jpg" width="200" height="200" alt="" loading="lazy"></picture><h3>Episode ${index + 1}</h3></a></li>`;
  });
  return Buffer.from(
    `<!doctype html><html lang="en"><title>Lanterns</title><ol>${episodes.join('')}</ol></html>`,
  );
}
