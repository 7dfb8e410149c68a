/**
 * `/healthz`: the process is alive. `/readyz`: its services answer, with a list of those that do not. A stopping
 * process fails `/readyz` first, so that proxies stop sending requests.
 */
import type { FastifyInstance } from 'fastify';
import { isStorageFull } from '../lib/disk.ts';
import { withTimeout } from '../lib/timeout.ts';

export type ReadinessCheck = () => Promise<unknown>;

/** Reported only: others take over the work of these services. */
export type Spare = () => Readonly<Record<string, 'ok' | 'behind' | 'away'>>;

const PATIENCE_MS = 3000;

/** Readers do not notice these outages: the work waits in the database. */
const MISSED_BY_NOBODY: ReadonlySet<string> = new Set(['queue']);

export async function healthPlugin(
  app: FastifyInstance,
  { checks, spare = () => ({}) }: { checks: Record<string, ReadinessCheck>; spare?: Spare },
): Promise<void> {
  const hidden = { schema: { hide: true } } as object;
  app.get('/healthz', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.isLeaving()) return reply.code(503).header('retry-after', '5').send({ status: 'draining' });
    const services: Record<string, 'ok' | 'away' | 'full'> = {};
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        services[name] = await withTimeout(check(), PATIENCE_MS, name).then(
          () => 'ok' as const,
          (error) => (isStorageFull(error) ? 'full' : 'away'),
        );
      }),
    );
    const ready = Object.entries(services).every(
      ([name, state]) => state === 'ok' || MISSED_BY_NOBODY.has(name),
    );
    if (!ready) reply.code(503).header('retry-after', '5');
    return reply.send({ status: ready ? 'ok' : 'away', services: { ...services, ...spare() } });
  });
}
