/** Uploads every real and hostile picture of the corpus. Each result matches its manifest. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { media } from '../../db/schema/index.ts';
import { startTestApp } from '../support/app.ts';
import { createEpisode, createStory, upload } from '../support/console.ts';
import { corpusFile, corpusRows } from '../support/corpus.ts';

const MIB = 1024 * 1024;

t.test('PAG-08, PAG-09, PAG-10, PAG-12 the corpus through POST /creator/pages', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const story = await createStory(app, creator);
  const send = async (episodeId: string, file: string) =>
    upload(app, creator, 'POST /creator/pages', [
      { name: 'episode_id', value: episodeId },
      { name: 'files[]', filename: file.split('/').at(-1) ?? '', data: await readFile(corpusFile(file)) },
    ]);
  const rows = await corpusRows(['images', 'comics']);
  t.ok(rows.length > 400, 'the corpus is there');

  let episode = await createEpisode(app, creator, story.id, 'Corpus');
  let pages = 0;
  const before = process.memoryUsage().rss;
  let highest = before;
  for (const row of rows) {
    if (pages === 250) {
      episode = await createEpisode(app, creator, story.id, 'Corpus, continued');
      pages = 0;
    }
    const reply = await send(episode.id, row.file);
    highest = Math.max(highest, process.memoryUsage().rss);
    if (reply.statusCode === 202) pages += 1;
    const outcome = reply.statusCode === 202 ? 'accepted' : 'refused';
    if (row.expected === 'accept' || row.expected === 'over-dim')
      t.equal(outcome, 'accepted', `${row.file}: ${reply.body.slice(0, 100)}`);
    else if (row.expected === 'reject') t.equal(outcome, 'refused', row.file);
    if (outcome === 'refused') {
      t.ok([413, 415, 422].includes(reply.statusCode), `${row.file} is refused: ${reply.statusCode}`);
      if (reply.statusCode === 422)
        t.match(reply.json().fields, [{ files: [/.{5,}/] }], `${row.file} says why`);
      else t.match(reply.json(), { code: /^picture_/, message: /.{5,}/ }, `${row.file} says why`);
    }
  }
  t.ok(highest - before < 300 * MIB, `memory grew by ${Math.round((highest - before) / MIB)} MiB`);

  const kept = await app.deps.db.$count(media);
  const originals: string[] = [];
  for await (const { key } of app.deps.storage.list('media/')) originals.push(key);
  t.equal(originals.length, kept, 'what was refused left nothing in storage');
});

t.test('uploads that break off, lie or go too far leave nothing behind', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const story = await createStory(app, creator);
  const episode = await createEpisode(app, creator, story.id);
  const good = await readFile(
    corpusFile(`comics/craphound/${(await corpusRows(['comics/craphound']))[0]?.file.split('/').at(-1)}`),
  );
  const id = { name: 'episode_id', value: episode.id };
  const file = (name: string, data: Buffer) => ({ name, filename: 'p.jpg', data });

  await t.test('one bad file among good ones refuses them all', async (t) => {
    const reply = await upload(app, creator, 'POST /creator/pages', [
      id,
      file('files[]', good),
      file('files[]', Buffer.from('no picture')),
      file('files[]', good),
    ]);
    t.equal(reply.statusCode, 415);
    t.match(reply.json(), { code: 'picture_unsupported', message: /JPG or PNG/ });
  });

  await t.test('PAG-09 exactly 3 MiB is accepted, one byte more is not', async (t) => {
    // A JPEG may have trailing bytes, so padding gives it any length.
    const padded = (bytes: number) => Buffer.concat([good, Buffer.alloc(bytes - good.length)]);
    const most = await upload(app, creator, 'POST /creator/pages', [id, file('files[]', padded(3 * MIB))]);
    t.equal(most.statusCode, 202, most.body);
    const over = await upload(app, creator, 'POST /creator/pages', [
      id,
      file('files[]', padded(3 * MIB + 1)),
    ]);
    t.equal(over.statusCode, 413);
    t.match(over.json(), { code: 'picture_too_large', message: /3 MB/ });
  });

  await t.test(
    'a missing file, a wrong field, a wrong kind of body and a cut body are told apart',
    async (t) => {
      const none = await upload(app, creator, 'POST /creator/pages', [id]);
      t.match(none.json(), { fields: [{ files: ["can't be blank"] }] });
      const wrong = await upload(app, creator, 'POST /creator/pages', [id, file('picture', good)]);
      t.equal(wrong.statusCode, 422);
      const json = await app.call('POST /creator/pages', { as: creator, body: { episode_id: episode.id } });
      t.equal(json.statusCode, 415);
      const noEpisode = await upload(app, creator, 'POST /creator/pages', [file('files[]', good)]);
      t.match(noEpisode.json(), { fields: [{ episode_id: ["can't be blank"] }] });
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      for (const body of [
        '',
        '--x\r\n',
        `--x\r\nContent-Disposition: form-data; name="files[]"; filename="a.jpg"\r\n\r\nabc`,
      ]) {
        const cut = await app.call('POST /creator/pages', { as: creator, body: Buffer.from(body), headers });
        t.ok(cut.statusCode >= 400 && cut.statusCode < 500, `${cut.statusCode} for ${JSON.stringify(body)}`);
      }
    },
  );

  const originals: string[] = [];
  for await (const { key } of app.deps.storage.list('media/')) originals.push(key);
  t.equal(originals.length, await app.deps.db.$count(media), 'storage and database agree');
});
