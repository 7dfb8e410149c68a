import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import t from 'tap';
import { clusterProcesses, signal } from '../../../server/embedded/processes.ts';
import {
  dataFolder,
  isQuiet,
  query,
  silent,
  start,
  startOwner,
  until,
  watchers,
} from '../../support/embedded.ts';

const keep = `create table kept (word text); insert into kept values ('safe')`;
const kept = 'select word from kept';

t.test('killing the owner ends PostgreSQL too, and the next start finds the data', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await startOwner({ dataDir, durable: true });
  await query(first.url, keep);
  t.equal(watchers(first.clusterDir).length, 1);
  await first.kill();
  await until(() => isQuiet(first.clusterDir));
  const second = await start(dataDir);
  t.strictSame(await query(second.url, kept), [{ word: 'safe' }]);
  await second.stop();
  await until(() => isQuiet(second.clusterDir));
  await end();
});

t.test('the next start does not wait for the old one to be gone', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await startOwner({ dataDir, durable: true });
  await query(first.url, keep);
  await first.kill();
  const second = await start(dataDir);
  t.strictSame(await query(second.url, kept), [{ word: 'safe' }]);
  await second.stop();
  await end();
});

t.test('after the death of every process at once nothing committed is lost', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await startOwner({ dataDir, durable: true });
  await query(first.url, keep);
  const busy = new Client({ connectionString: first.url });
  busy.on('error', () => undefined);
  await busy.connect();
  const cut = t.rejects(
    busy.query(`begin; insert into kept values ('not committed'); select pg_sleep(1000)`),
  );
  const victims = [...watchers(first.clusterDir), ...clusterProcesses(first.clusterDir)];
  first.owner.kill('SIGKILL');
  for (const pid of victims) signal(pid, 'SIGKILL');
  await cut;
  await first.kill();
  t.ok(await stat(join(first.clusterDir, 'postmaster.pid')), 'it had no chance to tidy up');
  const second = await start(dataDir);
  t.strictSame(await query(second.url, kept), [{ word: 'safe' }]);
  await second.stop();
  await end();
});

t.test('a PostgreSQL that outlived its owner and its watcher is stopped and replaced', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await startOwner({ dataDir, durable: true });
  await query(first.url, keep);
  for (const pid of watchers(first.clusterDir)) signal(pid, 'SIGKILL');
  await first.kill();
  t.strictSame(await query(first.url, kept), [{ word: 'safe' }], 'it still runs');
  const lines: string[] = [];
  const second = await start(dataDir, { log: { ...silent, warn: (line) => lines.push(line) } });
  t.match(lines, [`Stopping a PostgreSQL that a killed process left behind (process ${first.pid})`]);
  t.not(second.pid, first.pid);
  t.strictSame(await query(second.url, kept), [{ word: 'safe' }]);
  await second.stop();
  await end();
});

t.test('children that outlived their postmaster do not stop the next start', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await startOwner({ dataDir, durable: true });
  await query(first.url, keep);
  for (const pid of watchers(first.clusterDir)) signal(pid, 'SIGKILL');
  // Stopped processes cannot notice that their postmaster is gone.
  const children = clusterProcesses(first.clusterDir).filter((pid) => pid !== first.pid);
  for (const pid of children) signal(pid, 'SIGSTOP');
  signal(first.pid, 'SIGKILL');
  await first.kill();
  const second = await start(dataDir);
  t.strictSame(await query(second.url, kept), [{ word: 'safe' }]);
  await second.stop();
  await end();
});

t.test('numbers in stale files that now belong to other processes do not confuse', async (t) => {
  const { dataDir, end } = await dataFolder();
  const first = await start(dataDir);
  await query(first.url, keep);
  const pidFile = await readFile(join(first.clusterDir, 'postmaster.pid'), 'utf8');
  await first.stop();

  const { uid, gid } = await stat(first.clusterDir);
  const innocent = spawn('sleep', ['1000'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : {});
  await once(innocent, 'spawn');
  const ownerFile = join(dataDir, 'postgres', 'owner.json');
  await writeFile(ownerFile, JSON.stringify({ pid: innocent.pid, mark: 'an earlier life', token: 'old' }));
  const pidPath = join(first.clusterDir, 'postmaster.pid');
  await writeFile(pidPath, pidFile.replace(/^\d+/, `${innocent.pid}`));
  await chown(pidPath, uid, gid);

  const second = await start(dataDir);
  t.strictSame(await query(second.url, kept), [{ word: 'safe' }]);
  await second.stop();
  t.equal(innocent.exitCode ?? innocent.signalCode, null, 'the other process was not touched');
  innocent.kill();
  await end();
});

t.test('an owner file that a power cut left empty is stale', async (t) => {
  const { dataDir, end } = await dataFolder();
  await (await start(dataDir)).stop();
  await writeFile(join(dataDir, 'postgres', 'owner.json'), '');
  const second = await start(dataDir);
  t.strictSame(await query(second.url, 'select 1 as answer'), [{ answer: 1 }]);
  await second.stop();
  await end();
});

t.test('a first start that was cut short leaves nothing that the next one trips over', async (t) => {
  const { dataDir, end } = await dataFolder();
  const half = join(dataDir, 'postgres', 'cluster.new-half');
  await mkdir(half, { recursive: true });
  await writeFile(join(half, 'PG_VERSION'), '18\n');
  const server = await start(dataDir);
  await t.rejects(stat(half), { code: 'ENOENT' });
  t.strictSame(await query(server.url, 'select 1 as answer'), [{ answer: 1 }]);
  await server.stop();
  await end();
});

t.test('PostgreSQL ending by itself is reported, and asking it to stop is not', async (t) => {
  const { dataDir, end } = await dataFolder();
  const lines: string[] = [];
  const log = { ...silent, error: (line: string) => lines.push(line) };
  const first = await start(dataDir, { log });
  // Keeps this process alive: the launcher does not, and nothing else is pending.
  const awake = setInterval(() => undefined, 1000);
  signal(first.pid, 'SIGKILL');
  t.equal(await first.lost, 'signal SIGKILL');
  clearInterval(awake);
  t.strictSame(lines, ['PostgreSQL has ended unexpectedly (signal SIGKILL)']);
  await first.stop();
  const second = await start(dataDir, { log });
  await second.stop();
  t.equal(lines.length, 1);
  await end();
});
