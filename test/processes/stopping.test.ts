/** A stop answers accepted requests, delays nobody, and needs no force, even with services down. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { coverParts, get, signUp } from '../support/creator.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type Environment, ownFolder, type Server, startServer } from '../support/processes.ts';
import { startTestRedis } from '../support/redis.ts';
import { samplePage } from '../support/sample-page.ts';

async function open(t: Test, environment: Environment = {}): Promise<Server> {
  const database = await createTestDatabase();
  const folder = await ownFolder();
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder.path, ...environment });
  t.teardown(async () => {
    await server.stop('SIGKILL');
    await database.drop();
    await folder.end();
  });
  return server;
}

async function endsWell(t: Test, server: Server): Promise<void> {
  t.same(await server.ended, { code: 0, signal: null }, server.out());
  t.notMatch(server.out(), /stopping took too long|could not close a resource/, 'no force was needed');
}

/** A raw connection, on which requests are written byte for byte. */
async function connection({
  url,
}: Server): Promise<{ socket: Socket; heard(): string; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'connect');
  return { socket, heard: () => text, closed: once(socket, 'close') };
}

t.test(
  'the answer under way says that its connection closes, and what comes later is refused in our form',
  async (t) => {
    const server = await open(t);
    const creator = await signUp(server);
    const idle = await connection(server);
    idle.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await eventually('it is answered and kept', () => idle.heard().includes('"ok"'));
    const late = await connection(server);
    late.socket.write('GET /api/me HTTP/1.1\r\nhost: localhost\r\n');
    const upload = await creator.beginUpload(
      server,
      'POST /media',
      coverParts(await samplePage(300, 300)),
      0.5,
    );
    server.send('SIGTERM');
    await idle.closed;
    t.pass('what was idle is closed');

    late.socket.write('\r\n');
    await late.closed;
    const [head = '', body = ''] = late.heard().split('\r\n\r\n');
    t.match(head, /^HTTP\/1\.1 503 /);
    t.match(head.toLowerCase(), /\r\nretry-after: \d+(\r\n|$)/);
    t.match(head.toLowerCase(), /\r\nconnection: close(\r\n|$)/);
    t.match(JSON.parse(body), { code: 'service_unavailable', message: /\w/ });

    upload.finish();
    t.equal(await upload.answer, 201, 'what was accepted is answered');
    t.equal(await upload.connection, 'close');
    await endsWell(t, server);
  },
);

t.test('under load every request that was accepted is answered', async (t) => {
  const server = await open(t);
  let answered = 0;
  let isOver = false;
  const broken: string[] = [];
  const clients = Array.from({ length: 20 }, async (_, at) => {
    while (!isOver) {
      try {
        const reply = await get(server, ['/', '/api/stories', `/search/${at}`, '/sign_in'][at % 4] ?? '/');
        if (reply.status !== 503) answered += 1;
      } catch (error) {
        const { code = '' } = (error as { cause?: { code?: string } }).cause ?? {};
        // The connection was idle, or the server no longer accepts it.
        if (!/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/.test(code)) broken.push(String(error));
        isOver ||= code === 'ECONNREFUSED';
      }
    }
  });
  await eventually('they are at it', () => answered > 100);
  server.send('SIGTERM');
  await Promise.all(clients);
  await endsWell(t, server);
  t.same(broken, []);
});

for (const [how, leave] of [
  ['away', 'stop'],
  ['frozen', 'freeze'],
] as const) {
  t.test(`a Redis that is ${how} holds up no stop`, async (t) => {
    const redis = await startTestRedis();
    t.teardown(() => redis.stop());
    const server = await open(t, { REDIS_URL: redis.url });
    await redis[leave]();
    await signUp(server);
    server.send('SIGTERM');
    await endsWell(t, server);
  });
}
