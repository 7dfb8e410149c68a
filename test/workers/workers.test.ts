import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { failedJobs, outbox } from '../../db/schema/index.ts';
import { inTransaction } from '../../server/deps.ts';
import { retryAll } from '../../server/domains/administration/jobs/service.ts';
import { houseParts } from '../../server/domains/define.ts';
import { house } from '../../server/domains/index.ts';
import { pictureUploaded } from '../../server/domains/media/events.ts';
import { conflict, unavailable } from '../../server/lib/errors.ts';
import { newId } from '../../server/lib/ids.ts';
import { record } from '../../server/outbox/record.ts';
import { runWorkers } from '../../workers/run-workers.ts';
import { eventually } from '../support/eventually.ts';
import { type Bench, handlersWith, newIds, openBench, tracingHandlers } from '../support/jobs.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';

const recordMedia = (bench: Bench, ids: string[]): Promise<void> =>
  inTransaction(bench.deps, async (tx) => {
    for (const mediaId of ids) await record(tx, pictureUploaded, { mediaId });
  });

const hasStatus = (status: number): Error => Object.assign(new Error(), { status });

async function cutConnections(bench: Bench, application: string): Promise<void> {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like $1`;
  await bench.deps.pool.query(cut, [application]);
}

for (const backend of ['postgres', 'redis'] as const) {
  t.test(`workers on ${backend}`, async (t) => {
    let redis: TestRedis | undefined;
    if (backend === 'redis') redis = await startTestRedis();
    const bench = await openBench({ redisUrl: redis?.url });
    const queue = await bench.openQueue();
    t.teardown(async () => {
      await bench.close();
      await redis?.stop();
    });
    t.equal(queue.backend, backend);
    const failures = () => bench.deps.db.select().from(failedJobs);
    houseParts.provide(bench.deps, house);
    const retry = (id: string) => retryAll(bench.deps, { id }, { actorId: null });

    t.test('do once what a committed transaction recorded, and nothing of one rolled back', async (t) => {
      const { handlers, seen } = tracingHandlers();
      const workers = await runWorkers(bench.deps, queue, { handlers });
      const [committed = '', undone = '', last = ''] = newIds(3);
      await recordMedia(bench, [committed]);
      const failing = inTransaction(bench.deps, async (tx) => {
        await record(tx, pictureUploaded, { mediaId: undone });
        throw new Error('changed my mind');
      });
      await t.rejects(failing);
      await recordMedia(bench, [last]);
      await eventually('the last one was done', () => seen.some(({ mediaId }) => mediaId === last));
      await workers.close();
      t.same(new Set(seen.map(({ mediaId }) => mediaId)), new Set([committed, last]));
      t.equal(seen.length, 2);
      t.same(await queue.counts(), {
        quick: { waiting: 0, active: 0, delayed: 0, failed: 0 },
        images: { waiting: 0, active: 0, delayed: 0, failed: 0 },
      });
    });

    t.test('OPS-02 do each of many events once, with two relays and two workers', async (t) => {
      const { handlers, seen } = tracingHandlers();
      const second = { deps: bench.openDeps().deps, queue: await bench.openQueue() };
      const ids = newIds(300);
      const workers = [
        await runWorkers(bench.deps, queue, { handlers, concurrency: 4 }),
        await runWorkers(second.deps, second.queue, { handlers, concurrency: 4 }),
      ];
      for (let at = 0; at < ids.length; at += 20) await recordMedia(bench, ids.slice(at, at + 20));
      await eventually(
        'all were done',
        () => new Set(seen.map(({ mediaId }) => mediaId)).size === ids.length,
      );
      await Promise.all(workers.map((one) => one.close()));
      t.equal(seen.length, ids.length);
    });

    t.test('ignore a job that is handed over twice while the queue holds it', async (t) => {
      const { handlers, seen } = tracingHandlers();
      const [mediaId = '', last = ''] = newIds(2);
      const job = { name: 'media.process', payload: { mediaId }, id: 'ob-again', delayMs: 0 } as const;
      await queue.addBulk([job]);
      await queue.addBulk([job, { ...job, id: 'ob-last', payload: { mediaId: last } }]);
      const workers = await runWorkers(bench.deps, queue, { handlers });
      await eventually('the last one was done', () => seen.some((trace) => trace.mediaId === last));
      await workers.close();
      t.same(seen.map((trace) => trace.mediaId).sort(), [mediaId, last].sort());
    });

    t.test(
      'prefer pictures that nobody can see yet to smaller files of those that can be seen',
      async (t) => {
        const order: string[] = [];
        const handlers = {
          ...handlersWith(async () => void order.push('process')),
          'media.make_avif': async () => void order.push('avif'),
        };
        await queue.addBulk([
          { name: 'media.make_avif', payload: { mediaId: newId() }, id: 'ob-p1', delayMs: 0 },
          { name: 'media.make_avif', payload: { mediaId: newId() }, id: 'ob-p2', delayMs: 0 },
          { name: 'media.process', payload: { mediaId: newId() }, id: 'ob-p3', delayMs: 0 },
        ]);
        const workers = await runWorkers(bench.deps, queue, { handlers, concurrency: 1 });
        await eventually('all three were done', () => order.length === 3);
        await workers.close();
        t.same(order, ['process', 'avif', 'avif']);
      },
    );

    t.test('try again, keep what failed for good, and do it on request', async (t) => {
      const attempts: number[] = [];
      let isBroken = true;
      const handlers = handlersWith(async (_, __, job) => {
        attempts.push(job.attempt);
        if (isBroken) throw new Error('the disk is full\0');
      });
      const givenUp: string[] = [];
      const lastRites = {
        'media.process': async (_: unknown, { mediaId }: { mediaId: string }) => void givenUp.push(mediaId),
      };
      const workers = await runWorkers(bench.deps, queue, { handlers, lastRites });
      const mediaId = newId();
      await recordMedia(bench, [mediaId]);
      const [failed] = await eventually('it is listed', async () => {
        const rows = await failures();
        return rows.length > 0 && rows;
      });
      t.same(attempts, [1, 2, 3]);
      t.match(failed, { name: 'media.process', payload: { mediaId }, attempts: 3, retriedAt: null });
      t.match(failed?.error, 'the disk is full');
      await eventually('it has left the queue', async () => (await queue.counts()).images.failed === 0);
      t.same(givenUp, [mediaId]);

      isBroken = false;
      await retry(failed?.id ?? '');
      await eventually('it was done', () => attempts.length === 4);
      await t.rejects(retry(failed?.id ?? ''), hasStatus(409));
      await t.rejects(retry(newId()), hasStatus(404));
      const rows = await failures();
      t.equal(rows.length, 1);
      t.ok(rows[0]?.retriedAt);
      await workers.close();
      await bench.deps.db.delete(failedJobs);
    });

    t.test('do not repeat a refusal or a job whose payload does not fit', async (t) => {
      const tried: string[] = [];
      const [refused = '', later = ''] = newIds(2);
      const handlers = handlersWith(async (_, { mediaId }, { attempt }) => {
        tried.push(mediaId);
        if (mediaId === refused) throw conflict('invalid_state');
        if (attempt === 1) throw unavailable('try_later');
      });
      const workers = await runWorkers(bench.deps, queue, { handlers });
      await recordMedia(bench, [refused, later]);
      await bench.deps.db.insert(outbox).values({ name: 'media.process', payload: { mediaId: 7 } });
      await recordMedia(bench, []);
      const items = await eventually('both are listed', async () => {
        const rows = await failures();
        return rows.length === 2 && rows;
      });
      t.same(
        items.map(({ attempts }) => attempts),
        [1, 1],
      );
      t.same(new Set(items.map(({ payload }) => payload.mediaId)), new Set([refused, 7]));
      await eventually('the other was tried again', () => tried.filter((id) => id === later).length === 2);
      t.equal(tried.filter((id) => id === refused).length, 1);
      const [unfit] = items.filter(({ payload }) => payload.mediaId === 7);
      await t.rejects(retry(unfit?.id ?? ''), hasStatus(409));
      await workers.close();
      await bench.deps.db.delete(failedJobs);
    });

    t.test('finish what a killed worker had begun', async (t) => {
      const script = fileURLToPath(new URL('./hanging-worker.ts', import.meta.url));
      const child = spawn(process.execPath, [script, bench.databaseUrl, ...(redis ? [redis.url] : [])], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      t.teardown(() => child.kill('SIGKILL'));
      const mediaId = newId();
      await recordMedia(bench, [mediaId]);
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      t.equal(line, `begun ${mediaId}`);
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      t.equal((await queue.counts()).images.active, 1, 'its job still counts as running');

      const { handlers, seen } = tracingHandlers();
      const workers = await runWorkers(bench.deps, queue, { handlers, lockMs: 2_000 });
      await eventually('another worker has done it', () => seen.some((trace) => trace.mediaId === mediaId));
      await workers.close();
      t.equal((await queue.counts()).images.active, 0);
    });

    t.test('lose nothing while the queue is away', async (t) => {
      const { handlers, seen } = tracingHandlers();
      const workers = await runWorkers(bench.deps, queue, { handlers });
      const ids = newIds(20);
      await recordMedia(bench, ids.slice(0, 5));
      await eventually('the first were done', () => seen.length === 5);
      await redis?.stop();
      await cutConnections(bench, 'tsuzuki-%');
      if (redis) await t.rejects(queue.ping(), 'it is known to be away');
      await recordMedia(bench, ids.slice(5, 10));
      await redis?.start();
      await recordMedia(bench, ids.slice(10));
      await eventually(
        'all were done',
        () => new Set(seen.map(({ mediaId }) => mediaId)).size === ids.length,
      );
      await queue.ping();
      await workers.close();
    });

    t.test('finish the running job and take no other when they close', async (t) => {
      const begun: string[] = [];
      const done: string[] = [];
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const handlers = handlersWith(async (_, { mediaId }) => {
        begun.push(mediaId);
        await held;
        done.push(mediaId);
      });
      const workers = await runWorkers(bench.deps, queue, { handlers, concurrency: 1 });
      const ids = newIds(2);
      await recordMedia(bench, ids);
      await eventually('the first was begun', () => begun.length === 1);
      await eventually('the second waits', async () => (await queue.counts()).images.waiting === 1);
      const closing = workers.close();
      let isClosed = false;
      void closing.then(() => {
        isClosed = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      t.notOk(isClosed, 'it waits for the job');
      release();
      await closing;
      t.same(done, ids.slice(0, 1));
      t.equal((await queue.counts()).images.waiting, 1);

      const next = await runWorkers(bench.deps, queue, { handlers });
      await eventually('the next worker does the second', () => done.length === 2);
      await next.close();
    });

    t.test('answer for the state of their jobs', async (t) => {
      const hour = 3_600_000;
      await queue.addBulk([
        { name: 'media.process', payload: { mediaId: newId() }, id: 'ob-later', delayMs: hour },
        { name: 'media.delete_files', payload: { mediaIds: [] }, id: 'ob-soon', delayMs: 0 },
      ]);
      t.ok(await queue.isLive('media.process', 'ob-later'));
      t.ok(await queue.isLive('media.delete_files', 'ob-soon'));
      t.notOk(await queue.isLive('media.process', 'ob-unknown'));
      const { quick, images } = await queue.counts();
      t.same([quick.waiting, images.delayed], [1, 1]);
      await queue.forget({ id: 'ob-later', name: 'media.process' });
      t.notOk(await queue.isLive('media.process', 'ob-later'));
    });
  });
}
