import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { multipart } from '../../support/multipart.ts';
import { NOTHING, remainsOf } from '../../support/remains.ts';
import { samplePage } from '../../support/sample-page.ts';

const WAIT_MS = 1500;
const BYTES_PER_SECOND = 4096;
const CONNECTIONS_MAX_COUNT = 40;

const app = await startTestApp({
  app: {
    patience: {
      waitMs: WAIT_MS,
      bytesPerSecond: BYTES_PER_SECOND,
      checkEveryMs: 30,
      connectionsMaxCount: CONNECTIONS_MAX_COUNT,
    },
  },
});
await app.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.app.server.address() as AddressInfo;
const creator = await app.signUp('Creator');
const story = await createStory(app, creator);
const episode = await createEpisode(app, creator, story.id);
const jpeg = await samplePage(120, 160);

type Line = { socket: Socket; heard: () => string; ended: Promise<unknown> };

async function call(): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => socket.destroy());
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, heard: () => text, ended };
}

const head = (path: string, type: string, length: number | null): string =>
  [
    `POST /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    `content-type: ${type}`,
    length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...Object.entries(creator.headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const upload = multipart([
  { name: 'episode_id', value: episode.id },
  { name: 'files[]', filename: 'a.jpg', data: Buffer.concat([jpeg, Buffer.alloc(40_000)]) },
]);
const UPLOAD: [string, string, Buffer] = [
  '/creator/pages',
  upload.headers['content-type'] ?? '',
  upload.payload,
];
const body = { story_id: story.id, title: 'Slowly', padding: 'x'.repeat(20_000) };
const JSON_BODY: [string, string, Buffer] = [
  '/creator/episodes',
  'application/json',
  Buffer.from(JSON.stringify(body)),
];

async function trickle(line: Line, payload: Buffer, bytes: number, everyMs: number): Promise<void> {
  for (let at = 0; at < payload.length && !line.socket.destroyed; at += bytes) {
    line.socket.write(payload.subarray(at, at + bytes));
    await wait(everyMs);
  }
}

for (const [path, type, payload] of [UPLOAD, JSON_BODY]) {
  await t.test(`a body that trickles to ${path} is cut, and says so`, async (t) => {
    const line = await call();
    line.socket.write(head(path, type, payload.length));
    await trickle(line, payload, 2, 20);
    await line.ended;
    t.match(line.heard(), /^HTTP\/1\.1 408 /);
    t.match(line.heard(), /"code":"too_slow"/);
  });

  await t.test(`a slow body to ${path} with pauses arrives, whatever it takes`, async (t) => {
    const line = await call();
    line.socket.write(head(path, type, payload.length));
    // Four times the required speed, with a pause of two thirds of the timeout.
    const half = Math.floor(payload.length / 2);
    await trickle(line, payload.subarray(0, half), 820, 50);
    await wait((WAIT_MS * 2) / 3);
    await trickle(line, payload.subarray(half), 820, 50);
    await line.ended;
    t.match(line.heard(), /^HTTP\/1\.1 20[12] /);
  });
}

await t.test(
  'a body that never begins, a chunk that never ends and headers that never end are cut',
  async (t) => {
    const [path, type, payload] = UPLOAD;
    const begun: [string, string][] = [
      ['nothing after the headers', head(path, type, payload.length)],
      ['a chunk that does not end', `${head(path, type, null)}ffff\r\n--tsu`],
      ['headers that do not end', head(path, type, payload.length).slice(0, 80)],
      ['nothing at all', ''],
    ];
    await Promise.all(
      begun.map(async ([what, text]) => {
        const line = await call();
        line.socket.write(text);
        await line.ended;
        t.ok(line.heard() === '' || line.heard().startsWith('HTTP/1.1 408 '), `${what}: ${line.heard()}`);
      }),
    );
  },
);

await t.test('who goes on sending slowly after the refusal is cut too', async (t) => {
  const line = await call();
  const wrong = multipart([{ name: 'wrong', filename: 'a.jpg', data: Buffer.alloc(100_000) }]);
  line.socket.write(head('/creator/pages', wrong.headers['content-type'] ?? '', wrong.payload.length));
  await trickle(line, wrong.payload.subarray(0, 60_000), 20_000, 10);
  await trickle(line, wrong.payload.subarray(60_000), 2, 20);
  await line.ended;
  t.match(line.heard(), /^HTTP\/1\.1 422 /, 'the refusal was heard before');
});

await t.test('a body that nobody reads any more holds no connection', async (t) => {
  const line = await call();
  const files = Array.from({ length: 4 }, () => ({
    name: 'wrong',
    filename: 'a',
    data: Buffer.alloc(400_000),
  }));
  const { payload, headers } = multipart(files);
  line.socket.write(head('/media/crop', headers['content-type'] ?? '', payload.length + 1000));
  line.socket.write(payload);
  await line.ended;
  t.match(line.heard(), /^HTTP\/1\.1 422 /);
});

await t.test('there are only so many connections, and others are served when they are gone', async (t) => {
  const lines = await Promise.all(Array.from({ length: CONNECTIONS_MAX_COUNT * 2 }, () => call()));
  const count = await new Promise<number>((resolve) =>
    app.app.server.getConnections((_, all) => resolve(all)),
  );
  t.ok(count <= CONNECTIONS_MAX_COUNT, `${count}`);
  for (const { socket } of lines) socket.destroy();
  await eventually('the server answers', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    return reply?.status === 200;
  });
});

await eventually(
  'nothing remains',
  async () => JSON.stringify(await remainsOf(app)) === JSON.stringify(NOTHING),
);
await app.close();
