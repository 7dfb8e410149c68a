/** The previous release on this release's tables and beside it, and the previous release's data under this release. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { migrateDatabase } from '../../db/migrate.ts';
import { get } from '../support/creator.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail.ts';
import { createTestDatabase } from '../support/postgres.ts';
import {
  type Environment,
  ownFolder,
  type Program,
  ROOT,
  startProgram,
  startServer,
  startWorker,
} from '../support/processes.ts';
import { startTestRedis } from '../support/redis.ts';
import { FILL, lockDiffers, releaseBefore, releases, takeOut } from '../support/release-code.ts';
import { bringOut, liveTogether, type Made, type Pair, uploadAtBoth } from './side-by-side.ts';
import { sumsOf } from './table-sums.ts';

const run = promisify(execFile);
const before = await releaseBefore();
t.teardown(before.end);

async function place(t: Test, extra: Environment = {}) {
  const database = await createTestDatabase({ template: false });
  const folder = await ownFolder();
  const programs: Program[] = [];
  t.teardown(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await database.drop();
    await folder.end();
  });
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    BASE_URL: 'http://tsuzuki.test',
    LOG_LEVEL: 'error',
    ...extra,
  };
  const keep = async <P extends Program>(starting: Promise<P>): Promise<P> => {
    const program = await starting;
    programs.push(program);
    return program;
  };
  return {
    url: database.url,
    environment,
    server: (root: string) => keep(startServer({ ...environment, WORKERS: 'off' }, root)),
    // Its log tells when it is up.
    worker: (root: string) => keep(startWorker({ ...environment, LOG_LEVEL: 'info' }, root)),
  };
}

const migrationsIn = async (url: string): Promise<number> =>
  (await query<{ count: number }>(url, 'select count(*)::int as count from drizzle.__drizzle_migrations'))[0]
    ?.count ?? 0;

type Actions = (t: Test, pair: Pair) => Promise<Made>;

/** Creators work on each release beside the other: first with the old worker alone, then with the new one. */
async function rollOut(t: Test, actions: Actions, extra: Environment = {}): Promise<void> {
  const mails = await startMailServer();
  t.teardown(mails.stop);
  const house = await place(t, { ...extra, SMTP_URL: mails.url });
  const first = await house.server(before.root);
  const oldWorker = await house.worker(before.root);
  const earlier = await migrationsIn(house.url);
  const fresh = await house.server(ROOT);
  t.ok((await migrationsIn(house.url)) > earlier, 'the new release migrates while the one before runs');
  t.equal((await get(first, '/')).status, 200, 'which goes on');
  t.equal((await first.stop()).code, 0);
  const old = await house.server(before.root);
  const shared = { environment: house.environment, databaseUrl: house.url };

  const pair = { ...shared, writer: fresh, other: old, root: ROOT, run: 1 };
  const made = await actions(t, pair);
  const mailTo = (run: number) => mails.received.some(({ to }) => to.includes(`creator-${run}@example.org`));
  await eventually('the worker of before sends what the new server wrote', () => mailTo(1));
  const freshWorker = await house.worker(ROOT);
  await uploadAtBoth(pair, made);
  t.equal((await oldWorker.stop()).code, 0);
  await actions(t, { ...shared, writer: old, other: fresh, root: before.root, run: 2 });
  await eventually('and the other way round', () => mailTo(2));

  await eventually('nothing waits for a worker', async () => {
    const rows = await query<{ count: number }>(
      house.url,
      'select count(*)::int as count from outbox where relayed_at is null and run_at is null',
    );
    return rows[0]?.count === 0;
  });
  t.same(await query(house.url, 'select name, error from failed_jobs'), []);
  for (const program of [old, fresh, freshWorker]) t.equal((await program.stop()).code, 0);
  for (const server of [first, old, fresh])
    t.equal(server.out() + server.err(), `Tsuzuki is at ${server.url}\n`, 'nobody complains');
  for (const worker of [oldWorker, freshWorker])
    t.notMatch(worker.out() + worker.err(), /"level":[56]0/, 'nor do workers');
}

t.test('EPI-23, PRI-22, SOC-01, OPS-01, OPS-08 two releases side by side, the queue in PostgreSQL', (t) =>
  rollOut(t, liveTogether),
);

t.test('EPI-23, OPS-01, OPS-05, OPS-08 two releases side by side, the queue in Redis', async (t) => {
  const redis = await startTestRedis();
  t.teardown(redis.stop);
  await rollOut(t, bringOut, { REDIS_URL: redis.url });
});

t.test('STO-01, REV-13 the data of the release before start under this one', async (t) => {
  const house = await place(t);
  const fill = startProgram(FILL, house.environment, [], before.root);
  t.equal((await fill.ended).code, 0, fill.err());
  // Marks of the previous release that still count, days long ago, and days of a clock that ran ahead.
  await query(
    house.url,
    `insert into view_marks (episode_id, reader, seen_at)
       select id, 'reader of ' || id, now() - interval '1 hour' * position from episodes;
     insert into episode_days (episode_id, day, views) select id, d, 7 from episodes, unnest(array['2020-02-29', '2999-12-31']::date[]) d;
     insert into story_days (story_id, day, views) select id, d, 7 from stories, unnest(array['2020-02-29', '2999-12-31']::date[]) d`,
  );
  const were = await sumsOf(house.url);
  // Skipped, since it is a work list: an upgrade may reindex every search document.
  were.delete('search_changes');
  for (const name of ['episode_days', 'story_days', 'attention_days', 'ledger_legs', 'coin_entries'])
    t.ok((were.get(name)?.rows ?? 0) > 0, `there are rows in ${name}`);

  await migrateDatabase(house.url);
  t.same(await sumsOf(house.url, were), were, 'every row is there, in each of its columns');
  t.match(
    await query(
      house.url,
      'select count(*)::int as seen, (select count(*)::int from view_marks) as marks from seen_marks',
    ),
    [{ seen: were.get('view_marks')?.rows, marks: were.get('view_marks')?.rows }],
    'who has been counted is known',
  );
  const server = await house.server(ROOT);
  const stories = await query<{ slug: string; published: boolean }>(
    house.url,
    'select slug, published from stories',
  );
  t.ok(stories.length > 10);
  for (const { slug } of stories.filter(({ published }) => published)) {
    t.equal((await get(server, `/stories/${slug}`)).status, 200, slug);
    t.equal((await get(server, `/stories/${slug}/1`)).status, 200, `${slug}, its first episode`);
  }
  for (const path of [
    '/',
    '/api/stories/search?q=the&publication_type=comics',
    '/ranking',
    '/calendar',
    '/opds/v2',
    '/sitemap.xml',
  ])
    t.equal((await get(server, path)).status, 200, path);
  t.equal((await server.stop()).code, 0);
  t.equal(server.out() + server.err(), `Tsuzuki is at ${server.url}\n`);
});

t.test('the release before is a commit whose newest migration is the last one that is named', async (t) => {
  const journal = await readFile(join(before.root, 'db/migrations/meta/_journal.json'), 'utf8');
  t.equal(JSON.parse(journal).entries.at(-1).tag, before.lastMigration);
});

t.test('a shallow clone brings the commit of the release', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-clone-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const clone = join(folder, 'clone');
  const words = '-c safe.directory=* clone --quiet --depth=1 --no-checkout'.split(' ');
  await run('git', [...words, `file://${ROOT}`, clone]);
  const [release] = releases;
  if (release === undefined) throw new Error('there is no release');
  const root = join(folder, 'root');
  await mkdir(root);
  await takeOut(release, root, clone);
  t.ok((await readdir(root)).includes('package.json'));
});

t.test('a clone without its history says in one line how to get it', async (t) => {
  const clone = await mkdtemp(join(tmpdir(), 'tsuzuki-clone-'));
  t.teardown(() => rm(clone, { recursive: true, force: true }));
  await run('git', ['init', '--quiet', clone]);
  const [release] = releases;
  if (release === undefined) throw new Error('there is no release');
  await t.rejects(takeOut(release, clone, clone), {
    message: /^The code of release \S+ is commit [0-9a-f]{40}, [^\n]+: git fetch --unshallow origin$/,
  });
});

t.test('packages of another version are not taken for those of the release', async (t) => {
  const lock = (packages: object) => ({ packages: { '': {}, ...packages } });
  const a = { 'node_modules/a': { version: '1.0.0' } };
  const extra = { 'node_modules/b': { version: '1.0.0' } };
  t.equal(lockDiffers(lock(a), lock({ ...a, ...extra })), null);
  t.equal(lockDiffers(lock(a), lock({ 'node_modules/a': { version: '1.0.1' } })), 'node_modules/a');
  t.equal(lockDiffers(lock({ ...a, ...extra }), lock(a)), 'node_modules/b');
  const elsewhere = { 'node_modules/c': { version: '1.0.0', optional: true } };
  t.equal(lockDiffers(lock(elsewhere), lock({})), null);
});
