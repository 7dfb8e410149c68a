import { Redis } from 'ioredis';
import t from 'tap';
import { failedJobs, jobRuns, outbox } from '../../../db/schema/index.ts';
import { newId } from '../../../server/lib/ids.ts';
import { createFinder } from '../../../server/outbox/lost.ts';
import { relayBatch } from '../../../server/outbox/relay.ts';
import type { JobQueue } from '../../../server/ports.ts';
import { toJobs } from '../../../workers/reactions.ts';
import { type Bench, openBench } from '../../support/jobs.ts';
import { startTestRedis } from '../../support/redis.ts';

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

async function relayed(
  { deps }: Bench,
  minutes: number,
  { name = 'media.process', runAt = null }: { name?: string; runAt?: Date | null } = {},
): Promise<number> {
  const payload = name === 'media.process' ? { mediaId: newId() } : { episodeId: newId() };
  const row = { name, payload, runAt, createdAt: minutesAgo(minutes), relayedAt: minutesAgo(minutes) };
  const [added] = await deps.db.insert(outbox).values(row).returning({ id: outbox.id });
  return added?.id ?? 0;
}

async function ran({ deps }: Bench, jobId: string, outcome: 'done' | 'failed' | 'gave_up'): Promise<void> {
  const at = { queuedAt: minutesAgo(5), startedAt: minutesAgo(5), durationMs: 5 };
  const run = { jobId, name: 'media.process', payload: {}, attempt: 1, outcome, worker: 'test', ...at };
  await deps.db.insert(jobRuns).values(run);
}

t.test('OPS-02 a job that neither was done nor waits is handed over again', async (t) => {
  const bench = await openBench();
  t.teardown(() => bench.close());
  const find = createFinder({ toJobs });
  const asked: string[] = [];
  const added: string[] = [];
  const held = new Set<string>();
  const queue = {
    async holds(_name: string, id: string) {
      asked.push(id);
      return held.has(id);
    },
    addBulk: async (jobs: { id: string }[]) => void added.push(...jobs.map(({ id }) => id)),
  } as unknown as JobQueue;
  const [done, gaveUp, deadly, failed, waits, lost] = [
    await relayed(bench, 5),
    await relayed(bench, 5),
    await relayed(bench, 5),
    await relayed(bench, 5),
    await relayed(bench, 5),
    await relayed(bench, 5),
  ];
  await relayed(bench, 0.5);
  await relayed(bench, 7 * 60);
  await relayed(bench, 5, { name: 'episode.publish_due', runAt: minutesAgo(-60) });
  const event = await relayed(bench, 5, { name: 'episode.published' });
  await ran(bench, `ob-${done}`, 'done');
  await ran(bench, `ob-${gaveUp}`, 'gave_up');
  // A deadly job kills its worker, so it records no outcome.
  const failure = { id: newId(), name: 'media.process', payload: {}, error: 'stalled', attempts: 3 };
  await bench.deps.db.insert(failedJobs).values({ ...failure, jobId: `ob-${deadly}` });
  await ran(bench, `ob-${failed}`, 'failed');
  for (const id of [failed, waits]) held.add(`ob-${id}`);

  const found = [`ob-${lost}`, `ob-${event}-notifications.tell_subscribers`];
  t.equal(await find(bench.deps, queue), 2);
  t.same(added, found, 'under the ids that they had');
  t.same(
    asked.toSorted(),
    [`ob-${failed}`, `ob-${waits}`, ...found].toSorted(),
    'what was done is not asked for',
  );
  for (const id of found) held.add(id);
  t.equal(await find(bench.deps, queue), 0, 'a second round finds nothing');
  for (const id of [failed, waits, lost]) await ran(bench, `ob-${id}`, 'done');
  await ran(bench, found[1] ?? '', 'done');
  t.equal(await find(bench.deps, queue), 0);
  await bench.deps.db.delete(jobRuns);
  held.clear();
  t.equal(await find(bench.deps, queue), 0, 'what came to an end is not looked at again');
  t.equal(await createFinder({ toJobs })(bench.deps, queue), 6, 'but by another worker');
});

t.test('OPS-02 a Redis that was emptied gets back what it had not done', async (t) => {
  const redis = await startTestRedis();
  const bench = await openBench({ redisUrl: redis.url });
  t.teardown(async () => {
    await bench.close();
    await redis.stop();
  });
  const find = createFinder({ toJobs });
  const queue = await bench.openQueue();
  const ids = [await relayed(bench, 0), await relayed(bench, 0)];
  await bench.deps.db.update(outbox).set({ relayedAt: null });
  t.equal(await relayBatch(bench.deps, queue, { toJobs }), 2);
  await bench.deps.db.update(outbox).set({ relayedAt: minutesAgo(5) });
  t.equal(await find(bench.deps, queue), 0, 'they wait');

  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  t.equal(await find(bench.deps, queue), 2);
  for (const id of ids) t.ok(await queue.isLive('media.process', `ob-${id}`));
});
