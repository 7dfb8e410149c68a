/** Lets requests in as far as the gate has room. Public pages that are made for many at once ask it themselves, once. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Gate } from '../limits/gate.ts';

/** Whoever watches the process must see it, and files of the build cost next to nothing. */
const ALWAYS = /^\/(?:healthz|readyz|metrics|assets\/)/;

/** Register it once the language of a request is known, and before whatever works for it. */
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
      // Whoever still sends costs nothing yet; slow senders would shut everybody out.
      if (hasBody) raw.once('end', () => countUntilAnswered(reply.raw, gate));
      else countUntilAnswered(reply.raw, gate);
      next();
    });
    app.addHook('onClose', async () => gate.close());
    done();
  },
);

type Answer = Pick<import('node:http').ServerResponse, 'writeHead' | 'once' | 'headersSent' | 'destroyed'>;

/** An answer that has begun waits for its reader, who may be slow, or for news, as an event stream does. */
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
