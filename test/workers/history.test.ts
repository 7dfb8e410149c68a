/** Workers keep their job history during a database outage, within a bound. */
import { count } from 'drizzle-orm';
import t from 'tap';
import { jobRuns, scheduleRuns } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { newId } from '../../server/lib/ids.ts';
import { startHistory } from '../../workers/history.ts';
import { openBench } from '../support/jobs.ts';

t.test('the latest are kept until the database is back, once each', async (t) => {
  const bench = await openBench();
  t.teardown(bench.close);
  let isAway = true;
  let refusals = 0;
  const deps: Deps = {
    ...bench.deps,
    get db() {
      if (!isAway) return bench.deps.db;
      refusals += 1;
      throw new Error('the database is away');
    },
  };
  const history = startHistory(deps, { worker: 'here:1' });
  const sweep = { name: 'ledger.prove', everyMs: 1_000, run: async () => {} };
  for (let at = 0; at < 6_000; at += 1) {
    const job = { id: `ob-${at}`, name: 'mail.send', payload: { mailId: newId() }, attempt: 1, attempts: 1 };
    await history.job(job, async () => {});
    await history.watched(sweep).run(deps, null as never);
  }
  isAway = false;
  await history.close();
  const [kept] = await bench.deps.db.select({ rows: count() }).from(jobRuns);
  t.equal(kept?.rows, 5_000);
  const [last] = await bench.deps.db.select().from(jobRuns).orderBy(jobRuns.id).offset(4_999);
  t.equal(last?.jobId, 'ob-5999', 'the newest of them');
  t.match(await bench.deps.db.select().from(scheduleRuns), [{ name: 'ledger.prove', worker: 'here:1' }]);

  isAway = true;
  const second = startHistory(deps, { worker: 'here:1' });
  const job = { id: 'ob-lost', name: 'mail.send', payload: {}, attempt: 1, attempts: 1 };
  await second.job(job, async () => {});
  await t.resolves(second.close(), 'an end without the database is no fault');
  t.ok(refusals > 0);
});
