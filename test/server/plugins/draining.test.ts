import Fastify from 'fastify';
import t from 'tap';
import { drainingPlugin } from '../../../server/plugins/draining.ts';

t.test('the end waits for a page that is made for somebody who has left', async (t) => {
  const app = Fastify();
  app.register(drainingPlugin);
  await app.ready();
  const { promise, resolve } = Promise.withResolvers<string>();
  t.equal(app.began(promise), promise);
  const order: string[] = [];
  const closed = app.close().then(() => order.push('closed'));
  // All other steps of the close have run by then.
  setImmediate(() => {
    order.push('made');
    resolve('a page');
  });
  await closed;
  t.same(order, ['made', 'closed']);
});

t.test('what failed is waited for no more', async () => {
  const app = Fastify();
  app.register(drainingPlugin);
  await app.ready();
  await app.began(Promise.reject(new Error('no page'))).catch(() => {});
  await app.close();
});
