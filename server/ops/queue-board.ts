/**
 * bull-board under `/admin/queues/board/`: what lies beneath the queue board, for administrators with a fresh proof alone. It is
 * loaded when the first of them comes; nothing of it, not even a style, is handed to anybody else. It may pause, let go on, try
 * again and bring forward, each of which stands in the log; what would lose work or put other work in its place is refused.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mending, withBack } from '../../pages/addresses.ts';
import { type Deps, inTransaction } from '../deps.ts';
import { logAction } from '../domains/audit/log.ts';
import { QUEUE_IDS } from '../domains/queues/rules.ts';
import { forbidden, locked, notFound, unauthorized } from '../lib/errors.ts';
import { product } from '../lib/product.ts';
import { lackOf, type Viewer } from '../lib/viewer.ts';
import { viewerPolicy } from '../plugins/security-headers.ts';
import type { JobQueue } from '../queue/queue.ts';

const BASE = '/admin/queues/board';

/** Its page names where its files lie. */
const POLICY = viewerPolicy({ base: 'self' });

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

const ALLOWED_WRITES = new Set([
  '/api/queues/pause',
  '/api/queues/resume',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
  '/api/queues/:queueName/:jobId/retry',
  '/api/queues/:queueName/:jobId/promote',
]);

type Answer = { status?: number; body?: unknown };
type BoardRoute = {
  methods: readonly string[];
  path: string;
  handler(request: object): Promise<Answer> | Answer;
};
type Board = {
  page: string;
  files: string;
  routes: readonly BoardRoute[];
  queues: unknown;
  uiConfig: object;
  failed(error: Error): Answer;
};

export async function queueBoardPlugin(
  app: FastifyInstance,
  { deps, queue }: { deps: Deps; queue: JobQueue | null },
): Promise<void> {
  if (queue === null) return;
  let board: Promise<Board> | null = null;
  app.route({
    method: ['GET', 'PUT', 'POST', 'PATCH'],
    url: `${BASE}/*`,
    schema: { hide: true },
    async handler(request, reply) {
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY });
      const path = request.url.slice(BASE.length).replace(/\?.*$/s, '');
      const state = await request.resolveViewer();
      if (state === 'locked') throw locked('account_locked', { args: { email: product.supportEmail } });
      const { viewer } = request;
      const lack =
        viewer === null ? 'sign_in_required' : lackOf(viewer, { administrator: true, fresh: true });
      if (viewer === null || lack !== null) return refuse(reply, path, lack ?? 'sign_in_required');
      board ??= openBoard(queue);
      return answer(deps, { board: await board, path, viewer, request, reply });
    },
  });
}

/** A person is led to what mends it; a program is told. */
function refuse(reply: FastifyReply, path: string, lack: string): FastifyReply {
  const mended = lack === 'sign_in_required' ? '/sign_in' : mending[lack];
  if (path === '/' && mended !== undefined) return reply.redirect(withBack(mended, `${BASE}/`), 302);
  throw lack === 'sign_in_required' ? unauthorized(lack) : forbidden(lack);
}

type Asked = { board: Board; path: string; viewer: Viewer; request: FastifyRequest; reply: FastifyReply };

async function answer(deps: Deps, { board, path, viewer, request, reply }: Asked): Promise<FastifyReply> {
  const { method } = request;
  if (method === 'GET' && path.startsWith('/static/')) return sendFile(reply, board.files, path);
  if (method === 'GET' && !path.startsWith('/api/'))
    return reply.type('text/html; charset=utf-8').send(board.page);
  const found = findRoute(board.routes, method, path);
  if (found === null) throw notFound('not_found');
  const { route, params } = found;
  if (method !== 'GET' && !ALLOWED_WRITES.has(route.path))
    return reply.code(403).send({ error: 'Not from here', message: 'Not from here' });
  const { queues, uiConfig } = board;
  const { query, body, headers } = request;
  let result: Answer;
  try {
    result = await route.handler({ queues, uiConfig, params, query, body, headers });
  } catch (error) {
    deps.log.warn({ err: error }, 'bull-board could not answer');
    result = board.failed(error as Error);
  }
  if (method !== 'GET' && (result.status ?? 200) < 300) await note(deps, viewer, path);
  return reply.code(result.status ?? 200).send(result.body ?? {});
}

const note = (deps: Deps, viewer: Viewer, path: string): Promise<number> =>
  inTransaction(deps, (tx) =>
    logAction(tx, {
      actorId: viewer.id,
      deed: 'queue_board_used',
      subject: { type: 'queue', id: QUEUE_IDS.all, name: path.slice('/api/queues/'.length, 200) },
    }),
  );

function findRoute(routes: readonly BoardRoute[], method: string, path: string) {
  for (const route of routes) {
    if (!route.methods.includes(method)) continue;
    const names = route.path.split('/');
    const parts = path.split('/');
    const isIt =
      names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at]);
    if (!isIt) continue;
    const params = names.flatMap((name, at) =>
      name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[at] ?? '')]] : [],
    );
    return { route, params: Object.fromEntries(params) as Record<string, string> };
  }
  return null;
}

async function sendFile(reply: FastifyReply, folder: string, path: string): Promise<FastifyReply> {
  const type = TYPES[extname(path)];
  if (type === undefined || !/^\/static(?:\/[\w-][\w.-]*)+$/.test(path)) throw notFound('not_found');
  const content = await readFile(join(folder, path)).catch(() => null);
  if (content === null) throw notFound('not_found');
  return reply.type(type).header('cache-control', 'private, max-age=3600').send(content);
}

async function openBoard(queue: JobQueue): Promise<Board> {
  const { createBullBoard } = await import('@bull-board/api');
  const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
  const files = join(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'), '../dist');
  const made: { routes: BoardRoute[]; queues: unknown; uiConfig: object; failed: Board['failed'] } = {
    routes: [],
    queues: null,
    uiConfig: {},
    failed: () => ({ status: 500 }),
  };
  const all = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);
  const adapter = {
    setQueues: (queues: unknown) => keep({ queues }),
    setUIConfig: (uiConfig: object) => keep({ uiConfig }),
    setErrorHandler: (failed: Board['failed']) => keep({ failed }),
    setViewsPath: () => adapter,
    setStaticPath: () => adapter,
    setEntryRoute: () => adapter,
    setApiRoutes: (
      given: { method: string | string[]; route: string | string[]; handler: BoardRoute['handler'] }[],
    ) =>
      keep({
        routes: given.flatMap(({ method, route, handler }) =>
          all(route).map((path) => ({
            path,
            handler,
            methods: all(method).map((each) => each.toUpperCase()),
          })),
        ),
      }),
  };
  function keep(part: Partial<typeof made>) {
    Object.assign(made, part);
    return adapter;
  }
  createBullBoard({
    queues: Object.values(queue.beneath).map((one) => new BullMQAdapter(one as never)),
    serverAdapter: adapter as never,
    options: {
      uiConfig: { boardTitle: product.name, miscLinks: [{ text: product.name, url: '/admin/queues' }] },
    },
  });
  return { ...made, files, page: await makePage(files, made.uiConfig) };
}

/** Its own page, less what comes from elsewhere. */
async function makePage(files: string, uiConfig: object): Promise<string> {
  const template = await readFile(join(files, 'index.ejs'), 'utf8');
  const config = JSON.stringify(uiConfig).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  const words: Readonly<Record<string, string>> = {
    basePath: `${BASE}/`,
    title: product.name,
    favIconDefault: 'static/images/logo.svg',
    favIconAlternative: 'static/favicon-32x32.png',
    uiConfig: config,
  };
  return template
    .replace(/<link[^>]*href="https:[^>]*>/g, '')
    .replace(/<%[=-]\s*(\w+)\s*%>/g, (_, name: string) => words[name] ?? '');
}
