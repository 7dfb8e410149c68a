import t from 'tap';
import { adminActions, failedJobs, jobRuns } from '#db/schema/index.ts';
import { jobQueue } from '#server/domains/administration/jobs/job-queue.ts';
import { addRounds, addRuns } from '#server/domains/platform/tables/history.ts';
import { newId } from '#server/lib/ids.ts';
import type { Account } from '#test/support/app.ts';
import { eventually } from '#test/support/eventually.ts';
import { failMany, openQueueHouse, runOf } from '#test/support/queue-house.ts';
import { startTestRedis } from '#test/support/redis.ts';

const MINUTE_MS = 60_000;

for (const backend of ['postgres', 'redis'] as const) {
  t.test(`the board of queues on ${backend}`, async (t) => {
    const redis = backend === 'redis' ? await startTestRedis() : null;
    if (redis !== null) t.teardown(redis.stop);
    const house = await openQueueHouse(t, { redisUrl: redis?.url });
    const { call, deps, queue, mei } = house;
    const board = async () => (await call('GET /admin/queues', { as: mei })).json();

    t.match(await board(), {
      queues: [
        { name: 'quick', state: 'idle', waiting: 0, oldest_at: null },
        { name: 'images', state: 'idle' },
      ],
    });

    await t.test('what waits is counted, and since when the oldest does', async (t) => {
      const old = new Date(Date.now() - 5 * MINUTE_MS);
      const now = deps.clock.now;
      await queue.addBulk([
        { id: 'ob-1', name: 'media.make_avif', payload: { mediaId: newId() }, delayMs: 0 },
        { id: 'ob-2', name: 'media.process', payload: { mediaId: newId() }, delayMs: 0 },
        { id: 'ob-3', name: 'mail.send', payload: { mailId: newId() }, delayMs: 0 },
        {
          id: 'ob-4',
          name: 'episode.publish_due',
          payload: { episodeId: newId(), publishAt: old.toISOString() },
          delayMs: 3_600_000,
        },
      ]);
      const fresh = await board();
      t.match(fresh.queues, [
        { name: 'quick', state: 'fine', waiting: 1, delayed: 1 },
        { name: 'images', state: 'fine', waiting: 2 },
      ]);
      t.ok(fresh.queues[0].next_at > new Date(Date.now() + 50 * MINUTE_MS).toISOString());
      t.ok(fresh.queues[1].oldest_at, 'the oldest is told');

      deps.clock = { now: () => new Date(Date.now() + 2 * MINUTE_MS) };
      t.match((await board()).queues, [{ state: 'behind' }, { state: 'behind' }], 'two minutes later');
      deps.clock = { now };
      const { images } = await queue.survey();
      t.same(
        images.oldest.map(({ priority }) => priority),
        [0, 10],
        'of each priority',
      );
    });

    await t.test('the oldest is the one that came first, however many came after it', async (t) => {
      const between = new Date();
      await eventually('the clock has gone on', () => Date.now() > between.getTime());
      await queue.addBulk(
        Array.from({ length: 60 }, (_, place) => ({
          ...{ id: `ob-${20 + place}`, name: 'mail.send' as const, delayMs: 0 },
          payload: { mailId: newId() },
        })),
      );
      const [first] = (await queue.survey()).quick.oldest;
      t.equal(first?.priority, 0);
      t.ok(first && first.at <= between, 'on the board');
      const { quick } = await queue.oldestWaiting();
      t.ok(quick && quick <= between, 'and for the alerts');
    });

    await t.test('an administrator pauses a queue and lets it go on, which the log says', async (t) => {
      t.equal((await call('PUT /admin/queues/images/pause', { as: mei })).statusCode, 204);
      t.match((await board()).queues, [{ state: 'fine' }, { name: 'images', state: 'paused', waiting: 2 }]);
      t.equal((await queue.counts()).images.waiting, 2, 'what waits in a paused queue is counted everywhere');
      t.ok((await queue.oldestWaiting()).images);
      t.equal((await call('DELETE /admin/queues/all/pause', { as: mei })).statusCode, 204);
      t.match((await board()).queues, [{ state: 'fine' }, { name: 'images', state: 'fine' }]);
      t.equal((await call('PUT /admin/queues/nothing/pause', { as: mei })).statusCode, 404);
      const log = await deps.db.select().from(adminActions).orderBy(adminActions.number);
      t.match(log, [
        { deed: 'queue_paused', actorId: mei.id, subjectName: 'images' },
        { deed: 'queue_resumed', actorId: mei.id, subjectName: 'all' },
      ]);
    });

    await t.test('a delayed job is run now, once, which the log says', async (t) => {
      const [{ next_job_id: id }] = (await board()).queues;
      t.equal(id, 'ob-4');
      const { job } = (await call(`GET /admin/jobs/${id}`, { as: mei })).json();
      t.match(job, { name: 'episode.publish_due', state: 'waiting' });
      t.ok(job.delayed_until > new Date(Date.now() + 50 * MINUTE_MS).toISOString());
      const { waiting } = (await queue.survey()).quick;
      const promote = (job: string) => call(`POST /admin/jobs/${job}/promote`, { as: mei });
      t.equal((await promote('ob-4')).statusCode, 204);
      t.match((await queue.survey()).quick, { waiting: waiting + 1, delayed: 0, next: null });
      await failMany(house, 1, { from: 900 });
      t.match((await promote('ob-900')).json(), { code: 'job_not_delayed' });
      t.equal((await promote('ob-999')).statusCode, 404);
      const log = await deps.db.select().from(adminActions).orderBy(adminActions.number);
      t.match(log.at(-1), { deed: 'job_promoted', actorId: mei.id, subjectName: 'ob-4' });
      t.equal(log.filter(({ deed }) => deed === 'job_promoted').length, 1);
      const payload = { mailId: newId() };
      await queue.addBulk([{ id: 'ob-6', name: 'mail.send', payload, delayMs: 3_600_000 }]);
      const both = await Promise.all([promote('ob-6'), promote('ob-6')]);
      t.same(both.map(({ statusCode }) => statusCode).sort(), [204, 409], 'of two at once, one promotes it');
    });

    await t.test('when only one of all could be paused, the log names that one', async (t) => {
      jobQueue.provide(deps, {
        ...queue,
        async setPaused(group, isPaused) {
          if (group === 'images') throw new Error('the queue is away');
          await queue.setPaused(group, isPaused);
        },
      });
      t.equal((await call('PUT /admin/queues/all/pause', { as: mei })).statusCode, 503);
      t.equal((await call('PUT /admin/queues/images/pause', { as: mei })).statusCode, 503);
      jobQueue.provide(deps, queue);
      const log = await deps.db.select().from(adminActions).orderBy(adminActions.number);
      t.match(log.slice(4), [{ deed: 'queue_paused', actorId: mei.id, subjectName: 'quick' }]);
      t.equal(log.length, 5);
      await queue.setPaused('quick', false);
    });

    if (redis !== null)
      await t.test('without its queue the board shows what the database knows', async (t) => {
        await redis.stop();
        const away = await board();
        t.equal(away.queues, null);
        t.equal(away.areas.find(({ name }: { name: string }) => name === 'pictures').failed, 1);
        t.equal((await call('PUT /admin/queues/images/pause', { as: mei })).statusCode, 503);
      });
  });
}

t.test('areas of work and schedules', async (t) => {
  const { call, deps, mei } = await openQueueHouse(t);
  await addRuns(deps, [
    runOf({ outcome: 'done', reason: null, durationMs: 100 }),
    runOf({ outcome: 'failed', durationMs: 300 }),
    runOf({ name: 'mail.send', outcome: 'done', reason: null }),
  ]);
  await addRuns(deps, [runOf({ outcome: 'done', reason: null, durationMs: 200 })]);
  const startedAt = new Date();
  const round = {
    name: 'ledger.prove',
    worker: 'here:1',
    startedAt,
    nextAt: new Date(startedAt.getTime() + 1000),
  };
  await addRounds(deps, [{ ...round, durationMs: 12, error: 'a sum is wrong', failedAt: startedAt }]);
  await addRounds(deps, [{ ...round, startedAt: new Date(startedAt.getTime() - 1000), durationMs: 1 }]);
  const board = (await call('GET /admin/queues', { as: mei })).json();
  const area = (name: string) => board.areas.find((one: { name: string }) => one.name === name);
  t.match(area('pictures'), { done: 2, failed_tries: 1, average_ms: 200, state: 'failing' });
  t.match(area('mail'), { done: 1, failed_tries: 0, state: 'fine' });
  t.match(area('money'), { done: 0, state: 'idle', average_ms: null });
  t.equal(area('pictures').counts.length, 30);
  t.equal(area('pictures').counts.at(-1) + area('pictures').counts.at(-2), 3);
  const schedule = (name: string) => board.schedules.find((one: { name: string }) => one.name === name);
  t.match(
    schedule('ledger.prove'),
    { duration_ms: 12, error: 'a sum is wrong' },
    'an older round changes nothing',
  );
  t.match(schedule('mails.delete_old'), { last_at: null, every_ms: 600_000 });
  t.equal((await deps.db.select().from(jobRuns)).length, 4);
});

t.test('nobody but administrators gets there, and changes want a fresh sign-in', async (t) => {
  const house = await openQueueHouse(t);
  const { call } = house;
  await failMany(house, 1);
  const [failure] = await house.deps.db.select().from(failedJobs);
  const old = await house.signUp('Old');
  await house.makeAdministrator(old, { fresh: false });
  const reader = await house.signUp('Reader');
  const reads = ['GET /admin/queues', 'GET /admin/failed_jobs', 'GET /admin/jobs/ob-100'];
  const writes = [
    `POST /admin/failed_jobs/${failure?.id}/retry`,
    `DELETE /admin/failed_jobs/${failure?.id}`,
    'PUT /admin/queues/all/pause',
    'DELETE /admin/queues/all/pause',
  ];
  const status = async (path: string, as?: Account) => (await call(path, { as })).statusCode;
  for (const path of [...reads, ...writes]) {
    t.equal(await status(path), 401, path);
    t.equal(await status(path, reader), 403, path);
  }
  for (const path of reads) t.equal(await status(path, old), 200, path);
  for (const path of writes) t.equal(await status(path, old), 403, path);
});
