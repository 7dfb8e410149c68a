/** Clients that disconnect midway are normal: the log shows no warnings for them. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import {
  confirmMail,
  coverParts,
  get,
  pageParts,
  signUp,
  startStory,
  whenReady,
} from '../support/creator.ts';
import { multipart } from '../support/multipart.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, type Server, startServer } from '../support/processes.ts';
import { samplePage } from '../support/sample-page.ts';

const EACH = 60;
const AT_ONCE = 10;

/** Sends the bytes and disconnects without waiting for the response, by reset or by close. */
async function sendAndLeave({ url }: Server, bytes: Buffer, at: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  // Spreads the disconnects over the response time, so that every step is hit.
  await sleep(at % 23);
  const closed = once(socket, 'close');
  if (at % 2 === 0) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}

const head = (request: string, headers: Record<string, string | number>): Buffer =>
  Buffer.from(
    `${request} HTTP/1.1\r\nhost: tsuzuki.test\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

t.test('many clients of each kind that hang up leave no line of an error', async (t) => {
  const database = await createTestDatabase();
  const folder = await ownFolder();
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    BASE_URL: 'http://localhost',
    MAILBOX: 'on',
    LOG_LEVEL: 'info',
  });
  t.teardown(async () => {
    await server.stop('SIGKILL');
    await database.drop();
    await folder.end();
  });
  const page = await samplePage();
  const creator = await signUp(server);
  await confirmMail(database.url);
  const work = await startStory(creator, server, page);
  await creator.upload(server, 'POST /creator/pages', pageParts(work, ['1.jpg'], page));
  await whenReady(creator, server, work);
  await creator.call(server, `POST /creator/episodes/${work.episodeId}/publish`, {});
  const reader = await get(server, `/stories/${work.slug}/1`);
  const picture = /src="(\/media\/[^"]+\.jpg)"/.exec(reader.text)?.[1] ?? '';
  t.match(picture, /^\/media\//);

  const { authorization } = creator;
  const json = Buffer.from(JSON.stringify({ title: 'Night Train '.repeat(20) }));
  const jsonType = { authorization, 'content-type': 'application/json', 'content-length': json.length };
  const upload = multipart(coverParts(page));
  const uploadType = { authorization, ...upload.headers, 'content-length': upload.payload.length };
  const kinds: Record<string, (at: number) => Buffer> = {
    page: (at) => head(`GET /stories/${work.slug}?preview=${at}`, {}),
    'page of its own': () => head('GET /creator/stories', { cookie: `auth_token=${authorization.slice(7)}` }),
    'public page': (at) => head(`GET /search/${at}`, { 'accept-encoding': 'br' }),
    'unknown page': (at) => head(`GET /nowhere/${at}`, {}),
    'API with a body': () =>
      Buffer.concat([head(`PATCH /api/creator/stories/${work.storyId}`, jsonType), half(json)]),
    'API with a whole body': () =>
      Buffer.concat([head(`PATCH /api/creator/stories/${work.storyId}`, jsonType), json]),
    upload: () => Buffer.concat([head('POST /api/media', uploadType), half(upload.payload)]),
    'whole upload': () => Buffer.concat([head('POST /api/media', uploadType), upload.payload]),
    'hot picture': () => head(`GET ${picture}`, {}),
    asset: () => head(`GET ${/href="(\/assets\/[^"]+\.css)"/.exec(reader.text)?.[1]}`, {}),
  };
  for (const [kind, bytes] of Object.entries(kinds)) {
    const before = server.out().length;
    for (let at = 0; at < EACH; at += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, more) => sendAndLeave(server, bytes(at + more), at + more)),
      );
    }
    // When this response arrives, the server has cleaned up the earlier connections.
    t.equal((await get(server, '/readyz')).status, 200, kind);
    t.same(trouble(server.out().slice(before)), [], kind);
  }
  t.same(await server.stop(), { code: 0, signal: null });
  t.same(trouble(server.out().slice(server.out().indexOf('\n') + 1)), [], 'to the end');
  t.equal(server.err(), '');
});

/** Lines that are no JSON, or at least warnings. */
const trouble = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !(line.startsWith('{') && JSON.parse(line).level < 40));
