/** `npm start` keeps the product running: crashed programs restart, and a stop leaves nothing behind. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readPidFile } from '../../server/embedded/cluster.ts';
import { get } from '../support/creator.ts';
import { dataFolder, isQuiet } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type Kept, startKept, startKeptServer } from './kept.ts';

type Line = { level: number; process: string; msg: string; err?: { message: string; cause?: unknown } };

const linesOf = (kept: { out(): string }): Line[] =>
  kept
    .out()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const saidByKeeper = (kept: Kept): string[] =>
  linesOf(kept)
    .filter((line) => line.process === 'keeper')
    .map(({ msg }) => msg);

async function keep(t: Test, environment: Record<string, string> = {}): Promise<Kept & { cluster: string }> {
  const { dataDir, end } = await dataFolder();
  t.teardown(end);
  const kept = await startKeptServer({ DATA_DIR: dataDir, ...environment });
  t.teardown(() => kept.stop('SIGKILL'));
  return { ...kept, cluster: join(dataDir, 'postgres', 'cluster') };
}

/** Waits until the next start has printed its address, then asks the server. */
async function isBack(t: Test, kept: Kept, starts: number): Promise<void> {
  await eventually('it is up again', () => kept.starts() === starts);
  t.equal((await get(kept, '/readyz')).status, 200, 'and answers');
}

t.test('what nobody caught is told with its cause, and the program is started again', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const kept = await keep(t, { DATABASE_URL: database.url, WORKERS: 'off' });
  t.equal(linesOf(kept).filter(({ level }) => level > 40).length, 0);
  const first = kept.child() ?? 0;
  const settings = (await readFile(`/proc/${first}/environ`, 'utf8')).split('\0');
  t.ok(settings.includes('MALLOC_ARENA_MAX=2'), 'OPS-02 with an allocator that gives memory back');
  process.kill(first, 'SIGUSR2');
  await isBack(t, kept, 2);
  t.not(kept.child(), first);
  const told = linesOf(kept).find(({ level }) => level === 60);
  t.match(told, { msg: 'uncaughtException', err: { message: 'broken on purpose' } });
  t.match(told?.err?.cause, { message: 'the reason' });
  t.same(saidByKeeper(kept), ['the program failed (exit code 1); restarting it']);

  process.kill(kept.child() ?? 0, 'SIGKILL');
  await isBack(t, kept, 3);
  process.kill(kept.child() ?? 0, 'SIGUSR2');
  await isBack(t, kept, 4);
  t.same(
    saidByKeeper(kept).slice(1),
    [
      'the program failed again (exit code 137); restarting it in 1 s',
      'the program failed again (exit code 1); restarting it in 2 s',
    ],
    'it backs off and says so',
  );
  process.kill(kept.child() ?? 0, 'SIGUSR2');
  await eventually('it waits for longer', () => saidByKeeper(kept).length === 4);
  t.same(await kept.stop('SIGTERM'), { code: 0, signal: null }, 'a stop ends the waiting too');
  t.equal(kept.err(), '');
});

t.test('a database that is killed is started again together with its server', async (t) => {
  const kept = await keep(t);
  const before = await readPidFile(kept.cluster);
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await isBack(t, kept, 2);
  t.not((await readPidFile(kept.cluster))?.pid, before?.pid);
  t.notMatch(kept.out(), /stopping took too long/, 'and the end was not waited for');
  // Ctrl+C in a terminal reaches the program directly as well.
  process.kill(kept.child() ?? 0, 'SIGINT');
  t.same(await kept.stop('SIGINT'), { code: 0, signal: null });
  t.ok(isQuiet(kept.cluster));
});

t.test('nothing stays behind whoever is killed', async (t) => {
  const kept = await keep(t);
  const child = kept.child() ?? 0;
  process.kill(kept.pid, 'SIGKILL');
  await eventually('the program sees that it is alone, and PostgreSQL ends with it', () =>
    isQuiet(kept.cluster),
  );
  await eventually('the program has ended', () => !isAlive(child));
  t.match(kept.out(), /nobody keeps this process running any more/);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

t.test('what fails at its start is not started again, nor what was stopped', async (t) => {
  for (const [script, environment] of [
    ['start', { HOST: '203.0.113.1', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
    ['workers', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
    ['start', { PORT: 'abc' }],
  ] as const) {
    const program = startKept(script, environment);
    t.same(await program.ended, { code: 1, signal: null });
    t.match(program.err() + program.out(), /^[A-Z_]+: [^\n]+\n$/, 'one line');
  }
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const workers = startKept('workers', { DATABASE_URL: database.url });
  await eventually('the workers are ready', () => workers.out().includes('workers: ready'));
  t.same(await workers.stop('SIGTERM'), { code: 0, signal: null });
  t.notMatch(workers.out(), /keeper/);
});
