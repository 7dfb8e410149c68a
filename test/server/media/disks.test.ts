/** Uploads and archives on a disk that is slow at every step, and on a full one. */
import t from 'tap';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createEpisode, createStory, upload } from '../../support/console.ts';
import { fullDisk, slowDisk } from '../../support/disk.ts';
import { makeZip } from '../../support/make-zip.ts';
import { NOTHING, remainsOf, uncaught } from '../../support/remains.ts';
import { samplePage } from '../../support/sample-page.ts';

const MIB = 1024 * 1024;
const jpeg = await samplePage(60, 80);
const errors = uncaught();

type Case = [what: string, request: string, name: string, data: Buffer, status: number];

const good = { name: '1.jpg', data: jpeg };
const junk = { name: '2.jpg', data: Buffer.from('no picture') };
const broken = { name: '3.jpg', data: jpeg.subarray(0, jpeg.length / 2) };
const wrongSum = { name: '4.jpg', data: jpeg, method: 8, claims: { crc: 1 } };
const wrongSize = { name: '5.jpg', data: jpeg, method: 8, claims: { uncompressedSize: 10 } };
const large = { name: '6.jpg', data: Buffer.concat([jpeg, Buffer.alloc(3 * MIB)]) };
const archive = makeZip([good]);
const CASES: Case[] = [
  ['an archive of junk', '/creator/pages/import', 'file', makeZip([junk]), 422],
  [
    'an archive of broken pictures',
    '/creator/pages/import',
    'file',
    makeZip([broken, wrongSum, wrongSize]),
    422,
  ],
  [
    'an archive with one good page',
    '/creator/pages/import',
    'file',
    makeZip([good, junk, broken, wrongSum, large]),
    202,
  ],
  ['half an archive', '/creator/pages/import', 'file', archive.subarray(0, archive.length / 2), 422],
  ['no archive', '/creator/pages/import', 'file', Buffer.from('Rar!'), 415],
  ['a page', '/creator/pages', 'files[]', jpeg, 202],
  ['junk', '/creator/pages', 'files[]', Buffer.from('no picture'), 415],
  ['half a page', '/creator/pages', 'files[]', jpeg.subarray(0, jpeg.length / 2), 422],
  ['a page that is too large', '/creator/pages', 'files[]', large.data, 413],
  ['nothing', '/creator/pages', 'files[]', Buffer.alloc(0), 422],
];

async function open(disk: Parameters<typeof startTestApp>[0]) {
  const app = await startTestApp(disk);
  const creator = await app.signUp('Creator');
  const story = await createStory(app, creator);
  const episode = await createEpisode(app, creator, story.id);
  const send = (request: string, name: string, data: Buffer) =>
    upload(app, creator, `POST ${request}`, [
      { name: 'episode_id', value: episode.id },
      { name, filename: 'file', data },
    ]);
  return { app, creator, send };
}

const crop = async (app: TestApp, creator: Awaited<ReturnType<typeof open>>['creator']) => {
  const parts = [{ name: 'file', filename: 'c.jpg', data: jpeg }];
  const reply = await upload(app, creator, 'POST /media', parts);
  const body = { media_id: reply.json().media?.id, x: 0, y: 0, width: 40, height: 40, purpose: 'cover' };
  return app.call('POST /media/crop', { as: creator, body });
};

await t.test('PAG-09, PAG-12, ERR-74 every upload ends as it should on a slow disk', async (t) => {
  const { app, creator, send } = await open({ disk: slowDisk(() => 15) });
  for (const [what, request, name, data, status] of CASES) {
    const reply = await send(request, name, data);
    t.equal(reply.statusCode, status, `${what}: ${reply.body.slice(0, 150)}`);
  }
  t.equal((await crop(app, creator)).statusCode, 201);
  t.same(await remainsOf(app), NOTHING);
  await app.close();
});

await t.test('ERR-74 where there is no room left, 507 says so and nothing remains', async (t) => {
  let isFull: (step: string) => boolean = () => false;
  const { app, creator, send } = await open({ disk: fullDisk((step) => isFull(step)) });
  for (const step of ['mkdtemp', 'open', 'rename', 'mkdir']) {
    isFull = (one) => one === step;
    for (const [request, name, data] of [
      ['/creator/pages', 'files[]', jpeg],
      ['/creator/pages/import', 'file', archive],
    ] as const) {
      const reply = await send(request, name, data);
      t.equal(reply.statusCode, 507, `${step}: ${reply.body.slice(0, 150)}`);
      t.match(reply.json(), { code: 'storage_full', message: /no space left/ });
    }
  }
  isFull = (step) => step === 'rename';
  const reply = await upload(app, creator, 'POST /media', [{ name: 'file', filename: 'c.jpg', data: jpeg }]);
  t.equal(reply.statusCode, 507);
  isFull = () => false;
  t.equal((await crop(app, creator)).statusCode, 201, 'with room again it goes on');
  t.same(await remainsOf(app), NOTHING);
  await app.close();
});

t.same(errors.list, [], 'nothing was left to nobody');
errors.stop();
