/** An older release receives a newer one's job. The job waits for the newer release and loses no attempt. */

import t, { type Test } from 'tap';
import { newId } from '../../../server/lib/ids.ts';
import type { RunningJob } from '../../../server/ports.ts';
import type { JobTable } from '../../../server/queue/jobs.ts';
import { createQueue } from '../../../server/queue/queue.ts';
import { eventually } from '../../support/eventually.ts';
import { hastySettings, openBench } from '../../support/jobs.ts';
import { startTestRedis } from '../../support/redis.ts';

const { 'mail.send': _, ...known } = hastySettings;
/** More than a job's attempts. */
const MEETINGS = 4;

async function leave(t: Test, redisUrl?: string): Promise<void> {
  const bench = await openBench({ redisUrl });
  t.teardown(bench.close);
  const { deps, databaseUrl } = bench;
  const newer = await bench.openQueue();
  let met = 0;
  const older = await createQueue({
    config: deps.config,
    databaseUrl,
    log: deps.log,
    leaveMs: 10,
    // Called once per received job.
    settings: new Proxy(known as JobTable, {
      getOwnPropertyDescriptor(table, name) {
        if (name === 'mail.send') met += 1;
        return Object.getOwnPropertyDescriptor(table, name);
      },
    }),
  });
  t.teardown(older.close);
  const failures: string[] = [];
  const onGivenUp = ({ error }: { error: string }) => void failures.push(error);
  const ran: RunningJob[] = [];
  const old = await older.work('quick', async (job) => void ran.push(job), { concurrency: 2, onGivenUp });
  const mailId = newId();
  await newer.addBulk([{ name: 'mail.send', payload: { mailId }, id: 'ob-1', delayMs: 0 }]);
  await eventually('the older one meets it again and again', () => met > MEETINGS);
  t.same(ran, []);
  const run = async (job: RunningJob) => void ran.push(job);
  const fresh = await newer.work('quick', run, { concurrency: 2, onGivenUp });
  await eventually('the newer one does it', () => ran.length > 0);
  t.match(ran, [{ name: 'mail.send', payload: { mailId }, attempt: 1 }]);
  await old.close();
  await fresh.close();
  t.equal(ran.length, 1);
  t.same(failures, []);
}

t.test('OPS-05 a job that only a newer release knows waits for it, the queue in PostgreSQL', (t) => leave(t));

t.test('OPS-05 a job that only a newer release knows waits for it, the queue in Redis', async (t) => {
  const redis = await startTestRedis();
  t.teardown(redis.stop);
  await leave(t, redis.url);
});
