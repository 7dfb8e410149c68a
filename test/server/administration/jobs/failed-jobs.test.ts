import { eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, failedJobs, outbox } from '#db/schema/index.ts';
import { addRuns } from '#server/domains/platform/tables/history.ts';
import { newId } from '#server/lib/ids.ts';
import { keepFailedJob } from '#server/ops/failed-jobs.ts';
import { findBacklog } from '#server/ops/metrics/backlog.ts';
import { failMany, openQueueHouse, runOf } from '#test/support/queue-house.ts';

t.test('jobs that failed for good', async (t) => {
  const house = await openQueueHouse(t);
  const { call, deps, mei } = house;
  const failed = async (query = '') =>
    (await call(`GET /admin/failed_jobs${query}`, { as: mei })).json() as {
      failed_jobs: { id: string; alike: number; name: string; reason: string; payload: object }[];
      total: number;
    };
  const actions = () => deps.db.select().from(adminActions).orderBy(adminActions.number);

  await t.test('are listed with their reason, and how many are alike', async (t) => {
    await failMany(house, 3);
    await failMany(house, 1, { error: 'Error: 51.2 megapixels, limit is 50', from: 200 });
    await failMany(house, 1, { name: 'mail.send', error: `Error: no room for ${newId()}`, from: 300 });
    const { failed_jobs: jobs, total } = await failed();
    t.equal(total, 5);
    t.match(
      jobs
        .filter(({ name }) => name === 'media.process')
        .map(({ alike }) => alike)
        .sort(),
      [1, 3, 3, 3],
    );
    t.equal(
      jobs.find(({ name }) => name === 'mail.send')?.reason,
      'no room for …',
      'without what differs from job to job',
    );
    t.equal((await failed('?area=mail')).total, 1);
    t.equal((await failed('?area=money')).total, 0);
    const page = await failed('?per_page=2&page=3');
    t.equal(page.failed_jobs.length, 1);
  });

  await t.test('one is retried once, whoever asks how often', async (t) => {
    const { failed_jobs: jobs } = await failed('?area=mail');
    const path = `POST /admin/failed_jobs/${jobs[0]?.id}/retry`;
    const reply = await call(path, { as: mei, body: {} });
    t.match(reply.json(), { retried: 1, job_ids: [/^ob-\d+$/] });
    const [recorded] = await deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.id, Number(reply.json().job_ids[0].slice('ob-'.length))));
    t.match(recorded, { name: 'mail.send', payload: jobs[0]?.payload, relayedAt: null });
    t.equal(recorded?.requestId, reply.headers['x-request-id'], 'lines of the log lead to who asked');
    t.equal((await call(path, { as: mei, body: {} })).statusCode, 409);
    for (const id of [newId(), 'nothing'])
      t.equal((await call(`POST /admin/failed_jobs/${id}/retry`, { as: mei, body: {} })).statusCode, 404, id);
    t.match((await actions()).at(-1), {
      deed: 'job_retried',
      subjectName: 'mail.send',
      details: { count: 1 },
    });
  });

  await t.test('all that are alike are dropped in one go, and stay for the sweeps to see', async (t) => {
    const { failed_jobs: jobs } = await failed('?area=pictures');
    const [one] = jobs.filter(({ alike }) => alike === 3);
    const reply = await call(`DELETE /admin/failed_jobs/${one?.id}`, { as: mei, body: { alike: true } });
    t.same(reply.json(), { dropped: 3 });
    t.equal((await findBacklog(deps)).failedJobs, 1, 'no alert counts them any more');
    t.equal((await failed('?area=pictures')).total, 1);
    const rows = await deps.db.select().from(failedJobs).where(eq(failedJobs.reason, 'not a JPEG or PNG'));
    t.equal(rows.filter(({ droppedAt }) => droppedAt !== null).length, 3);
    t.equal((await call(`DELETE /admin/failed_jobs/${one?.id}`, { as: mei, body: {} })).statusCode, 409);
    t.match((await actions()).at(-1), {
      deed: 'job_dropped',
      details: { count: 3 },
      reason: 'not a JPEG or PNG',
    });
  });

  await t.test('a button that says all takes all, more than a transaction does', async (t) => {
    for (const [request, told, from] of [
      ['POST /admin/failed_jobs/:id/retry', 'retried', 10_000],
      ['DELETE /admin/failed_jobs/:id', 'dropped', 20_000],
    ] as const) {
      await failMany(house, 1001, { error: `Error: the file ends early, ${told}`, from });
      const { failed_jobs: jobs } = await failed('?area=pictures');
      const [one] = jobs.filter(({ alike }) => alike === 1001);
      const reply = await call(request.replace(':id', one?.id ?? ''), { as: mei, body: { alike: true } });
      t.equal(reply.json()[told], 1001);
      t.equal((await failed('?area=pictures')).failed_jobs.filter(({ alike }) => alike > 1).length, 0);
    }
  });

  await t.test('what this release cannot run stays where it is', async (t) => {
    await keepFailedJob(deps, {
      id: 'ob-900',
      name: 'gone.job',
      payload: {},
      error: 'x',
      attempts: 1,
      addedAt: new Date(),
    });
    const { failed_jobs: jobs } = await failed('?area=others');
    t.equal(
      (await call(`POST /admin/failed_jobs/${jobs[0]?.id}/retry`, { as: mei, body: {} })).statusCode,
      409,
    );
    t.equal((await failed('?area=others')).total, 1);
  });

  await t.test('a form leads back to the board', async (t) => {
    const { failed_jobs: jobs } = await failed('?area=others');
    const reply = await call(`POST /admin/failed_jobs/${jobs[0]?.id}?_method=DELETE`, {
      as: mei,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '_locale=de&_page=%2Fadmin%2Fqueues%3Farea%3Dothers',
    });
    t.equal(reply.statusCode, 303);
    t.match(reply.headers.location, '/de/admin/queues');
    t.equal((await failed('?area=others')).total, 0);
  });
});

t.test('one job: for whom, why, and the course of its tries', async (t) => {
  const house = await openQueueHouse(t);
  const { call, deps, mei } = house;
  await keepFailedJob(deps, {
    id: 'ob-100',
    name: 'publishing.restore_episodes',
    payload: { userId: mei.id },
    error: 'Error: the storage is away\n    at somewhere',
    attempts: 2,
    addedAt: new Date(),
  });
  await addRuns(deps, [
    runOf({ name: 'publishing.restore_episodes', attempt: 1 }),
    runOf({ name: 'publishing.restore_episodes', attempt: 2, outcome: 'gave_up', worker: 'there:2' }),
  ]);
  const job = (await call('GET /admin/jobs/ob-100', { as: mei })).json().job;
  t.match(job, {
    id: 'ob-100',
    number: '100',
    area: 'releases',
    state: 'failed',
    reason: 'the storage is away',
    error: /at somewhere/,
    subjects: [{ type: 'user', id: mei.id, name: 'Mei' }],
    tries: [
      { attempt: 1, outcome: 'failed', worker: 'here:1', duration_ms: 41 },
      { attempt: 2, outcome: 'gave_up', worker: 'there:2' },
    ],
    alike: { count: 1 },
  });
  t.equal((await call(`GET /admin/jobs/${job.failure_id}`, { as: mei })).json().job.id, 'ob-100');
  t.equal((await call('GET /admin/jobs/ob-12345', { as: mei })).statusCode, 404);
  await call(`POST /admin/failed_jobs/${job.failure_id}/retry`, { as: mei, body: {} });
  const [again] = await deps.db.select().from(outbox).where(eq(outbox.name, 'publishing.restore_episodes'));
  t.match((await call('GET /admin/jobs/ob-100', { as: mei })).json().job, { state: 'retried' });
  t.match(
    (await call(`GET /admin/jobs/ob-${again?.id}`, { as: mei })).json().job,
    { state: 'waiting', name: 'publishing.restore_episodes', tries: [] },
    'the new one is known before it has run',
  );
});
