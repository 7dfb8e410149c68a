import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { startTestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';

const MAX_COUNT = 20;

t.test('beyond what a process works on, calls get 503 in our form with Retry-After', async (t) => {
  const house = await startTestApp({
    environment: { REQUESTS_MAX_COUNT: `${MAX_COUNT}`, DATABASE_POOL_SIZE: '2' },
  });
  t.teardown(() => house.close());
  const { app, deps } = house;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const as = await house.signUp();
  const ask = (headers = {}) => house.call('GET /auth/my_profile', { as, headers });
  const kept = '/sitemap.xml';
  const made = await app.inject({ url: kept });
  t.equal(made.statusCode, 200);

  // Takes all database connections, so that requests wait.
  const held = await Promise.all([deps.pool.connect(), deps.pool.connect()]);
  t.teardown(() => held.splice(0).map((client) => client.release()));
  const waiting = Array.from({ length: MAX_COUNT }, () => ask());
  await eventually('they all wait', () => deps.pool.waitingCount >= MAX_COUNT);

  const refused = await ask({ 'accept-language': 'de' });
  t.equal(refused.statusCode, 503);
  t.match(refused.json(), { code: 'overloaded', message: /noch einmal/ });
  t.match(refused.headers['retry-after'], /^[2-6]$/);
  t.equal((await house.call('POST /reports', { body: {} })).json().code, 'overloaded', 'a write, too');
  const unmade = await app.inject({ url: '/blog/feed.xml' });
  t.equal(unmade.statusCode, 503, 'a page that would have to be made');
  t.equal(unmade.json().code, 'overloaded');

  t.equal((await app.inject({ url: kept })).statusCode, 200, 'a page that is kept');
  t.equal((await app.inject({ url: '/healthz' })).statusCode, 200);
  const readiness = app.inject({ url: '/readyz' });

  for (const client of held.splice(0)) client.release();
  const replies = await Promise.all(waiting);
  t.ok(
    replies.every(({ statusCode }) => statusCode === 200),
    'whoever was let in is answered',
  );
  t.equal((await readiness).statusCode, 200);
  t.equal((await ask()).statusCode, 200, 'and there is room again');

  // An incomplete body is no work yet and must not occupy a slot.
  const { port } = app.server.address() as AddressInfo;
  const senders = Array.from({ length: MAX_COUNT + 5 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/session HTTP/1.1\r\nhost: tsuzuki.test\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    return socket;
  });
  await Promise.all(senders.map((socket) => once(socket, 'connect')));
  await eventually('they are connected', () => connectionsOf(app.server).then((count) => count >= MAX_COUNT));
  t.equal((await ask()).statusCode, 200, 'who sends slowly takes nobody’s room');
  for (const socket of senders) socket.destroy();
});

const connectionsOf = (server: import('node:http').Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

t.test('a server that leaves says so, serves on, and keeps no connection', async (t) => {
  const house = await startTestApp();
  t.teardown(() => house.close());
  const { app } = house;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await get('/sitemap.xml');
  t.equal((await get('/readyz')).headers.get('connection'), 'keep-alive');
  await app.leave(0);
  const ready = await get('/readyz');
  t.equal(ready.status, 503);
  t.same(await ready.json(), { status: 'draining' });
  t.equal(ready.headers.get('connection'), 'close');
  for (const path of ['/sitemap.xml', '/api/categories?kind=genre', '/healthz']) {
    const reply = await get(path);
    t.equal(reply.status, 200, path);
    t.equal(reply.headers.get('connection'), 'close', path);
  }
});
