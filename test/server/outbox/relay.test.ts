import t from 'tap';
import { outbox } from '../../../db/schema/index.ts';
import { inTransaction } from '../../../server/deps.ts';
import { pictureUploaded } from '../../../server/domains/media/events.ts';
import { episodeUnpublished } from '../../../server/domains/publishing/events.ts';
import { newId } from '../../../server/lib/ids.ts';
import { record } from '../../../server/outbox/record.ts';
import { countWaiting, relayBatch, startRelay } from '../../../server/outbox/relay.ts';
import type { JobQueue, QueuedJob } from '../../../server/ports.ts';
import { toJobs } from '../../../workers/reactions.ts';
import { eventually } from '../../support/eventually.ts';
import { type Bench, newIds, openBench } from '../../support/jobs.ts';
import { runSweeps } from '../../support/sweeps.ts';

/** A fake queue for tests that only check what it receives. */
function fakeQueue(accept: (jobs: readonly QueuedJob[]) => Promise<void>): JobQueue {
  return { addBulk: accept } as Partial<JobQueue> as JobQueue;
}

const recordMedia = (bench: Bench, ids: string[]): Promise<void> =>
  inTransaction(bench.deps, async (tx) => {
    for (const mediaId of ids) await record(tx, pictureUploaded, { mediaId });
  });

t.test('the relay', async (t) => {
  const bench = await openBench();
  t.teardown(() => bench.close());
  t.beforeEach(async () => void (await bench.deps.db.delete(outbox)));

  t.test('hands nothing over that was rolled back', async (t) => {
    const given: QueuedJob[] = [];
    const failing = inTransaction(bench.deps, async (tx) => {
      await record(tx, pictureUploaded, { mediaId: newId() });
      throw new Error('changed my mind');
    });
    await t.rejects(failing, { message: 'changed my mind' });
    const queue = fakeQueue(async (jobs) => void given.push(...jobs));
    t.equal(await relayBatch(bench.deps, queue, { toJobs }), 0);
    t.same(given, []);
  });

  t.test('keeps the order of recording and gives each job the id of its row', async (t) => {
    const given: QueuedJob[] = [];
    const ids = newIds(20);
    await recordMedia(bench, ids);
    const queue = fakeQueue(async (jobs) => void given.push(...jobs));
    t.equal(await relayBatch(bench.deps, queue, { toJobs }), 20);
    t.same(
      given.map(({ payload }) => payload),
      ids.map((mediaId) => ({ mediaId })),
    );
    const rows = await bench.deps.db.select().from(outbox).orderBy(outbox.id);
    t.same(
      given.map(({ id }) => id),
      rows.map(({ id }) => `ob-${id}`),
    );
    t.ok(rows.every(({ relayedAt }) => relayedAt !== null));
    t.equal(await relayBatch(bench.deps, queue, { toJobs }), 0, 'a second round finds nothing');
  });

  t.test('turns the moment of a row into a delay', async (t) => {
    const given: QueuedJob[] = [];
    const now = new Date('2030-01-01T00:00:00Z');
    const deps = { ...bench.deps, clock: { now: () => now } };
    await inTransaction(deps, async (tx) => {
      await record(tx, pictureUploaded, { mediaId: newId() }, { runAt: new Date('2030-01-01T01:00:00Z') });
      await record(tx, pictureUploaded, { mediaId: newId() }, { runAt: new Date('2029-12-31T00:00:00Z') });
      await record(tx, pictureUploaded, { mediaId: newId() });
    });
    await relayBatch(
      deps,
      fakeQueue(async (jobs) => void given.push(...jobs)),
      { toJobs },
    );
    t.same(
      given.map(({ delayMs }) => delayMs),
      [3_600_000, 0, 0],
    );
  });

  t.test('marks an event that causes no job, without asking the queue', async (t) => {
    await inTransaction(bench.deps, (tx) => record(tx, episodeUnpublished, { episodeId: newId() }));
    const queue = fakeQueue(() => Promise.reject(new Error('must not be asked')));
    t.equal(await relayBatch(bench.deps, queue, { toJobs }), 1);
    t.equal(await countWaiting(bench.deps), 0);
  });

  t.test('leaves names that it does not know to a newer program', async (t) => {
    await bench.deps.db.insert(outbox).values({ name: 'planet.discovered', payload: {} });
    await recordMedia(bench, newIds(1));
    t.equal(
      await relayBatch(
        bench.deps,
        fakeQueue(async () => {}),
        { toJobs },
      ),
      1,
    );
    t.equal(await countWaiting(bench.deps), 1);
  });

  t.test('keeps a row that the queue refused', async (t) => {
    await recordMedia(bench, newIds(3));
    const away = fakeQueue(() => Promise.reject(new Error('away')));
    await t.rejects(relayBatch(bench.deps, away, { toJobs }), { message: 'away' });
    t.equal(await countWaiting(bench.deps), 3);
  });

  t.test('gives each row to one of two relays that run at the same time', async (t) => {
    const ids = newIds(40);
    await recordMedia(bench, ids);
    const given: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = fakeQueue(async (jobs) => {
      given.push(...jobs.map(({ id }) => id));
      await held;
    });
    const first = relayBatch(bench.deps, slow, { toJobs });
    await eventually('the first relay holds its rows', () => given.length === 40);
    const late = newIds(5);
    await recordMedia(bench, late);
    const second = fakeQueue(async (jobs) => void given.push(...jobs.map(({ id }) => id)));
    t.equal(await relayBatch(bench.deps, second, { toJobs }), 5, 'held rows are skipped, not waited for');
    release();
    t.equal(await first, 40);
    t.equal(new Set(given).size, 45);
  });

  t.test('goes on after the queue was away and after its connections were cut', async (t) => {
    const given = new Set<string>();
    let attempts = 0;
    let isAway = true;
    const queue = fakeQueue(async (jobs) => {
      attempts += 1;
      if (isAway) throw new Error('away');
      for (const { id } of jobs) given.add(id);
    });
    const relay = startRelay(bench.deps, queue, { toJobs });
    await recordMedia(bench, newIds(2));
    await eventually('it has tried more than once', () => attempts > 2);
    isAway = false;
    await eventually('both have arrived', () => given.size === 2);

    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tsuzuki-relay'`;
    await eventually(
      'its listening connection is there and cut',
      async () => (await bench.deps.pool.query(cut)).rowCount,
    );
    await recordMedia(bench, newIds(2));
    await eventually('the next two have arrived', () => given.size === 4);
    await eventually(
      'it listens again',
      async () =>
        (
          await bench.deps.pool.query(
            `select 1 from pg_stat_activity where datname = current_database() and application_name = 'tsuzuki-relay'`,
          )
        ).rowCount,
    );
    await relay.close();
    await recordMedia(bench, newIds(1));
    t.equal(await countWaiting(bench.deps), 1, 'a closed relay takes nothing more');
  });

  t.test('deletes only what was handed over long ago', async (t) => {
    const day = 86_400_000;
    const ago = (ms: number) => new Date(Date.now() - ms);
    await bench.deps.db.insert(outbox).values([
      { name: 'media.process', payload: { n: 1 }, relayedAt: ago(5 * day), createdAt: ago(5 * day) },
      { name: 'media.process', payload: { n: 2 }, relayedAt: ago(day), createdAt: ago(5 * day) },
      { name: 'media.process', payload: { n: 3 }, createdAt: ago(5 * day) },
    ]);
    await runSweeps(bench.deps, 'rows.delete_expired');
    const left = await bench.deps.db.select({ payload: outbox.payload }).from(outbox).orderBy(outbox.id);
    t.same(left, [{ payload: { n: 2 } }, { payload: { n: 3 } }]);
  });
});
