import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import t from 'tap';
import { media, uploads } from '#db/schema/index.ts';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory, publishStory, upload } from '../../support/console.ts';
import { makeZip, withZip64, type ZipEntry } from '../../support/make-zip.ts';
import { draw } from '../../support/pictures.ts';

const MIB = 1024 * 1024;
const app = await startTestApp();
const creator = await app.signUp('Creator');
const stranger = await app.signUp('Stranger');
const story = await createStory(app, creator);
const jpeg = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
const png = await draw({ width: 60, height: 80, format: 'png' }, (x, y) => [y, x, 128]);

const newEpisode = async () => (await createEpisode(app, creator, story.id)).id;
const send = (episodeId: string, data: Buffer, as = creator, filename = 'comic.cbz') =>
  upload(app, as, 'POST /creator/pages/import', [
    { name: 'episode_id', value: episodeId },
    { name: 'file', filename, data },
  ]);
const sendZip = async (entries: readonly ZipEntry[]) => send(await newEpisode(), makeZip(entries));
const names = (reply: { json(): { pages: { name: string }[] } }) =>
  reply.json().pages.map(({ name }) => name);

await t.test('API-42 PAG-02 an archive becomes pages in natural order, folder by folder', async (t) => {
  const reply = await sendZip([
    { name: 'B/page10.jpg', data: jpeg },
    { name: 'B/page2.png', data: png, method: 8 },
    { name: 'A/Page 3.JPG', data: jpeg },
    { name: 'A/', mode: 0o040755 },
    { name: 'A/page 1.jpg', data: jpeg, method: 8 },
    { name: 'cover.jpg', data: jpeg },
  ]);
  t.equal(reply.statusCode, 202, reply.body);
  t.same(names(reply), ['page 1.jpg', 'Page 3.JPG', 'page2.png', 'page10.jpg', 'cover.jpg']);
  t.same(reply.json().skipped, []);
  await app.runJobs();
  const id = reply.json().pages[0].id;
  t.ok(id);
});

await t.test(
  'PAG-08 PAG-12 what lies beside the pages is left out, what is no picture is told',
  async (t) => {
    const reply = await sendZip([
      { name: '__MACOSX/._1.jpg', data: Buffer.from('fork') },
      { name: '.DS_Store', data: Buffer.from('x') },
      { name: 'ComicInfo.xml', data: Buffer.from('<ComicInfo/>') },
      { name: 'Thumbs.db', data: Buffer.from('x') },
      { name: '1.jpg', data: png },
      { name: '2.png', data: jpeg },
      { name: '3.jpg', data: Buffer.from('no picture') },
      { name: '4.gif', data: Buffer.from('GIF89a no way') },
      { name: '5.jpg', data: Buffer.concat([jpeg, Buffer.alloc(3 * MIB + 1 - jpeg.length, 7)]) },
      { name: '6.jpg', data: jpeg.subarray(0, jpeg.length / 2) },
      { name: '7.jpg', data: jpeg, claims: { crc: 1 } },
      { name: '8.jpg', data: Buffer.alloc(0) },
      { name: 'readme.txt', data: Buffer.from('read me') },
    ]);
    t.equal(reply.statusCode, 202, reply.body);
    t.same(names(reply), ['1.jpg', '2.png'], 'a PNG named .jpg is a picture all the same');
    t.same(reply.json().skipped, [
      { name: '3.jpg', reason: 'not_an_image' },
      { name: '4.gif', reason: 'unsupported_type' },
      { name: '5.jpg', reason: 'too_large' },
      { name: '6.jpg', reason: 'damaged' },
      { name: '7.jpg', reason: 'damaged' },
      { name: '8.jpg', reason: 'empty' },
      { name: 'readme.txt', reason: 'not_an_image' },
    ]);
  },
);

await t.test('PAG-09 a picture of exactly 3 MiB in an archive is taken', async (t) => {
  const data = Buffer.concat([jpeg, Buffer.alloc(3 * MIB - jpeg.length, 7)]);
  const reply = await sendZip([{ name: '1.jpg', data }]);
  t.equal(reply.statusCode, 202, reply.body);
});

await t.test('hostile and broken archives are refused with the reason, and nothing is kept', async (t) => {
  const page = { name: '1.jpg', data: jpeg };
  const zeros = Buffer.alloc(2 * MIB);
  const episodeId = await newEpisode();
  const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}.txt` }));
  const hundred = Array.from({ length: 101 }, (_, index) => ({ name: `${index}.jpg`, data: jpeg }));
  const others = Array.from({ length: 200 }, (_, index) => ({
    name: `${index}.txt`,
    data: Buffer.from('x'),
  }));
  const whole = makeZip([page]);
  const cases: [string, Buffer, number, RegExp][] = [
    ['a name that climbs out', makeZip([page, { name: '../2.jpg', data: jpeg }]), 422, /points outside/],
    ['an absolute name', makeZip([page, { name: '/etc/2.jpg', data: jpeg }]), 422, /points outside/],
    ['a drive', makeZip([page, { name: 'c:/2.jpg', data: jpeg }]), 422, /points outside/],
    ['a backslash', makeZip([page, { name: 'a\\..\\2.jpg', data: jpeg }]), 422, /points outside/],
    [
      'a symbolic link',
      makeZip([page, { name: '2.jpg', data: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
      422,
      /links/,
    ],
    [
      'an encrypted entry',
      makeZip([
        page,
        { name: '2.jpg', data: jpeg, flags: 1, claims: { uncompressedSize: jpeg.length - 12 } },
      ]),
      422,
      /password/,
    ],
    ['another compression', makeZip([page, { name: '2.jpg', data: jpeg, method: 12 }]), 422, /plain ZIP/],
    ['two files of one name', makeZip([page, page]), 422, /same name/],
    ['a bomb', makeZip([page, { name: '2.jpg', data: zeros, method: 8 }]), 422, /unpacks/],
    [
      'a bomb without a ratio',
      makeZip([page, { name: '2.jpg', data: jpeg, claims: { offset: 0 } }]),
      422,
      /unpacks/,
    ],
    [
      'a bomb in sum',
      makeZip([
        page,
        { name: '2.txt', data: randomBytes(4 * MIB), method: 8, claims: { uncompressedSize: 700 * MIB } },
      ]),
      422,
      /unpacks/,
    ],
    ['a directory far away', withZip64(whole, { directory: 2n ** 63n }), 422, /damaged or incomplete/],
    ['a page far away', makeZip([{ ...page, offset64: 2n ** 63n }]), 422, /damaged|no usable JPG/],
    ['too many entries', makeZip([page, ...many]), 422, /10,000/],
    ['too many pictures', makeZip(hundred), 422, /100 images/],
    ['200 files that are no pictures', makeZip([page, ...others]), 422, /too many files/],
    ['no picture', makeZip([{ name: 'a.txt', data: Buffer.from('a') }]), 422, /no usable JPG or PNG/],
    ['the end is missing', whole.subarray(0, whole.length - 30), 422, /incomplete/],
    [
      'the middle is missing',
      Buffer.concat([whole.subarray(0, 40), whole.subarray(400)]),
      422,
      /damaged|no usable JPG/,
    ],
    ['nothing', Buffer.alloc(0), 422, /empty/],
    ['a PDF', Buffer.from('%PDF-1.7 and so on'), 415, /not a ZIP or CBZ/],
  ];
  for (const [what, data, status, says] of cases) {
    const reply = await send(episodeId, data);
    t.equal(reply.statusCode, status, `${what}: ${reply.body.slice(0, 120)}`);
    t.match(reply.body, says, what);
  }
  t.equal(await app.deps.db.$count(uploads), 0, 'nothing waits to be used');
  const listed = await app.call(`GET /creator/pages?episode_id=${episodeId}`, { as: creator });
  t.same(listed.json().pages, []);
});

await t.test('an archive over 150 MiB is refused', async (t) => {
  const filler = { name: '2.bin', data: Buffer.alloc(150 * MIB, 1) };
  const reply = await send(await newEpisode(), makeZip([{ name: '1.jpg', data: jpeg }, filler]));
  t.equal(reply.statusCode, 413);
  t.match(reply.json(), { code: 'archive_too_large', message: /150 MB/ });
});

await t.test('PAG-07 ROL-05 only into an unpublished episode of the own team', async (t) => {
  const zip = makeZip([{ name: '1.jpg', data: jpeg }]);
  const { episode } = await publishStory(app, creator, { title: 'Fixed' });
  t.match((await send(episode.id, zip)).json(), { code: 'invalid_state' });
  t.equal((await send(await newEpisode(), zip, stranger)).statusCode, 404);
  const none = await upload(app, creator, 'POST /creator/pages/import', [
    { name: 'file', filename: 'a.zip', data: zip },
  ]);
  t.match(none.json(), { fields: [{ episode_id: ["can't be blank"] }] });
  const late = await upload(app, creator, 'POST /creator/pages/import', [
    { name: 'file', filename: 'a.zip', data: zip },
    { name: 'episode_id', value: await newEpisode() },
  ]);
  t.equal(late.statusCode, 422, 'the episode is named before the file comes');
  const cut = await app.call('POST /creator/pages/import', {
    as: creator,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="episode_id"\r\n\r\n${await newEpisode()}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK`,
    ),
  });
  t.match(cut.json(), { code: 'upload_incomplete' });
});

await t.test('nothing half done is left', async (t) => {
  const originals: string[] = [];
  for await (const { key } of app.deps.storage.list('media/'))
    if (key.endsWith('original')) originals.push(key);
  t.equal(originals.length, await app.deps.db.$count(media), 'storage and database agree');
  const own = (await readdir(tmpdir())).filter((name) => name.startsWith(`tsuzuki-upload-${process.pid}-`));
  t.same(own, [], 'no temporary file is left');
});

await app.close();
