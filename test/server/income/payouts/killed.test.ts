/** Requesting, approving and paying a payout is killed at every step: sums stay correct, and the retry does it once. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { payouts } from '#db/schema/index.ts';
import type { Deps } from '#server/deps.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { decidePayout, requestPayout } from '#server/domains/income/payouts/service.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { startTestApp } from '../../../support/app.ts';
import { liveUntil } from '../../../support/mortal.ts';
import { ask, makeCreator } from '../../../support/payouts.ts';

const CENTS = 212_40;

t.test('REV-15 kill -9 at any step of a payout leaves it undone or done', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const stateOf = async (userId: string) =>
    (await app.deps.db.select().from(payouts).where(eq(payouts.userId, userId))).map(({ state }) => state);

  for (const [deed, before, after] of [
    ['ask', [], ['requested']],
    ['approve', ['requested'], ['approved']],
    ['pay', ['approved'], ['paid']],
  ] as const) {
    const creator = await makeCreator(app, { name: `To ${deed}`, cents: CENTS });
    const id = deed === 'ask' ? '' : await ask(app, creator);
    if (deed === 'pay')
      await app.call(`PATCH /admin/payouts/${id}`, { as: mei, body: { state: 'approved' } });
    const viewer = { id: deed === 'ask' ? creator.id : mei.id } as Viewer;
    const run = (deps: Deps): Promise<unknown> => {
      if (deed === 'ask') return requestPayout(deps, viewer);
      const decision = deed === 'approve' ? { state: 'approved' } : { state: 'paid', reference: 'R 1' };
      return decidePayout(deps, viewer, id, decision as Parameters<typeof decidePayout>[3]);
    };
    const sumsFit = async (why: string) => {
      const [state] = await stateOf(creator.id);
      const sums = state === undefined ? [CENTS, 0] : state === 'paid' ? [0, 0] : [0, CENTS];
      const { earned, asked } = await findBalances(app.deps, creator.id);
      t.same(
        [earned, asked],
        sums.map((cents) => cents * 10_000),
        why,
      );
      t.same(await findDiscrepancies(app.deps), [], why);
    };
    let killed = 0;
    for (let word = 1; (await liveUntil(app, word, run)) === 'killed'; word += 1) {
      killed += 1;
      const states = JSON.stringify(await stateOf(creator.id));
      t.ok(
        [before, after].map((each) => JSON.stringify(each)).includes(states),
        `${deed} killed at word ${word}`,
      );
      await sumsFit(`${deed} killed at word ${word}`);
    }
    t.ok(killed >= 8, `${deed} was killed ${killed} times`);
    t.same(await stateOf(creator.id), after, 'the one that lived has done it, or the last before it');
    await sumsFit(deed);
    // The same administrator may repeat a decision, which changes nothing.
    const again = run(app.deps);
    if (deed === 'ask') await t.rejects(again, 'another time');
    else await t.resolves(again, 'another time');
    t.same(await stateOf(creator.id), after);
    await sumsFit(`${deed} another time`);
    t.same(await findDiscrepancies(app.deps), []);
  }
});
