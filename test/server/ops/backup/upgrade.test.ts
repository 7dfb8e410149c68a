/** Data of another PostgreSQL version: reported in one line, migrated completely, and safe to interrupt anywhere. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { migrateDatabase } from '#db/migrate.ts';
import { openHome } from '#server/embedded/home.ts';
import { findPrograms } from '#server/embedded/postgres.ts';
import { replaceCluster, upgradeDatabase } from '#server/ops/backup/upgrade.ts';
import { rowsOf, shapeOf } from '#test/support/backups.ts';
import { dataFolder, query, start } from '#test/support/embedded.ts';

const say = () => {};
const { dataDir, end } = await dataFolder();
t.teardown(end);
const first = await start(dataDir);
await migrateDatabase(first.url);
await query(
  first.url,
  `insert into settings (name, value) values ('kept', E'a\\tb\\\\c\\nd');
   insert into users (id, email, slug, display_name, date_of_birth)
     values (gen_random_uuid(), 'A@b.c', 'a', 'Ann', '1990-01-01');
   select setval('outbox_id_seq', 41)`,
);
const [rows, shape] = [await rowsOf(first.url), await shapeOf(first.url)];
await first.stop();
const home = await openHome(dataDir, say);
const programs = await findPrograms(home, {});
const folders = async () => (await readdir(home.folder)).filter((name) => name.startsWith('cluster')).sort();
const reason = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: Error) => error.message,
  );

async function startsWhole(t: Test): Promise<void> {
  const server = await start(dataDir);
  t.strictSame(await rowsOf(server.url), rows);
  t.strictSame(await shapeOf(server.url), shape);
  await server.stop();
}

t.test('older data name the command, newer ones the release; neither is touched', async (t) => {
  const file = join(home.clusterDir, 'PG_VERSION');
  await writeFile(file, '17\n');
  t.equal(
    await reason(start(dataDir)),
    `The data folder ${dataDir} was created by PostgreSQL 17, but this release contains 18: run npm run upgrade-database, which keeps the old data beside it`,
  );
  await writeFile(file, '16\n');
  t.match(
    await reason(upgradeDatabase({ dataDir, say })),
    /^This release cannot fetch PostgreSQL 16: [^\n]+$/,
  );
  await writeFile(file, '99\n');
  for (const work of [() => start(dataDir), () => upgradeDatabase({ dataDir, say })])
    t.match(
      await reason(work()),
      /was created by the newer PostgreSQL 99\b.*: use the release that created it, or a later one$/,
    );
  await writeFile(file, '18\n');
  await startsWhole(t);
});

t.test('the new cluster has every row, and the old one stays beside it', async (t) => {
  // Leftover of an earlier attempt.
  await mkdir(join(home.folder, 'cluster.next'));
  const options = { dataDir, durable: false, say };
  await replaceCluster(home, { before: programs, now: programs }, options);
  t.same(await folders(), ['cluster', 'cluster.18']);
  await startsWhole(t);
});

t.test('one that was cut off before its last step is finished by the next start', async (t) => {
  await rename(home.clusterDir, join(home.folder, 'cluster.upgraded'));
  await startsWhole(t);
  t.same(await folders(), ['cluster', 'cluster.18']);
  const told: string[] = [];
  await upgradeDatabase({ dataDir, say: (line) => told.push(line) });
  t.same(told, [`The data folder ${dataDir} already uses PostgreSQL 18`]);
});
