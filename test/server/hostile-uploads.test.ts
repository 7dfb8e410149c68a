/** Broken, odd and endless uploads to a listening server: each is answered or cut off, and leaves nothing behind. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { startTestApp } from '../support/app.ts';
import { createEpisode, createStory } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { makeZip } from '../support/make-zip.ts';
import { multipart, type Part } from '../support/multipart.ts';
import { NOTHING, remainsOf, uncaught } from '../support/remains.ts';
import { samplePage } from '../support/sample-page.ts';
import { mutate, randomOf } from './mutations.ts';

const MUTATIONS = 1000;
const AT_ONCE = 2;
const SEED = 20_260_701;

const errors = uncaught();
const app = await startTestApp();
await app.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.app.server.address() as AddressInfo;
const creator = await app.signUp('Creator');
const story = await createStory(app, creator);
const episodes: string[] = [];
for (let index = 0; index < 8; index += 1) episodes.push((await createEpisode(app, creator, story.id)).id);
const jpeg = await samplePage(60, 80);
const png = await samplePage(80, 60);

type Answer = { status: number; body: string };

/** Status 0 means that the connection was cut before a response. */
function send(path: string, payload: Buffer, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve) => {
    const request = httpRequest({
      port,
      path: `/api${path}`,
      method: 'POST',
      agent: false,
      headers: { ...headers, ...creator.headers, 'content-length': payload.length },
    });
    request.on('error', () => resolve({ status: 0, body: '' }));
    request.on('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    });
    request.end(payload);
  });
}

const sendParts = (path: string, parts: readonly Part[]): Promise<Answer> => {
  const { payload, headers } = multipart(parts);
  return send(path, payload, headers);
};

const archive = makeZip([
  { name: 'a/1.jpg', data: jpeg, method: 8 },
  { name: 'a/2.png', data: png },
  { name: 'a/3.jpg', data: jpeg.subarray(0, 900) },
  { name: 'notes.txt', data: Buffer.from('notes'), method: 8 },
]);
const kinds = ['archive', 'import', 'pages', 'media'] as const;

/** One broken upload: mutates only the content of an archive, otherwise the whole body. */
function brokenUpload(index: number): [path: string, payload: Buffer, headers: Record<string, string>] {
  const random = randomOf(SEED + index);
  const kind = kinds[index % kinds.length];
  const id: Part = { name: 'episode_id', value: episodes[random(episodes.length)] ?? '' };
  if (kind === 'archive') {
    const data = mutate(archive, random);
    const { payload, headers } = multipart([id, { name: 'file', filename: 'a.cbz', data }]);
    return ['/creator/pages/import', payload, headers];
  }
  const file = (name: string, data: Buffer): Part => ({ name, filename: 'file', data });
  const parts: Record<string, Part[]> = {
    import: [id, file('file', archive)],
    pages: [id, file('files[]', jpeg), file('files[]', png)],
    media: [{ name: 'purpose', value: 'cover' }, file('file', jpeg)],
  };
  const { payload, headers } = multipart(parts[kind ?? 'media'] ?? []);
  const path = kind === 'import' ? '/creator/pages/import' : kind === 'pages' ? '/creator/pages' : '/media';
  return [path, mutate(payload, random), headers];
}

const settled = () =>
  eventually('nothing of them remains', async () => {
    const remains = await remainsOf(app);
    return JSON.stringify(remains) === JSON.stringify(NOTHING);
  });

await t.test('PAG-12, ERR-74 a thousand broken archives and bodies are told what is wrong', async (t) => {
  let next = 0;
  const statuses = new Map<number, number>();
  const work = async (): Promise<void> => {
    for (let index = next; index < MUTATIONS; index = next) {
      next += 1;
      const { status, body } = await send(...brokenUpload(index));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isAnswered = status >= 200 && status < 500;
      if (!isAnswered) t.fail(`${index}: ${status} ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  t.comment(JSON.stringify([...statuses]));
  t.ok((statuses.get(202) ?? 0) > 0 && (statuses.get(422) ?? 0) > 0, 'some survive, some do not');
  await settled();
});

await t.test('API-42 parts in odd order, twice, too many or without an end are refused', async (t) => {
  const [id = ''] = episodes;
  const episode: Part = { name: 'episode_id', value: id };
  const file: Part = { name: 'file', filename: 'a.cbz', data: archive };
  const page: Part = { name: 'files[]', filename: 'a.jpg', data: jpeg };
  const many = Array.from({ length: 10_000 }, (_, index): Part => ({ name: `f${index}`, value: 'x' }));
  const manyFiles = Array.from({ length: 10_000 }, (): Part => ({ ...page, data: Buffer.from('x') }));
  const long: Part = { name: 'n'.repeat(200_000), value: 'x' };
  const cases: [string, string, Part[], readonly number[]][] = [
    ['the file before its episode', '/creator/pages/import', [file, episode], [422]],
    ['two archives', '/creator/pages/import', [episode, file, file], [413]],
    ['the episode twice', '/creator/pages', [episode, episode, page], [202]],
    ['a page where an archive belongs', '/creator/pages/import', [episode, page], [422]],
    ['10,000 fields', '/creator/pages', [episode, ...many, page], [413]],
    ['10,000 fields for an archive', '/creator/pages/import', [...many, episode, file], [413]],
    ['10,000 files', '/creator/pages', [episode, ...manyFiles], [413, 415]],
    ['an endless name', '/creator/pages', [episode, long, page], [202, 400, 413, 422]],
    [
      'a name that is a method',
      '/media',
      [
        { name: 'constructor', value: 'x' },
        { ...page, name: 'file' },
      ],
      [400, 422],
    ],
    ['a file under such a name', '/media', [{ ...page, name: '__proto__' }], [400, 422]],
  ];
  for (const [what, path, parts, wanted] of cases) {
    const { status, body } = await sendParts(path, parts);
    t.ok(wanted.includes(status), `${what}: ${status} ${body.slice(0, 150)}`);
  }
  await settled();
});

await t.test('PAG-16 the same upload sent twice at once leaves one of it', async (t) => {
  const id = (await createEpisode(app, creator, story.id)).id;
  const parts: Part[] = [
    { name: 'episode_id', value: id },
    { name: 'page_id', value: '0195c2a4-8d1e-7c3b-9a55-3f0d2c1b4a11' },
    { name: 'file', filename: 'a.cbz', data: archive },
  ];
  const answers = await Promise.all([1, 2].map(() => sendParts('/creator/pages/import', parts)));
  for (const { status, body } of answers) t.equal(status, 202, body);
  const { pages } = (await app.call(`GET /creator/pages?episode_id=${id}`, { as: creator })).json();
  t.equal(pages.length, 2);
  await settled();
});

await t.test('PAG-02 whoever hangs up in the middle of a phase leaves nothing', async (t) => {
  const [id = ''] = episodes;
  const begin = (path: string, length: number | null, type: string): string =>
    [
      `POST /api${path} HTTP/1.1`,
      'host: 127.0.0.1',
      length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`,
      `content-type: ${type}`,
      ...Object.entries(creator.headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');
  const { payload, headers } = multipart([
    { name: 'episode_id', value: id },
    { name: 'file', filename: 'a.cbz', data: archive },
  ]);
  const type = headers['content-type'] ?? '';
  const places = ['episode_id', id, 'filename', 'PK\u0003\u0004', 'PK\u0001\u0002', '--\r\n'];
  const phases: [string, Buffer][] = [
    ['the headers', Buffer.from(begin('/creator/pages/import', payload.length, type).slice(0, 60))],
    ['no body', Buffer.from(begin('/creator/pages/import', payload.length, type))],
    ...places.map((place): [string, Buffer] => {
      const end = payload.indexOf(place, 0, 'latin1') + 2;
      const head = begin('/creator/pages/import', payload.length, type);
      return [
        `inside ${JSON.stringify(place)}`,
        Buffer.concat([Buffer.from(head), payload.subarray(0, end)]),
      ];
    }),
    [
      'all, before the answer',
      Buffer.concat([Buffer.from(begin('/creator/pages/import', payload.length, type)), payload]),
    ],
    ['a chunk', Buffer.from(`${begin('/creator/pages/import', null, type)}ff\r\n--`)],
    ['JSON', Buffer.from(`${begin('/creator/stories', 50, 'application/json')}{"title":`)],
  ];
  const before = (await app.call(`GET /creator/pages?episode_id=${id}`, { as: creator })).json();
  for (const [what, bytes] of phases) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    socket.destroy();
    await once(socket, 'close');
    t.pass(what);
  }
  await settled();
  const after = (await app.call(`GET /creator/pages?episode_id=${id}`, { as: creator })).json();
  t.ok(after.pages.length - before.pages.length <= 4, 'only what came whole may have been added');
  const connections = () =>
    new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)));
  await eventually('every connection is gone', async () => (await connections()) === 0);
});

t.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200, 'the server answers');
t.same(errors.list, [], 'nothing was left to nobody');
errors.stop();
await app.close();
