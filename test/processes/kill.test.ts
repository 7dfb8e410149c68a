/** A server is killed during its work. The next start finds everything acknowledged, and nothing else. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { findRunningPostgres } from '../../server/embedded/running.ts';
import { createFileStorage } from '../../server/storage/files.ts';
import {
  confirmMail,
  coverParts,
  listPages,
  pageParts,
  signIn,
  signUp,
  startStory,
  whenReady,
} from '../support/creator.ts';
import { dataFolder, isQuiet, query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { type Environment, ownFolder, startServer } from '../support/processes.ts';
import { samplePage } from '../support/sample-page.ts';

const BATCHES = [1, 2, 3];
const BATCH_PAGES = 6;

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function originalsIn(dataDir: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of createFileStorage({ folder: join(dataDir, 'media') }).list('media/'))
    if (key.endsWith('/original')) ids.push(key.split('/').at(-2) ?? '');
  return ids.sort();
}

async function urlOf(dataDir: string): Promise<string> {
  const url = await findRunningPostgres(dataDir);
  if (url === null) throw new Error('no database runs');
  return url;
}

async function mediaIds(dataDir: string): Promise<string[]> {
  const rows = await query<{ id: string }>(await urlOf(dataDir), 'select id::text from media');
  return rows.map((row) => row.id).sort();
}

t.test('kill -9 during uploads and processing loses nothing and leaves nothing', async (t) => {
  const { dataDir, end } = await dataFolder();
  const temporary = await ownFolder();
  t.teardown(async () => {
    await end();
    await temporary.end();
  });
  const environment: Environment = { DATA_DIR: dataDir, TMPDIR: temporary.path, LOG_LEVEL: 'error' };
  const cluster = join(dataDir, 'postgres', 'cluster');
  const uploadsLeft = async () =>
    (await namesIn(temporary.path)).filter((name) => name.startsWith('tsuzuki-upload-'));
  const page = await samplePage();

  const first = await startServer(environment);
  t.teardown(() => first.stop('SIGKILL'));
  const creator = await signUp(first);
  await confirmMail(await urlOf(dataDir));
  const work = await startStory(creator, first, page);
  for (const batch of BATCHES) {
    const names = Array.from({ length: BATCH_PAGES }, (_, at) => `${batch}-${at}.jpg`);
    await creator.upload(first, 'POST /creator/pages', pageParts(work, names, page));
  }
  const acknowledged = (await listPages(creator, first, work)).map(({ id, name }) => ({ id, name }));
  t.equal(acknowledged.length, BATCHES.length * BATCH_PAGES);

  // The first file of this upload is stored, the second is half sent.
  const before = (await originalsIn(dataDir)).length;
  const half = await creator.beginUpload(
    first,
    'POST /creator/pages',
    pageParts(work, ['lost-1.jpg', 'lost-2.jpg'], page),
    0.75,
  );
  await eventually('one file of the upload is stored, the other is being received', async () => {
    return (await originalsIn(dataDir)).length > before && (await uploadsLeft()).length > 0;
  });
  const states = (await listPages(creator, first, work)).map(({ state }) => state);
  t.ok(
    states.some((state) => state !== 'ready'),
    'pages are being processed',
  );
  await first.stop('SIGKILL');
  await t.rejects(half.answer, 'nobody said that the last upload arrived');
  await eventually('PostgreSQL ends by itself', () => isQuiet(cluster));
  t.equal((await originalsIn(dataDir)).length, before + 1, 'half an upload lies about');
  t.ok((await uploadsLeft()).length > 0);
  const stored = join(dataDir, 'media', '.temporary');
  const unfinished = await namesIn(stored);

  const second = await startServer(environment);
  t.teardown(() => second.stop('SIGKILL'));
  t.same(await originalsIn(dataDir), await mediaIds(dataDir), 'each stored original is a known picture');
  t.equal((await mediaIds(dataDir)).length, acknowledged.length + 1, 'the pages and the cover');
  t.same(await uploadsLeft(), []);
  // The waiting pages have been processed meanwhile, so other temporary files may exist.
  const onTheWay = await namesIn(stored);
  t.same(
    unfinished.filter((name) => onTheWay.includes(name)),
    [],
    'what was half stored is gone',
  );
  const again = await signIn(second);
  const pages = await whenReady(again, second, work);
  t.same(
    pages.map(({ id, name }) => ({ id, name })),
    acknowledged,
    'every acknowledged page is there, ready and in its place',
  );
  await eventually('nothing is half stored', async () => (await namesIn(stored)).length === 0);
  await again.call(second, `POST /creator/episodes/${work.episodeId}/publish`, {});
  await again.upload(second, 'POST /media', coverParts(page));

  await second.stop('SIGKILL');
  await eventually('PostgreSQL ends by itself again', () => isQuiet(cluster));
  const third = await startServer(environment);
  t.teardown(() => third.stop('SIGKILL'));
  const { published } = (
    await (
      await signIn(third)
    ).call<{ story: { published: boolean } }>(third, `GET /creator/stories/${work.storyId}`)
  ).story;
  t.ok(published, 'what was published stays so');
  t.match(await third.stop('SIGTERM'), { code: 0 });
  t.ok(isQuiet(cluster), 'nothing runs any more');
  t.equal(third.err(), '');
});
