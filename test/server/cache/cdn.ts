/** A fake CDN: caches responses by their headers, evicts by tag, and accepts each vendor's kind of purge. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Kept = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  until: number;
  tags: Set<string>;
};
type Purge = { kind: string; tags: string[] };

const TOKEN = 'purge-token';

export async function startCdn({ now = () => Date.now() }: { now?: () => number } = {}) {
  const kept = new Map<string, Kept>();
  const purges: Purge[] = [];
  const state = { origin: '', refusing: false };

  function purge(kind: string, tags: string[]): void {
    purges.push({ kind, tags });
    for (const [url, { tags: own }] of kept) if (tags.some((tag) => own.has(tag))) kept.delete(url);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => response.writeHead(502).end(String(error)));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const asked = await purgeIn(request);
    if (asked === 'forbidden') return response.writeHead(403).end();
    if (asked !== null && state.refusing) return response.writeHead(500).end('not now');
    if (asked !== null) {
      purge(asked.kind, asked.tags);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
    }
    // The key is the full address with its query.
    const url = request.url ?? '/';
    const found = kept.get(url);
    if (found !== undefined && found.until > now()) return answer(response, found, 'hit');
    const reply = await fetch(`${state.origin}${url}`, {
      headers: { cookie: request.headers.cookie ?? '' },
      redirect: 'manual',
    });
    const fresh = await keepable(reply, now());
    if (fresh.until > now()) kept.set(url, fresh);
    return answer(response, fresh, 'miss');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    token: TOKEN,
    kept,
    purges,
    state,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, { headers, redirect: 'manual' }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function purgeIn(request: IncomingMessage): Promise<Purge | 'forbidden' | null> {
  const { method, url, headers } = request;
  const words = (value: unknown): string[] => String(value ?? '').split(' ');
  if (method === 'PURGE') {
    if (headers['x-purge-token'] !== TOKEN) return 'forbidden';
    return { kind: 'varnish', tags: words(headers['xkey-purge']) };
  }
  if (method !== 'POST') return null;
  if (url?.endsWith('/purge')) {
    if (headers['fastly-key'] !== TOKEN) return 'forbidden';
    return { kind: 'fastly', tags: words(headers['surrogate-key']) };
  }
  if (headers.authorization !== `Bearer ${TOKEN}`) return 'forbidden';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return { kind: 'cloudflare', tags: JSON.parse(Buffer.concat(chunks).toString()).tags };
}

/** Rules of a shared cache (RFC 9111, 3 and 5.2.2). */
async function keepable(reply: Response, now: number): Promise<Kept> {
  const control = reply.headers.get('cache-control') ?? '';
  const seconds = /s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? '0';
  const isPrivate = !/\bpublic\b/.test(control) || /\b(private|no-store|no-cache)\b/.test(control);
  const tags = (reply.headers.get('cache-tag') ?? reply.headers.get('surrogate-key') ?? '').split(/[ ,]/);
  const headers = Object.fromEntries(reply.headers);
  delete headers['content-encoding'];
  delete headers['transfer-encoding'];
  const body = Buffer.from(await reply.arrayBuffer());
  const until = isPrivate || headers['set-cookie'] !== undefined ? 0 : now + Number(seconds) * 1000;
  return { status: reply.status, headers, body, until, tags: new Set(tags) };
}

function answer(response: ServerResponse, { status, headers, body }: Kept, cache: 'hit' | 'miss'): void {
  response
    .writeHead(status, { ...headers, 'content-length': String(body.length), 'x-cache': cache })
    .end(body);
}
