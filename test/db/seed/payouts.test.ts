/** The demo's payouts: two of each state, and a ledger that agrees. */
import { and, count, eq } from 'drizzle-orm';
import t from 'tap';
import { payouts, stories } from '../../../db/schema/index.ts';
import { ensureDemoAccounts } from '../../../db/seed/accounts.ts';
import { addClosedPayouts, addOpenPayouts } from '../../../db/seed/payouts.ts';
import { findDiscrepancies } from '../../../server/domains/ledger/queries.ts';
import { newId } from '../../../server/lib/ids.ts';
import { startTestApp } from '../../support/app.ts';
import { samplePage } from '../../support/sample-page.ts';

t.test('two payouts of each state; sown again, they are the same', async (t) => {
  const app = await startTestApp({ environment: { DEMO: 'on' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const picture = await samplePage(64, 64);
  const people = await ensureDemoAccounts(deps, { draw: () => Promise.resolve(picture), close() {} });
  for (const [key, { id: ownerId }] of people)
    await deps.db.insert(stories).values({
      ...{ id: newId(), slug: `story-of-${key}`, ownerId, title: key, description: '' },
      ...{ publicationType: 'comics' as const, language: 'en' },
    });
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
