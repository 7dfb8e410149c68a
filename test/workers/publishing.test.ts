import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { episodes, outbox } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import type { JobQueue } from '../../server/ports.ts';
import { handlers } from '../../workers/handlers.ts';
import { runWorkers } from '../../workers/run-workers.ts';
import { countScheduled, type Planned, planReleases, releasesOf } from '../support/due-episodes.ts';
import { eventually } from '../support/eventually.ts';
import { type Bench, handlersWith, openBench } from '../support/jobs.ts';
import { breakOff, takeAway } from '../support/postgres.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';

const only = {
  ...handlersWith(async () => {}),
  'episode.publish_due': handlers['episode.publish_due'],
};
const soon = (withinMs: number) => {
  const from = Date.now();
  return (index: number) => new Date(from + ((index * 37) % withinMs));
};
const start = (deps: Deps, queue: JobQueue) => runWorkers(deps, queue, { handlers: only });

for (const backend of ['postgres', 'redis'] as const) {
  t.test(`releases by workers on ${backend}`, async (t) => {
    let redis: TestRedis | undefined;
    if (backend === 'redis') redis = await startTestRedis();
    const bench: Bench = await openBench({ redisUrl: redis?.url });
    const queue = await bench.openQueue();
    t.teardown(async () => {
      await bench.close();
      await redis?.stop();
    });
    const allPublished = () =>
      eventually('nothing is due any more', async () => (await countScheduled(bench.deps)) === 0);
    const eachOnce = async (t: Test, { ids }: Planned) => {
      const receipts = await releasesOf(bench.deps, ids);
      t.equal(receipts.length, ids.length, 'one receipt each');
      t.same(new Set(receipts.map(({ episodeId }) => episodeId)), new Set(ids));
      t.ok(receipts.every(({ event, dueAt, at }) => event === 'due' && dueAt !== null && at >= dueAt));
      const facts = await bench.deps.db.select().from(outbox).where(eq(outbox.name, 'episode.published'));
      const told = facts.map(({ payload }) => payload.episodeId as string).filter((id) => ids.includes(id));
      t.same(told.toSorted(), ids.toSorted(), 'told once each');
    };

    t.test('OPS-01, OPS-02 two workers publish many, each once, none before its time', async (t) => {
      const second = { deps: bench.openDeps().deps, queue: await bench.openQueue() };
      const planned = await planReleases(bench.deps, { count: 200, publishAt: soon(2_000) });
      const workers = [await start(bench.deps, queue), await start(second.deps, second.queue)];
      await allPublished();
      // Remaining jobs must find nothing to do.
      await eventually('the queue is empty', async () => {
        const { waiting, active, delayed } = (await queue.counts()).quick;
        const waits = await bench.deps.db.$count(outbox, eq(outbox.name, 'episode.publish_due'));
        return waits > 0 && waiting + active + delayed === 0;
      });
      await Promise.all(workers.map((one) => one.close()));
      await eachOnce(t, planned);
      t.equal((await queue.counts()).quick.failed, 0);
    });

    t.test('OPS-01 the sweep alone publishes what lost its jobs', async (t) => {
      const planned = await planReleases(bench.deps, { count: 30, publishAt: soon(500), jobs: false });
      const workers = await start(bench.deps, queue);
      await allPublished();
      await workers.close();
      await eachOnce(t, planned);
    });

    t.test('EPI-32 jobs of plans that were changed do nothing', async (t) => {
      const planned = await planReleases(bench.deps, { count: 20, publishAt: soon(300) });
      const { ids } = planned;
      await bench.deps.db
        .update(episodes)
        .set({ status: 'in_progress', publishAt: null })
        .where(eq(episodes.status, 'scheduled'));
      const other = await planReleases(bench.deps, { count: 5, publishAt: soon(600) });
      const workers = await start(bench.deps, queue);
      await allPublished();
      await eventually('all jobs were run', async () => {
        const { waiting, active, delayed } = (await queue.counts()).quick;
        return waiting + active + delayed === 0;
      });
      await workers.close();
      t.same(await releasesOf(bench.deps, ids), []);
      await eachOnce(t, other);
    });

    t.test('OPS-02 a database that breaks off in the middle loses and doubles nothing', async (t) => {
      const planned = await planReleases(bench.deps, { count: 100, publishAt: soon(1_500) });
      const workers = await start(bench.deps, queue);
      for (let times = 0; times < 3; times++) {
        const left = await countScheduled(bench.deps);
        await breakOff(bench.databaseUrl);
        await eventually('it goes on', async () => {
          const now = await countScheduled(bench.deps).catch(() => left);
          return now < left || now === 0;
        });
      }
      await allPublished();
      await workers.close();
      await eachOnce(t, planned);
    });

    t.test('OPS-01 what falls due while the database is away appears when it is back', async (t) => {
      const last = Date.now() + 900;
      const planned = await planReleases(bench.deps, {
        count: 20,
        publishAt: (index) => new Date(last - index * 20),
      });
      const workers = await start(bench.deps, queue);
      const giveBack = await takeAway(bench.databaseUrl);
      await eventually('all are due', () => Date.now() > last);
      await giveBack();
      await eventually('nothing is due any more', async () => {
        const left = await countScheduled(bench.deps).catch(() => null);
        return left === 0;
      });
      await workers.close();
      await eachOnce(t, planned);
    });

    if (backend === 'postgres') return;
    t.test('OPS-01 releases go on while Redis is away, and once it has come back empty', async (t) => {
      const planned = await planReleases(bench.deps, { count: 30, publishAt: soon(1_000) });
      const workers = await start(bench.deps, queue);
      await redis?.stop();
      await allPublished();
      await redis?.start();
      const later = await planReleases(bench.deps, { count: 10, publishAt: soon(200) });
      await allPublished();
      await workers.close();
      await eachOnce(t, planned);
      await eachOnce(t, later);
    });
  });
}
