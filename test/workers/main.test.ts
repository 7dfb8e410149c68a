import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createQueue } from '../../server/queue/queue.ts';
import { eventually } from '../support/eventually.ts';
import { makeDeps } from '../support/jobs.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { quickStart } from '../support/quick-start.ts';

const script = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));

function startProcess(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [script], {
    env: { PATH, ...quickStart, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const collect = (chunk: Buffer): void => {
    text += chunk;
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', collect);
  return { child, output: () => text };
}

t.test('separate workers say in one line that they need a database', async (t) => {
  const { child, output } = startProcess({});
  const [code] = await once(child, 'close');
  t.equal(code, 1);
  t.match(output(), /^DATABASE_URL: [^\n]*\n$/);
});

t.test('separate workers say in one line that the database is away or a variable is wrong', async (t) => {
  const away = startProcess({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' });
  t.equal((await once(away.child, 'close'))[0], 1);
  t.match(away.output(), /^DATABASE_URL: [^\n]*\n$/);
  const wrong = startProcess({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'loud' });
  t.equal((await once(wrong.child, 'close'))[0], 1);
  t.match(wrong.output(), /^LOG_LEVEL: [^\n]*\n$/);
});

t.test('separate workers do jobs and end with 0 when asked to', async (t) => {
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-workers-'));
  const { deps, close } = makeDeps(url);
  const queue = await createQueue({ config: deps.config, databaseUrl: url, log: deps.log });
  t.teardown(async () => {
    await queue.close();
    await close();
    await drop();
    await rm(folder, { recursive: true });
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { child, output } = startProcess({ DATABASE_URL: url, DATA_DIR: folder });
    t.teardown(() => child.kill('SIGKILL'));
    await eventually('it is ready', () => output().includes('workers: ready'));
    await queue.addBulk([
      { name: 'media.delete_files', payload: { mediaIds: [] }, id: `ob-${signal}`, delayMs: 0 },
    ]);
    await eventually(
      'the job was done',
      async () => !(await queue.isLive('media.delete_files', `ob-${signal}`)),
    );
    const ended = once(child, 'close');
    child.kill(signal);
    t.same(await ended, [0, null], output());
  }
});
