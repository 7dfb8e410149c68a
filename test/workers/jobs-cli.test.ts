import { UnrecoverableError } from 'bullmq';
import { eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { failedJobs, outbox, scheduleRuns } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { newId } from '../../server/lib/ids.ts';
import { keepFailedJob } from '../../server/ops/failed-jobs.ts';
import { jobsCommand } from '../../workers/jobs-cli.ts';
import { runWorkers } from '../../workers/run-workers.ts';
import { call } from '../support/commands.ts';
import { dataFolder, start } from '../support/embedded.ts';
import { handlersWith, openBench } from '../support/jobs.ts';
import { startProgram } from '../support/processes.ts';

async function failOnce(deps: Deps, number: number, mediaId = newId()): Promise<string> {
  await keepFailedJob(deps, {
    id: `ob-${number}`,
    name: 'media.process',
    payload: { mediaId },
    error: 'Error: the storage is away\n    at somewhere',
    attempts: 6,
    addedAt: new Date(),
  });
  return mediaId;
}

t.test('a person lists the jobs that failed for good and has one tried again, once', async (t) => {
  const bench = await openBench();
  t.teardown(bench.close);
  const { deps } = bench;
  const environment = { DATABASE_URL: bench.databaseUrl };
  t.same(await call(jobsCommand, environment, 'list'), {
    code: 0,
    out: '0 failed jobs, page 1 of 1\n',
    err: '',
  });
  t.same(
    await call(jobsCommand, environment, 'list', '--quiet'),
    { code: 0, out: '', err: '' },
    'cron mails nothing',
  );

  const mediaId = await failOnce(deps, 700_007);
  const listed = await call(jobsCommand, environment, 'list');
  t.match(
    listed.out,
    `pictures:700007  media.process {"mediaId":"${mediaId}"}  6 attempts: the storage is away\n`,
  );
  t.match(listed.out, '1 failed jobs, page 1 of 1\n');
  t.match(await call(jobsCommand, environment, 'list', 'mail', '--failed'), {
    code: 0,
    out: '0 failed jobs',
  });
  t.match(await call(jobsCommand, environment, 'list', 'pictures', '-q'), {
    code: 3,
    out: 'pictures:700007',
  });

  const again = await call(jobsCommand, environment, 'retry', 'pictures:700007', '--wait', '0');
  t.same(again, { code: 0, out: '1 job queued again\n', err: '' });
  const waiting = await deps.db.select().from(outbox).where(isNull(outbox.relayedAt));
  t.match(waiting, [{ name: 'media.process', payload: { mediaId } }], 'it is on its way to the queue');
  t.match(await call(jobsCommand, environment, 'retry', 'pictures:700007'), {
    code: 1,
    out: '',
    err: /^[^\n]+ already [^\n]+\n$/,
  });
  t.match(await call(jobsCommand, environment, 'retry', newId()), {
    code: 1,
    out: '',
    err: /^No failed job has this id\n$/,
  });
  t.same(
    await call(jobsCommand, environment, 'retry', 'media.process', '-q'),
    { code: 0, out: '', err: '' },
    'nothing is left',
  );

  const many = Array.from({ length: 1_001 }, (_, place) => ({
    id: newId(),
    name: 'media.process',
    payload: { mediaId: newId() },
    ...{ error: 'Error: away', attempts: 6, jobId: `ob-${800_000 + place}` },
  }));
  await deps.db.insert(failedJobs).values(many);
  const all = await call(jobsCommand, environment, 'retry', 'pictures', '--wait', '0');
  t.same(all, { code: 0, out: '1001 jobs queued again\n', err: '' }, 'all of them, however many');
});

t.test('cron retries and runs, waits for it, and is told how it ended', async (t) => {
  const bench = await openBench();
  t.teardown(bench.close);
  const { deps } = bench;
  const environment = { DATABASE_URL: bench.databaseUrl };
  const bad = await failOnce(deps, 700_001);
  await failOnce(deps, 700_002);
  const queue = await bench.openQueue();
  const handlers = handlersWith(async (_, { mediaId }) => {
    if (mediaId === bad) throw new UnrecoverableError('still away');
  });
  const workers = await runWorkers(deps, queue, { handlers });
  t.teardown(() => workers.close());

  t.same(await call(jobsCommand, environment, 'retry', 'pictures:700002', '--quiet'), {
    code: 0,
    out: '',
    err: '',
  });
  t.match(await call(jobsCommand, environment, 'retry', 'pictures', '--quiet'), {
    code: 3,
    out: 'failed again: media.process: still away\n',
  });
  t.match(await call(jobsCommand, environment, 'run', 'media.process', `{"mediaId":"${newId()}"}`), {
    code: 0,
    out: '1 job done\n',
  });
  t.match(await call(jobsCommand, environment, 'list', 'media.process', '--runs'), {
    code: 0,
    out: /done, attempt 1, \d+ ms/,
  });
  t.match(await call(jobsCommand, environment, 'run', 'media.process', '{}'), { code: 1, err: 'do not fit' });
  t.match(await call(jobsCommand, environment, 'run', 'rows.delete_expired'), {
    code: 0,
    out: 'rows.delete_expired: done\n',
  });
  t.match(await call(jobsCommand, environment, 'run', 'nothing.known'), {
    code: 1,
    err: 'No job or schedule has this name',
  });
  const [round] = await deps.db
    .select()
    .from(scheduleRuns)
    .where(eq(scheduleRuns.name, 'rows.delete_expired'));
  t.ok(round?.durationMs !== null && round?.error === null, 'the round is remembered');
  await workers.close();
  const late = await call(
    jobsCommand,
    environment,
    'run',
    'media.process',
    `{"mediaId":"${newId()}"}`,
    '--wait',
    '1',
  );
  t.match(late, { code: 4, out: /^1 job not done after 1 s/ });
});

t.test('a wrong call says in one line how it goes', async (t) => {
  const wrong = [[], ['retry'], ['list', '--all']];
  for (const args of wrong)
    t.match(
      await call(jobsCommand, {}, ...args),
      { code: 2, out: '', err: /^Usage: [^\n]+\n$/ },
      args.join(' '),
    );
});

t.test('the database of a running server is found in its data folder', async (t) => {
  const { dataDir, end } = await dataFolder();
  t.teardown(end);
  t.match(await call(jobsCommand, { DATA_DIR: dataDir }, 'list'), {
    code: 1,
    out: '',
    err: /^No server is running [^\n]+\n$/,
  });
  const server = await start(dataDir);
  t.teardown(() => server.stop());
  t.same(await call(jobsCommand, { DATA_DIR: dataDir }, 'list'), {
    code: 0,
    out: '0 failed jobs, page 1 of 1\n',
    err: '',
  });
});

t.test('a program ends with what its command answers', async (t) => {
  const program = startProgram('workers/jobs-cli.ts', {}, ['nonsense']);
  t.equal((await program.ended).code, 2);
  t.match(program.err(), /^Usage: npm run jobs -- list [^\n]+\n$/);
});
