import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import t from 'tap';
import { media, uploads } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { sweepLeftovers } from '../../../server/domains/media/leftovers.ts';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory } from '../../support/console.ts';
import { eventually } from '../../support/eventually.ts';
import { makeZip } from '../../support/make-zip.ts';
import { multipart } from '../../support/multipart.ts';
import { draw } from '../../support/pictures.ts';

const ABORTED = 100;
const app = await startTestApp();
await app.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.app.server.address() as AddressInfo;
const creator = await app.signUp();
const story = await createStory(app, creator);
const episode = await createEpisode(app, creator, story.id);
const picture = await draw({ width: 300, height: 400, format: 'jpeg' }, (x, y) => [x % 256, y % 256, 99]);

function breakOff(path: string, part: { name: string; data: Buffer }, share: number): Promise<void> {
  const { payload, headers } = multipart([
    { name: 'episode_id', value: episode.id },
    { name: part.name, filename: 'file', data: part.data },
    { name: part.name, filename: 'file', data: part.data },
  ]);
  const head = [
    `POST /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `content-length: ${payload.length}`,
    ...Object.entries({ ...headers, ...creator.headers }).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n`);
      socket.write(payload.subarray(0, Math.floor(payload.length * share)), () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

const ownFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`tsuzuki-upload-${process.pid}-`));

await t.test('PAG-02 a hundred aborted uploads and imports leave no orphan after the sweep', async (t) => {
  const archive = makeZip([{ name: '1.jpg', data: picture }]);
  for (let round = 0; round < ABORTED; round += 1) {
    const share = (round + 1) / (ABORTED + 1);
    await breakOff('/creator/pages', { name: 'files[]', data: picture }, share);
    await breakOff('/creator/pages/import', { name: 'file', data: archive }, share);
  }
  await eventually('every request has noticed', async () => (await ownFolders()).length === 0);
  const inTwoHours: Deps = { ...app.deps, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } };
  await eventually('the sweep leaves nothing', async () => {
    await sweepLeftovers(inTwoHours);
    const keys: string[] = [];
    for await (const { key } of app.deps.storage.list('')) keys.push(key);
    return keys.length === 0 && (await app.deps.db.$count(uploads)) === 0;
  });
  t.equal(await app.deps.db.$count(media), 0, 'none became a picture');
  const { pages } = (await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator })).json();
  t.same(pages, []);
});

await app.close();
