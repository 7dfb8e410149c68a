import t from 'tap';
import { inTransaction } from '../../server/deps.ts';
import { pictureUploaded } from '../../server/domains/media/events.ts';
import { newId } from '../../server/lib/ids.ts';
import { record } from '../../server/outbox/record.ts';
import { runWorkers } from '../../workers/run-workers.ts';
import { eventually } from '../support/eventually.ts';
import { handlersWith, openBench, tracingHandlers } from '../support/jobs.ts';
import { startTestRedis } from '../support/redis.ts';

for (const backend of ['postgres', 'redis'] as const) {
  t.test(`a job that does not end is given back on ${backend}, without losing an attempt`, async (t) => {
    const redis = backend === 'redis' ? await startTestRedis() : null;
    const bench = await openBench({ redisUrl: redis?.url });
    const queue = await bench.openQueue();
    t.teardown(async () => {
      await bench.close();
      await redis?.stop();
    });
    const mediaId = newId();
    let isBegun = false;
    const hanging = handlersWith(() => {
      isBegun = true;
      return new Promise(() => {});
    });
    const ending = await runWorkers(bench.deps, queue, { handlers: hanging, patienceMs: 1 });
    await inTransaction(bench.deps, (tx) => record(tx, pictureUploaded, { mediaId }));
    await eventually('it is worked on', () => isBegun);
    await ending.close();
    t.match((await queue.counts()).images, { waiting: 1, active: 0, delayed: 0, failed: 0 });

    const { handlers, seen } = tracingHandlers();
    const other = await runWorkers(bench.deps, await bench.openQueue(), { handlers });
    await eventually('another has done it', () => seen.length === 1);
    await other.close();
    t.match(seen, [{ mediaId, job: { attempt: 1 } }]);
  });
}
