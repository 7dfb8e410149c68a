import { isNull } from 'drizzle-orm';
import t from 'tap';
import { outbox } from '../../db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import { keepFailedJob } from '../../server/ops/failed-jobs.ts';
import { dataFolder, start } from '../support/embedded.ts';
import { openBench } from '../support/jobs.ts';
import { type Environment, startProgram } from '../support/processes.ts';

async function jobs(environment: Environment, ...args: string[]) {
  const program = startProgram('workers/jobs-cli.ts', environment, args);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

t.test('a person lists the jobs that failed for good and has one tried again, once', async (t) => {
  const bench = await openBench();
  t.teardown(bench.close);
  const { deps } = bench;
  const environment = { DATABASE_URL: bench.databaseUrl };
  t.same(await jobs(environment, 'list'), { code: 0, out: '0 failed jobs, page 1 of 1\n', err: '' });

  const mediaId = newId();
  const addedAt = new Date();
  await keepFailedJob(deps, {
    id: 'ob-7',
    name: 'media.process',
    payload: { mediaId },
    error: 'Error: the storage is away\n    at somewhere',
    attempts: 6,
    addedAt,
  });
  const listed = await jobs(environment, 'list');
  t.match(listed.out, `media.process {"mediaId":"${mediaId}"}  6 attempts: Error: the storage is away\n`);
  t.match(listed.out, '1 failed jobs, page 1 of 1\n');
  const id = /Z {2}(\S+)/.exec(listed.out)?.[1] ?? '';

  t.same(await jobs(environment, 'retry', id), { code: 0, out: `${id} is queued again\n`, err: '' });
  const waiting = await deps.db.select().from(outbox).where(isNull(outbox.relayedAt));
  t.match(waiting, [{ name: 'media.process', payload: { mediaId } }], 'it is on its way to the queue');
  t.match(await jobs(environment, 'retry', id), { code: 1, out: '', err: /^[^\n]+already\n$/ });
  t.match((await jobs(environment, 'list')).out, 'queued again 2');
  t.match(await jobs(environment, 'retry', newId()), { code: 1, out: '', err: /^There is no [^\n]+\n$/ });
});

t.test('a wrong call says in one line how it goes', async (t) => {
  for (const args of [[], ['retry'], ['list', '0'], ['delete', newId()], ['retry', newId(), newId()]])
    t.match(await jobs({}, ...args), { code: 1, out: '', err: /^Usage: [^\n]+\n$/ }, args.join(' '));
});

t.test('the database of a running server is found in its data folder', async (t) => {
  const { dataDir, end } = await dataFolder();
  t.teardown(end);
  t.match(await jobs({ DATA_DIR: dataDir }, 'list'), { code: 1, out: '', err: /^No server runs [^\n]+\n$/ });
  const server = await start(dataDir);
  t.teardown(() => server.stop());
  t.same(await jobs({ DATA_DIR: dataDir }, 'list'), {
    code: 0,
    out: '0 failed jobs, page 1 of 1\n',
    err: '',
  });
});
