/** Serves the web pages and their files. Register it last, because every other address is a page or the 404 page. */
import { access, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { hasOwnPages } from '../cache/public-page.ts';
import type { Deps } from '../deps.ts';
import { isCrawler } from '../lib/crawler.ts';
import type { RefusedForm } from '../lib/forms.ts';
import { chooseEncoding } from '../lib/negotiate.ts';
import { owned } from '../lib/streams.ts';
import { WORKER_HEADERS, WORKER_PATH } from '../plugins/web-app.ts';
import { compressor } from './compression.ts';
import { drawFailurePages, type FailurePages, showFailures } from './failure-pages.ts';
import { fillRefusedForm } from './refused-form.ts';
import { createRenderer, type Mode, type Renderer } from './renderer.ts';
import { readStyles } from './styles.ts';

export type Pages = Renderer & {
  mode: Mode;
  root: string;
  /** Version of this build's styles (server/rendering/styles.ts). Undefined in development. */
  stylesVersion?: string;
  failures: FailurePages | null;
  /** Development only: serves Vite's own files. Returns false for others. */
  development: ((request: FastifyRequest, reply: FastifyReply) => Promise<boolean>) | null;
  close(): Promise<void>;
};

export type PagesOptions = {
  mode: Mode;
  /** Folder with `dist/` (production) or the sources (development). */
  root?: string;
};

const HERE = join(import.meta.dirname, '../..');

/** Loads the built pages, or starts Vite. Called before the app exists, since the page cache needs it, too. */
export async function createPages(deps: Deps, { mode, root = HERE }: PagesOptions): Promise<Pages> {
  if (mode === 'development') {
    const { startVite } = await import('./development.ts');
    const vite = await startVite(root);
    return { ...(await createRenderer(deps, mode, null)), mode, root, failures: null, ...vite };
  }
  await import(pathToFileURL(join(root, 'dist/server/entry.mjs')).href);
  await refuseIncomplete(join(root, 'dist'));
  const styles = await readStyles(root);
  const renderer = await createRenderer(deps, mode, styles);
  return {
    ...renderer,
    mode,
    root,
    failures: await drawFailurePages(renderer),
    stylesVersion: styles.version,
    development: null,
    close: async () => {},
  };
}

type Built = { file: string; css?: string[]; assets?: string[] };

/** Throws when a linked file is missing, as after an interrupted build. */
async function refuseIncomplete(folder: string): Promise<void> {
  const manifest: Record<string, Built> = JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8'));
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  await Promise.all([...new Set(files)].map((file) => access(join(folder, 'client', file))));
}

export type PagesPluginOptions = {
  pages: Pages;
  viewerOf?(request: FastifyRequest): Promise<PageViewer> | PageViewer;
  countryOf?(request: FastifyRequest): string | null;
  /** Clears the browser's session cookies when its session is no longer valid. */
  endSession?(request: FastifyRequest, reply: FastifyReply): Promise<'locked' | 'over' | null>;
  signIn?(reply: FastifyReply, session: PageSession): void;
  keepTicket?(reply: FastifyReply, ticket: string): void;
  /** `off`: the built service worker is not served. */
  worker?: 'on' | 'off';
  remember?(reply: FastifyReply, name: string, choice: string): void;
};

type PageViewer = Parameters<Renderer['renderStreamed']>[0]['viewer'];
type PageSession = Parameters<Parameters<Renderer['renderStreamed']>[0]['browser']['signIn']>[0];

const YEAR_SECONDS = 31_536_000;
const WORKER_FILE = /\/sw\.js(?:\.br|\.gz)?$/;

async function pagesRoutes(
  app: FastifyInstance,
  { pages, viewerOf, countryOf, endSession, signIn, keepTicket, remember, worker = 'on' }: PagesPluginOptions,
): Promise<void> {
  if (pages.development) {
    const { development } = pages;
    app.addHook('onRequest', async (request, reply) => {
      if (await development(request, reply)) reply.hijack();
    });
  } else {
    await app.register(fastifyStatic, {
      root: join(pages.root, 'dist/client'),
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // With the worker off, server/plugins/web-app.ts answers in its place.
      globIgnore: ['**/*.br', '**/*.gz', ...(worker === 'off' ? [basename(WORKER_PATH)] : [])],
      setHeaders: (reply, path) => {
        if (WORKER_FILE.test(path)) return void reply.headers(WORKER_HEADERS);
        // A hashed name identifies the content, so it never changes.
        const hashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
        );
      },
    });
  }
  app.addHook('onClose', () => pages.close());

  const render = async (
    request: FastifyRequest,
    reply: FastifyReply,
    {
      url,
      complete,
      viewer = null,
      answer,
    }: { url: string; complete: boolean; viewer?: PageViewer; answer?: unknown },
  ) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const reader = viewer ?? (await viewerOf?.(request)) ?? null;
    const browser = {
      cookies: request.cookies ?? {},
      userAgent: request.headers['user-agent'] ?? '',
      address: request.ip,
      endSession: async () => (await endSession?.(request, reply)) ?? null,
      signIn: (session: PageSession) => signIn?.(reply, session),
      keepTicket: (ticket: string) => keepTicket?.(reply, ticket),
      remember: (name: string, choice: string) => remember?.(reply, name, choice),
    };
    const country = countryOf?.(request) ?? null;
    const { signal } = gone;
    return pages.renderStreamed({ url, viewer: reader, browser, country, complete, signal, answer });
  };

  app.decorate('showRefusedForm', async (request, reply, refused: RefusedForm) => {
    const { address: url, answer } = refused;
    const { pipe, status, headers } = await render(request, reply, { url, complete: true, answer });
    if (pipe === null || status !== 200) return null;
    const drawn = owned(new PassThrough());
    pipe(drawn);
    const filled = fillRefusedForm(await text(drawn), refused);
    return filled === null ? null : reply.code(refused.status).headers(headers).send(filled);
  });

  if (pages.failures !== null) showFailures(app, pages.failures);

  app.get('/*', { config: { isPage: true } }, async (request, reply) => {
    const url = request.raw.url ?? '/';
    const country = countryOf?.(request) ?? null;
    let viewer: PageViewer = null;
    request.pageRoute = pages.patternOf(url);
    const shared = pages.publicAddress(url);
    if (shared !== null) {
      if (request.wantsOwnPage) viewer = (await viewerOf?.(request)) ?? null;
      const page = viewer === null ? await pages.renderPublic({ url: shared.url, country }) : null;
      if (page !== null && hasOwnPages(page, shared)) viewer = (await viewerOf?.(request)) ?? null;
      if (page !== null && viewer === null) {
        reply.code(page.status).headers(page.headers);
        if (request.method === 'HEAD' || page.body.length === 0) return reply.send();
        return sendCompressed(request, reply, (writable) => writable.end(page.body));
      }
    }
    const complete = isCrawler(request.headers['user-agent'] ?? '');
    const page = await render(request, reply, { url, complete, viewer });
    reply.code(page.status).headers(page.headers);
    if (request.method === 'HEAD' || !page.pipe) return reply.send();
    return sendCompressed(request, reply, page.pipe);
  });
}

function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  write: (writable: NodeJS.WritableStream & import('node:stream').Writable) => void,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const stream = compressor(encoding);
  write(stream);
  return reply.send(stream);
}

export const pagesPlugin = fastifyPlugin(pagesRoutes, { name: 'pages' });
