import { eq } from 'drizzle-orm';
import t from 'tap';
import { failedJobs, media, outbox, sessions, signInFailures, users } from '../../../db/schema/index.ts';
import { inTransaction } from '../../../server/deps.ts';
import { pictureUploaded } from '../../../server/domains/media/events.ts';
import { requeueStuckMedia } from '../../../server/domains/media/stuck.ts';
import { newId } from '../../../server/lib/ids.ts';
import { keepFailedJob } from '../../../server/ops/failed-jobs.ts';
import { record } from '../../../server/outbox/record.ts';
import { relayBatch } from '../../../server/outbox/relay.ts';
import { toJobs } from '../../../workers/reactions.ts';
import { runSchedule } from '../../../workers/schedules.ts';
import { type Bench, openBench } from '../../support/jobs.ts';
import { runSweeps } from '../../support/sweeps.ts';

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

async function addUser({ deps }: Bench): Promise<string> {
  const id = newId();
  const person = { id, email: `${id}@example.org`, slug: id, displayName: 'Ada', dateOfBirth: '1990-01-01' };
  await deps.db.insert(users).values(person);
  return id;
}

type Stamps = Partial<
  Pick<typeof media.$inferInsert, 'createdAt' | 'startedAt' | 'processedAt' | 'failedAt'>
>;

async function addPicture({ deps }: Bench, ownerId: string, stamps: Stamps): Promise<string> {
  const facts = { purpose: 'page', originalName: '1.png', hash: 'h', bytes: 1, type: 'image/png' } as const;
  const id = newId();
  await deps.db.insert(media).values({ id, ownerId, ...facts, width: 1, height: 1, ...stamps });
  return id;
}

t.test('pictures and rows that were left behind', async (t) => {
  const bench = await openBench();
  const { deps } = bench;
  const queue = await bench.openQueue();
  t.teardown(() => bench.close());
  const ownerId = await addUser(bench);

  t.test('a picture without a job is queued again, once', async (t) => {
    const queued = await addPicture(bench, ownerId, { createdAt: ago(HOUR_MS) });
    const begun = await addPicture(bench, ownerId, { createdAt: ago(HOUR_MS), startedAt: ago(HOUR_MS) });
    t.same(new Set(await requeueStuckMedia(deps, queue)), new Set([queued, begun]));
    t.same(await requeueStuckMedia(deps, queue), [], 'their events wait for the relay');
    const rows = await deps.db.select({ payload: outbox.payload }).from(outbox);
    t.same(new Set(rows.map(({ payload }) => payload.mediaId)), new Set([queued, begun]));
    await deps.db.delete(media);
  });

  t.test('a picture whose job lives, or was recorded just now, is left alone', async (t) => {
    const old = await addPicture(bench, ownerId, { createdAt: ago(HOUR_MS) });
    await inTransaction(deps, (tx) => record(tx, pictureUploaded, { mediaId: old }));
    t.same(await requeueStuckMedia(deps, queue), []);
    await relayBatch(deps, queue, { toJobs });
    t.same(await requeueStuckMedia(deps, queue), []);
    await deps.db.update(outbox).set({ createdAt: ago(HOUR_MS) });
    t.same(await requeueStuckMedia(deps, queue), [], 'the job waits in the queue');
    const [row] = await deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.payload, { mediaId: old }));
    await queue.forget({ id: `ob-${row?.id}`, name: 'media.process' });
    t.same(await requeueStuckMedia(deps, queue), [old], 'the queue has lost the job');
    await deps.db.delete(media);
  });

  t.test('a picture that is new, done, refused or given up is left alone', async (t) => {
    const created = { createdAt: ago(HOUR_MS) };
    await addPicture(bench, ownerId, {});
    await addPicture(bench, ownerId, { ...created, startedAt: ago(0) });
    await addPicture(bench, ownerId, { ...created, processedAt: ago(0) });
    await addPicture(bench, ownerId, { ...created, failedAt: ago(0) });
    const mediaId = await addPicture(bench, ownerId, created);
    const failure = {
      id: 'ob-1',
      name: 'media.process',
      payload: { mediaId },
      error: 'e',
      attempts: 6,
      addedAt: ago(0),
    };
    await keepFailedJob(deps, failure);
    await keepFailedJob(deps, failure);
    t.equal((await deps.db.select().from(failedJobs)).length, 1, 'a failure kept twice is one');
    t.same(await requeueStuckMedia(deps, queue), []);
    await deps.db.delete(media);
  });

  t.test('a sweep runs in one place at a time and frees its place when it fails', async (t) => {
    let runs = 0;
    const inner = {
      name: 'same',
      everyMs: 1,
      run: async () => {
        runs += 1;
      },
    };
    const outer = { ...inner, run: async () => t.equal(await runSchedule(deps, queue, inner), false) };
    t.equal(await runSchedule(deps, queue, outer), true);
    const failing = { ...inner, run: () => Promise.reject(new Error('broken')) };
    await t.rejects(runSchedule(deps, queue, failing), { message: 'broken' });
    t.equal(await runSchedule(deps, queue, inner), true);
    t.equal(runs, 1);
  });

  t.test('what has expired is deleted and nothing else', async (t) => {
    const session = (name: string, expiresAt: Date) => ({
      id: newId(),
      userId: ownerId,
      tokenHash: Buffer.from(name),
      expiresAt,
    });
    await deps.db.insert(sessions).values([session('old', ago(1_000)), session('new', ago(-HOUR_MS))]);
    await deps.db.insert(signInFailures).values([
      { id: newId(), bucket: 'old', failedAt: ago(24 * HOUR_MS) },
      { id: newId(), bucket: 'new', failedAt: ago(60_000) },
    ]);
    for (let time = 0; time < 2; time += 1)
      await runSweeps(deps, 'rows.delete_expired', 'sessions.delete_expired');
    t.same(
      (await deps.db.select().from(sessions)).map(({ tokenHash }) => `${tokenHash}`),
      ['new'],
    );
    t.same(
      (await deps.db.select().from(signInFailures)).map(({ bucket }) => bucket),
      ['new'],
    );
  });
});
