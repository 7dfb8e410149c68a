import { and, count, eq } from 'drizzle-orm';
import t from 'tap';
import { payouts } from '../../../db/schema/index.ts';
import { ensureDemoAccounts } from '../../../db/seed/accounts.ts';
import { addClosedPayouts, addOpenPayouts } from '../../../db/seed/payouts.ts';
import { findDiscrepancies } from '../../../server/domains/income/ledger/queries.ts';
import { startTestApp } from '../../support/app.ts';
import { samplePage } from '../../support/sample-page.ts';
import { openShelf } from '../../support/shelf.ts';

t.test('two payouts of each state; sown again, they are the same', async (t) => {
  const app = await startTestApp({ environment: { DEMO: 'on' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const picture = await samplePage(64, 64);
  const people = await ensureDemoAccounts(deps, { draw: () => Promise.resolve(picture), close() {} });
  const { addStory } = openShelf(deps);
  for (const { id } of people.values()) await addStory(id);
  const look = () =>
    deps.db.select({ state: payouts.state, n: count() }).from(payouts).groupBy(payouts.state);
  await addClosedPayouts(deps, people);
  await addOpenPayouts(deps, people);
  const states = await look();
  t.same(Object.fromEntries(states.map(({ state, n }) => [state, n])), {
    requested: 2,
    approved: 2,
    paid: 2,
    rejected: 2,
    called_off: 2,
  });
  t.equal(
    await deps.db.$count(payouts, and(eq(payouts.state, 'requested'), eq(payouts.formKind, 'W-8BEN'))),
    1,
  );
  t.same(await findDiscrepancies(deps), []);
  await addClosedPayouts(deps, people);
  await addOpenPayouts(deps, people);
  t.same(await deps.db.$count(payouts), 10);
});
