/** An app that serves made-up public pages through the page cache, and tells what the renderer was asked. */
import Fastify from 'fastify';
import { createCaches } from '../../server/cache/caches.ts';
import type { PublicPage, PublicPageRequest } from '../../server/cache/public-page.ts';
import { type PageCacheOptions, pageCachePlugin } from '../../server/plugins/page-cache.ts';

const html = (text: string) =>
  Buffer.from(`<!doctype html><title>${text}</title>${'<p>panel</p>'.repeat(200)}`);

export type Render = (
  request: PublicPageRequest,
  run: number,
) => Promise<PublicPage | null> | PublicPage | null;

export const plainPage: Render = (request, run) => ({
  status: 200,
  headers: { 'content-security-policy': "script-src 'self'" },
  body: html(`${request.url} ${run}`),
  tags: ['story:1'],
});

export function startPageServer({
  render = plainPage,
  ...options
}: { render?: Render } & Partial<Omit<PageCacheOptions, 'render'>> = {}) {
  const caches = createCaches({ pageMib: 2, pictureMib: 1 });
  caches.enable();
  const app = Fastify();
  const asked: PublicPageRequest[] = [];
  pageCachePlugin(app, {
    cache: caches.pages,
    cdnMaxAgeSeconds: 0,
    ...options,
    render: async (request) => {
      asked.push(request);
      return render(request, asked.length);
    },
  });
  app.get('/*', async () => 'streamed');
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url, headers });
  return { app, caches, asked, get };
}
