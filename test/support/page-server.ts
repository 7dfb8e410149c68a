/** An app that serves fake public pages through the page cache, and records the renderer's requests. */
import Fastify from 'fastify';
import { createCaches } from '../../server/cache/caches.ts';
import { type PublicPage, type PublicPageRequest, publicAddresses } from '../../server/cache/public-page.ts';
import { type PageCacheOptions, pageCachePlugin } from '../../server/plugins/page-cache.ts';

/** All different, so that high compression is smaller than quick compression. */
const panels = Array.from({ length: 200 }, (_, at) => `<p>panel ${at * at}</p>`).join('');
const html = (text: string) => Buffer.from(`<!doctype html><title>${text}</title>${panels}`);

const word = /^[a-z0-9-]{1,200}$/;
const number = /^[1-9]\d{0,3}$/;

/** Fake addresses like those of the product. */
export const addressOf = publicAddresses([
  { parts: [], query: { day: /^\d{4}-\d{2}-\d{2}$/ } },
  { parts: ['about'], query: {} },
  { parts: ['news'], query: {}, cacheSeconds: 20 },
  { parts: ['stories', word], query: { order: /^newest$/ }, forOne: ['preview'] },
  { parts: ['stories', word, number], query: {}, forOne: ['preview'] },
  { parts: ['profile', word], query: { page: number } },
  { parts: ['search', /^.{1,600}$/], query: { resource: /^(?:comics|novel)$/, page: number }, endless: true },
]);

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
    addressOf,
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
