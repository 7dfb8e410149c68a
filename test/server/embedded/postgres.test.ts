import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { findBinaries } from '../../../server/embedded/binaries.ts';
import { isStartError } from '../../../server/embedded/start-error.ts';
import {
  dataFolder,
  isQuiet,
  isRoot,
  packageOf,
  query,
  silent,
  start,
  startOwner,
  until,
} from '../../support/embedded.ts';

const nobody = 65534;

async function failure(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isStartError(error)) throw error ?? new Error('it started');
  return error.message;
}

t.test('the first start makes the database, open to nobody but holders of its password', async (t) => {
  const { dataDir, end } = await dataFolder();
  const server = await start(dataDir);
  const [made] = await query(
    server.url,
    `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider,
            datlocale as locale, current_setting('listen_addresses') as addresses,
            (select rolsuper from pg_roles
            where rolname = current_user) as superuser from pg_database where datname = current_database()`,
  );
  t.strictSame(made, {
    name: 'tsuzuki',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    addresses: '127.0.0.1',
    superuser: false,
  });
  const password = new URL(server.url).password;
  t.ok(password.length >= 32, 'the password is long');
  const passwordFile = join(dataDir, 'postgres', 'password');
  t.equal((await readFile(passwordFile, 'utf8')).trim(), password);
  t.equal((await stat(passwordFile)).mode & 0o777, 0o600);
  await t.rejects(query(server.url.replace(password, 'guessed'), 'select 1'), { code: '28P01' });
  await t.rejects(query(server.url.replace(`:${password}`, ''), 'select 1'), 'no way in without one');
  await server.stop();
  await until(() => isQuiet(server.clusterDir));
  await end();
});

t.test('trigrams, unaccent and citext work, also on letters beyond ASCII', async (t) => {
  const { dataDir, end } = await dataFolder();
  const server = await start(dataDir);
  await query(server.url, 'create extension pg_trgm; create extension unaccent; create extension citext');
  const [seen] = await query(
    server.url,
    `select unaccent('Übergröße') as plain, 'Ä'::citext = 'ä'::citext as same, lower('ÄÖÜ') as lower,
            similarity('漫画', '漫画') as similar, similarity('漫画', '小説') as different`,
  );
  t.strictSame(seen, { plain: 'Ubergrosse', same: true, lower: 'äöü', similar: 1, different: 0 });
  await server.stop();
  await end();
});

t.test('the next start finds the data and the password of the last one', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await start(dataDir);
  await query(first.url, `create table kept (word text); insert into kept values ('続き')`);
  await first.stop();
  await first.stop();
  const second = await start(dataDir);
  t.strictSame(await query(second.url, 'select word from kept'), [{ word: '続き' }]);
  t.equal(new URL(second.url).password, new URL(first.url).password);
  await second.stop();
  await end();
});

t.test('two instances on one machine live side by side', async (t) => {
  const [one, two] = [await dataFolder(), await dataFolder()];
  const [a, b] = await Promise.all([start(one.dataDir), start(two.dataDir)]);
  t.not(a.port, b.port);
  await query(a.url, 'create table only_here ()');
  await t.rejects(query(b.url, 'select from only_here'), { code: '42P01' });
  await a.stop();
  t.strictSame(await query(b.url, 'select 1 as answer'), [{ answer: 1 }], 'the other one goes on');
  await b.stop();
  await Promise.all([one.end(), two.end()]);
});

t.test('a chosen port is used, and a taken one is named', async (t) => {
  const [one, two] = [await dataFolder(), await dataFolder()];
  const a = await start(one.dataDir);
  t.match(await failure(start(two.dataDir, { port: a.port })), `Port ${a.port} for PostgreSQL is in use`);
  await a.stop();
  const b = await start(two.dataDir, { port: a.port });
  t.equal(b.port, a.port);
  await b.stop();
  await Promise.all([one.end(), two.end()]);
});

t.test('a data folder in use is refused in one line and its user is left alone', async (t) => {
  const { dataDir, end } = await dataFolder();
  const running = await startOwner({ dataDir });
  const message = await failure(start(dataDir));
  t.equal(
    message,
    `The data folder ${dataDir} is in use by process ${running.owner.pid}: ` +
      'stop it first or set another DATA_DIR',
  );
  t.strictSame(await query(running.url, 'select 1 as answer'), [{ answer: 1 }]);
  await running.stop();
  const own = await start(dataDir);
  t.match(await failure(start(dataDir)), 'is in use by this process');
  await own.stop();
  await end();
});

t.test('of several starts at once in one folder exactly one wins', async (t) => {
  const { dataDir, end } = await dataFolder();
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => start(dataDir)));
  const winners = results.filter((result) => result.status === 'fulfilled');
  const refusals = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
  t.equal(winners.length, 1);
  for (const reason of refusals) t.match(reason.message, /is in use by/);
  for (const winner of winners) await winner.value.stop();
  await end();
});

t.test('a folder that cannot be written to is refused in one line', async (t) => {
  const { dataDir, end } = await dataFolder();
  await writeFile(dataDir, 'a file in the way');
  t.match(await failure(start(dataDir)), `The data folder ${dataDir} is not writable (`);
  await end();
});

t.test('data of a newer PostgreSQL are refused unharmed', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await start(dataDir);
  await query(first.url, 'create table kept ()');
  await first.stop();
  const versionFile = join(first.clusterDir, 'PG_VERSION');
  const version = await readFile(versionFile, 'utf8');
  await writeFile(versionFile, '99\n');
  const message = await failure(start(dataDir));
  t.match(
    message,
    `The data folder ${dataDir} was created by the newer PostgreSQL 99, but this release contains 18`,
  );
  t.notMatch(message, '\n');
  await writeFile(versionFile, version);
  const again = await start(dataDir);
  t.strictSame(await query(again.url, 'select from kept'), []);
  await again.stop();
  await end();
});

t.test('a lost password file is named', async (t) => {
  const { dataDir, end } = await dataFolder();
  await (await start(dataDir)).stop();
  const passwordFile = join(dataDir, 'postgres', 'password');
  await writeFile(passwordFile, '');
  t.match(await failure(start(dataDir)), `The file ${passwordFile}`);
  await end();
});

if (isRoot) {
  /** Programs in a folder that the other user can read, even if this checkout is not readable. */
  const packageDir = async () => {
    const account = { name: 'nobody', ids: { uid: nobody, gid: nobody } };
    const { postgres } = await findBinaries(account, { cacheDir: '/var/cache/tsuzuki' });
    return packageOf(postgres);
  };

  t.test('root lends PostgreSQL another user', async (t) => {
    const { dataDir, end } = await dataFolder();
    const server = await start(dataDir);
    t.not((await stat(`/proc/${server.pid}`)).uid, 0);
    t.not((await stat(server.clusterDir)).uid, 0);
    await server.stop();
    await end();
  });

  t.test('a data folder closed to that user keeps its data elsewhere and remembers where', async (t) => {
    const { dataDir, end } = await dataFolder(0o700);
    const lines: string[] = [];
    const log = { ...silent, info: (line: string) => lines.push(line) };
    const first = await start(dataDir, { log });
    t.notOk(first.clusterDir.startsWith(dataDir));
    t.match(lines.join('\n'), first.clusterDir.replace(/\/cluster$/, ''), 'a log line says where');
    await query(first.url, 'create table kept ()');
    t.match(await failure(start(dataDir)), `The data folder ${dataDir} is in use`);
    await first.stop();
    const second = await start(dataDir);
    t.equal(second.clusterDir, first.clusterDir);
    t.strictSame(await query(second.url, 'select from kept'), []);
    await second.stop();
    await end();
  });

  t.test(
    'an ordinary user starts and restarts, and is told about folders that are not its own',
    async (t) => {
      const [own, foreign] = [await dataFolder(0o777), await dataFolder()];
      const options = { packageDir: await packageDir(), uid: nobody };
      const first = await startOwner({ ...options, dataDir: own.dataDir });
      await query(first.url, 'create table kept ()');
      await first.stop();
      const second = await startOwner({ ...options, dataDir: own.dataDir });
      t.strictSame(await query(second.url, 'select from kept'), []);
      await second.stop();

      const rootless = await startOwner({ ...options, dataDir: foreign.dataDir });
      t.match(
        rootless.failure,
        `The data folder ${foreign.dataDir} is not writable (EACCES: permission denied)`,
      );
      await (await start(foreign.dataDir)).stop();
      const afterRoot = await startOwner({ ...options, dataDir: foreign.dataDir });
      t.match(afterRoot.failure, /belongs to user \d+: run as that user or as root/);
      await Promise.all([own.end(), foreign.end()]);
    },
  );

  t.test('root goes on with what an ordinary user began', async (t) => {
    const { dataDir, end } = await dataFolder(0o777);
    const first = await startOwner({ packageDir: await packageDir(), uid: nobody, dataDir });
    await query(first.url, 'create table kept ()');
    await first.stop();
    const second = await start(dataDir);
    t.strictSame(await query(second.url, 'select from kept'), []);
    t.equal((await stat(`/proc/${second.pid}`)).uid, nobody);
    await second.stop();
    await end();
  });
}
