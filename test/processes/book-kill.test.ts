/** A worker is killed in the middle of a book. The episode is unchanged, and the next worker finishes the book. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { createFileStorage } from '../../server/storage/files.ts';
import { makeBook } from '../support/books.ts';
import { confirmMail, signUp } from '../support/creator.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type Environment, ownFolder, startServer, startWorker } from '../support/processes.ts';
import { samplePage } from '../support/sample-page.ts';

const PICTURES = 20;

type Found = { epub: { id: string; state: string; findings: { pictures: number } | null } | null };

t.test('OPS-10 kill -9 in the middle of a book leaves the episode as it was, or complete', async (t) => {
  const database = await createTestDatabase();
  const folder = await ownFolder();
  const temporary = await ownFolder();
  const environment: Environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    TMPDIR: temporary.path,
    BASE_URL: 'http://tsuzuki.test',
    LOG_LEVEL: 'error',
  };
  const at = await startServer({ ...environment, WORKERS: 'off' });
  const startReader = () => startWorker({ ...environment, LOG_LEVEL: 'info' });
  const first = await startReader();
  const programs = [at, first];
  t.teardown(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await database.drop();
    await folder.end();
    await temporary.end();
  });

  const picture = await samplePage(500, 700);
  const names = Array.from({ length: PICTURES }, (_, index) => `map-${index}.jpg`);
  const data = makeBook({
    texts: {
      'one.xhtml': `<h1>Ice</h1>${names.map((name) => `<p><img src="${name}" alt="A map"/></p>`).join('')}`,
      'two.xhtml': '<h1>Thaw</h1><p>Water.</p>',
    },
    toc: '<li><a href="one.xhtml">Ice</a></li><li><a href="two.xhtml">Thaw</a></li>',
    items: names.map((name, index) => `map${index} ${name} image/jpeg`),
    files: Object.fromEntries(names.map((name) => [`OPS/${name}`, picture])),
  });

  const creator = await signUp(at);
  await confirmMail(database.url);
  const { story } = await creator.call<{ story: { id: string } }>(at, 'POST /creator/stories', {
    title: 'The Pilot',
    publication_type: 'novel',
    genre: 'mystery',
    language: 'en',
  });
  const begin = async (title: string): Promise<string> => {
    const body = { story_id: story.id, title };
    const { episode } = await creator.call<{ episode: { id: string } }>(at, 'POST /creator/episodes', body);
    return episode.id;
  };
  const send = (episodeId: string) =>
    creator.upload(at, 'POST /media/epub', [
      { name: 'episode_id', value: episodeId },
      { name: 'epub', filename: 'pilot.epub', data },
    ]);
  const look = async (episodeId: string) =>
    (await creator.call<Found>(at, `GET /creator/episodes/epub/${episodeId}/import`)).epub;
  const titles = async (episodeId: string): Promise<string[]> => {
    const path = `GET /creator/episodes/chapters?episode_id=${episodeId}`;
    const { chapters } = await creator.call<{ chapters: { title: string }[] }>(at, path);
    return chapters.map(({ title }) => title);
  };
  const count = async (what: string): Promise<number> =>
    Number((await query<{ count: string }>(database.url, `select count(*) from ${what}`))[0]?.count);
  const someStored = () => eventually('some pictures are stored', async () => (await count('media')) > 2);
  const booksKept = async (): Promise<string[]> => {
    const keys: string[] = [];
    const storage = createFileStorage({ folder: join(folder.path, 'media') });
    for await (const { key } of storage.list('epub/')) keys.push(key.replace('epub/', ''));
    return keys;
  };

  const episodeId = await begin('One');
  await creator.call(at, 'POST /creator/episodes/chapters', {
    episode_id: episodeId,
    title: 'Old',
    html: '<p>Old text.</p>',
  });
  await send(episodeId);
  await someStored();
  await first.stop('SIGKILL');
  // A note marks each file in transfer. A sweep deletes the file when no upload can be that slow.
  const halfStored = await count('uploads');
  t.ok(halfStored <= 1);
  t.ok((await count('media')) < PICTURES, 'in the middle of the book');
  t.match(await look(episodeId), { state: 'reading', findings: null });
  t.same(await titles(episodeId), ['Old'], 'the episode is as it was');
  t.ok((await readdir(temporary.path)).length > 0, 'what was unpacked lies about');

  programs.push(await startReader());
  const found = await eventually('the book is found by the next worker', async () => {
    const epub = await look(episodeId);
    return epub?.state === 'reading' ? null : epub;
  });
  t.match(found, { state: 'found', findings: { pictures: PICTURES } });
  t.equal(await count('media'), PICTURES, 'each picture once');
  t.equal(await count('uploads'), halfStored);
  t.same(await titles(episodeId), ['Old']);
  await creator.call(at, `POST /creator/episodes/epub/${episodeId}/import`, { media_id: found.id });
  t.same(await titles(episodeId), ['Ice', 'Thaw'], 'the episode is complete');
  await eventually('nothing lies about', async () => (await readdir(temporary.path)).length === 0);

  const gone = await begin('Two');
  await send(gone);
  await eventually('pictures of the second are stored', async () => (await count('media')) > PICTURES + 2);
  await t.rejects(send(gone), /409.*epub_being_read/, 'a second book while the first is read');
  await creator.call(at, `DELETE /creator/episodes/${gone}`, {});
  await eventually('nothing of it is left', async () => {
    const [media, uploads, books] = [await count('media'), await count('uploads'), await count('epubs')];
    return media === PICTURES && uploads === halfStored && books === 1;
  });
  await eventually('nor of its file', async () => (await booksKept()).length === 1);
  t.same(await booksKept(), [found.id]);
  t.equal(at.err(), '');
});
