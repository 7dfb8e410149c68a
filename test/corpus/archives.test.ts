import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import t from 'tap';
import { compareNames } from '../../server/lib/natural-order.ts';
import { startTestApp } from '../support/app.ts';
import { createEpisode, createStory, upload } from '../support/console.ts';
import { corpusFile, corpusRows } from '../support/corpus.ts';
import { makeZip, type ZipEntry } from '../support/make-zip.ts';

const app = await startTestApp();
const creator = await app.signUp('Creator');
const story = await createStory(app, creator);
const newEpisode = async () => (await createEpisode(app, creator, story.id)).id;
const send = (episodeId: string, data: Buffer, filename = 'comic.cbz') =>
  upload(app, creator, 'POST /creator/pages/import', [
    { name: 'episode_id', value: episodeId },
    { name: 'file', filename, data },
  ]);
const sendZip = async (entries: readonly ZipEntry[]) => send(await newEpisode(), makeZip(entries));
const names = (reply: { json(): { pages: { name: string }[] } }) =>
  reply.json().pages.map(({ name }) => name);

await t.test('PAG-10 the comics and the archives of the corpus', async (t) => {
  const comics = await corpusRows(['comics']);
  for (const folder of ['a-apple-pie', 'craphound', 'emakimono', 'haruko']) {
    const rows = comics.filter(({ file }) => file.startsWith(`comics/${folder}/`));
    const entries = await Promise.all(
      rows.map(async ({ file }) => ({
        name: `${folder}/${basename(file)}`,
        data: await readFile(corpusFile(file)),
      })),
    );
    const reply = await sendZip(entries.toReversed());
    t.equal(reply.statusCode, 202, reply.body.slice(0, 200));
    const wanted = rows.filter(({ expected }) => expected !== 'reject').map(({ file }) => basename(file));
    t.same(names(reply), wanted.toSorted(compareNames), folder);
    t.equal(reply.json().skipped.length, rows.length - wanted.length);
  }
  const outcomes: Record<string, string> = {};
  for (const file of await readdir(corpusFile('cbz'))) {
    const reply = await send(await newEpisode(), await readFile(corpusFile(`cbz/${file}`)), file);
    t.ok([202, 413, 415, 422].includes(reply.statusCode), `${file}: ${reply.statusCode}`);
    if (!file.endsWith('.cbz')) t.equal(reply.statusCode, 415, `${file} is no zip`);
    outcomes[file] = reply.statusCode === 202 ? `${reply.json().pages.length} pages` : reply.json().code;
  }
  t.match(outcomes, { 'Captain_Science_001-comet.cbz': /\d+ pages/ }, 'a CBZ with pictures is taken');
});

await t.test('PAG-08 every picture of the corpus is judged in an archive as it is alone', async (t) => {
  const rows = (await corpusRows(['images'])).filter(({ file }) => file.includes('/gen-'));
  const entries = await Promise.all(
    rows.map(async ({ file }) => ({ name: basename(file), data: await readFile(corpusFile(file)) })),
  );
  const reply = await sendZip(entries);
  t.equal(reply.statusCode, 202, reply.body.slice(0, 200));
  const taken = new Set(names(reply));
  for (const { file, expected } of rows) {
    if (expected === 'accept' || expected === 'over-dim') t.ok(taken.has(basename(file)), file);
    if (expected === 'reject') t.notOk(taken.has(basename(file)), file);
  }
});

await app.close();
t.end();
