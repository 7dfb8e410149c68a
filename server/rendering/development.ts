/** Vite inside our own server, for development: pages and islands are transformed on the fly. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createServer } from 'vite';

export async function startVite(root: string) {
  const vite = await createServer({
    root,
    configFile: `${root}/vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: 0 } },
    logLevel: 'warn',
  });
  return {
    development: (request: FastifyRequest, reply: FastifyReply) =>
      new Promise<boolean>((resolve) => {
        reply.raw.once('close', () => resolve(true));
        vite.middlewares(request.raw, reply.raw, () => resolve(false));
      }),
    close: () => vite.close(),
  };
}
