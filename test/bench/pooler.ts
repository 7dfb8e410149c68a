/** PostgreSQL connections of two servers and two workers under many readers, with and without a pooler. */
import { confirmMail, get, pageParts, signUp, startStory, whenReady } from '../support/creator.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { startPooler } from '../support/pooler.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, startServer, startWorker } from '../support/processes.ts';
import { samplePage } from '../support/sample-page.ts';
import { figure, type Row } from './row.ts';

const READERS = 100;
const ROUNDS = 20;
const POOL_SIZE = 20;

type Way = 'none' | 'session' | 'transaction';

async function benchWay(way: Way): Promise<Row[]> {
  const database = await createTestDatabase();
  const folder = await ownFolder();
  const settings = { ignore_startup_parameters: 'options' };
  const size = way === 'transaction' ? POOL_SIZE : 100;
  const pooler = way === 'none' ? null : await startPooler(database.url, { mode: way, size, settings });
  const environment = {
    DATABASE_URL: pooler?.url ?? database.url,
    ...(way === 'transaction' ? { DATABASE_DIRECT_URL: database.url } : {}),
    DATA_DIR: folder.path,
    BASE_URL: 'http://tsuzuki.test',
    // The small cache sends every request to the database.
    PAGE_CACHE_MIB: '1',
  };
  const web = { ...environment, WORKERS: 'off', LOG_LEVEL: 'error' };
  const [a, b, ...workers] = await Promise.all([
    startServer(web),
    startServer(web),
    startWorker(environment),
    startWorker(environment),
  ]);
  const page = await samplePage(400, 560);
  const creator = await signUp(a);
  await confirmMail(database.url);
  const work = await startStory(creator, a, page);
  await creator.upload(a, 'POST /creator/pages', pageParts(work, ['1.jpg', '2.jpg'], page));
  await whenReady(creator, a, work);
  await get(b, `/stories/${work.slug}`);
  await creator.call(a, `POST /creator/episodes/${work.episodeId}/publish`, {});
  await eventually('the other server has heard of it', async () => {
    const { text } = await get(b, `/stories/${work.slug}`);
    return text.includes(`/stories/${work.slug}/1`);
  });
  let [most, refused] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = Array.from({ length: READERS }, (_, at) =>
      get(at % 2 === 0 ? a : b, `/api/stories/search?q=night&publication_type=comics&page=${at + 1}`),
    );
    const [{ count = 0 } = {}] = (await query(
      database.url,
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )) as { count: number }[];
    most = Math.max(most, count);
    refused += (await Promise.all(asked)).filter(({ status }) => status >= 500).length;
  }
  const ends = await Promise.all([a, b, ...workers].map((program) => program.stop()));
  if (ends.some(({ code }) => code !== 0)) throw new Error('a process did not end in order');
  await pooler?.stop();
  await database.drop();
  await folder.end();
  const name = way === 'none' ? 'without a pooler' : `pooler in ${way} mode`;
  return [
    figure(`connections at PostgreSQL, 2 servers and 2 workers, ${name}`, most, ''),
    figure(`refused of ${READERS * ROUNDS} searches, ${name}`, refused, ''),
  ];
}

export async function benchPooler(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const way of ['none', 'session', 'transaction'] as const) rows.push(...(await benchWay(way)));
  return rows;
}
