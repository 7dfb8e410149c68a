/** Admits requests while the gate has room. Public pages rendered for many ask the gate themselves, once. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Gate } from '../limits/gate.ts';

/** Monitoring must always work, and files of the build cost next to nothing. */
const ALWAYS = /^\/(?:healthz|readyz|metrics|assets\/)/;

/** Register after the language of a request is known, and before all handlers. */
export const overloadPlugin = fastifyPlugin(
  (app: FastifyInstance, { gate }: { gate: Gate }, done: () => void) => {
    app.addHook('onRequest', (request, reply, next) => {
      const { raw } = request;
      if (ALWAYS.test(raw.url ?? '/')) return next();
      try {
        gate.ask();
      } catch (error) {
        return next(error as Error);
      }
      const hasBody =
        raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
      // A request costs nothing while its body arrives. Slow senders would otherwise lock everybody out.
      if (hasBody) raw.once('end', () => countUntilAnswered(reply.raw, gate));
      else countUntilAnswered(reply.raw, gate);
      next();
    });
    app.addHook('onClose', async () => gate.close());
    done();
  },
);

type Answer = Pick<import('node:http').ServerResponse, 'writeHead' | 'once' | 'headersSent' | 'destroyed'>;

/** Counts until the answer begins. Later it only waits for a slow reader or for events. */
function countUntilAnswered(response: Answer, gate: Gate): void {
  if (response.headersSent || response.destroyed) return;
  const leave = gate.begin();
  const { writeHead } = response;
  response.writeHead = function (this: Answer, ...words: unknown[]) {
    leave();
    return Reflect.apply(writeHead, this, words);
  } as Answer['writeHead'];
  response.once('close', leave);
}
