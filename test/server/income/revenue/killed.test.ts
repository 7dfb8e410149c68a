/** Handling a revenue file is killed at every step. Nothing is half done, and the retry does it once. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  ledgerTransfers,
  mails,
  outbox,
  revenueCredits,
  revenueImports,
  revenueLines,
  revenueProblems,
} from '#db/schema/index.ts';
import type { Deps } from '#server/deps.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { checkImport } from '#server/domains/income/revenue/check.ts';
import { creditImport } from '#server/domains/income/revenue/commit.ts';
import { INCOMING } from '#server/domains/income/revenue/files.ts';
import { findIncoming, takeIncoming } from '#server/domains/income/revenue/pick-up.ts';
import { takeIn } from '#server/domains/income/revenue/service.ts';
import { addMonths, monthOf } from '#server/lib/months.ts';
import { startTestApp } from '../../../support/app.ts';
import { csvOf } from '../../../support/imports-of-revenue.ts';
import { liveUntil } from '../../../support/mortal.ts';
import { openShelf } from '../../../support/shelf.ts';
import { sourceOf } from '../../../support/sources.ts';

const CREATORS = 3;

t.test('OPS-04 kill -9 at any step of an import leaves it undone or done', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { db, storage } = app.deps;
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const shelf = openShelf(app.deps);
  const owners = await Promise.all(Array.from({ length: CREATORS }, () => shelf.addAuthor()));
  const stories: string[] = [];
  for (const owner of owners) stories.push((await shelf.addStory(owner)).id);
  const actions = {
    check: checkImport,
    credit: (deps: Deps, id: string) => creditImport(deps, null, id),
    async 'pick-up'(deps: Deps) {
      for (const found of await findIncoming(deps)) await takeIncoming(deps, found);
    },
  };
  const killAtEach = async (
    deed: keyof typeof actions,
    id: string,
    look: (word: number) => Promise<void>,
  ): Promise<number> => {
    let killed = 0;
    for (
      let word = 1;
      (await liveUntil(app, word, (deps) => actions[deed](deps, id))) === 'killed';
      word += 1
    ) {
      await look(word);
      killed += 1;
    }
    return killed;
  };
  const period = addMonths(monthOf(new Date()), -1);
  const lines = stories.map((story) => ({ story, amount: '10.00' }));
  const take = (content: string, name: string) =>
    takeIn(app.deps, {
      name,
      kind: name.includes('-c') ? 'correction' : 'month',
      source: 'service',
      userId: null,
      content: sourceOf(content),
    });
  const stateOf = async (id: string) =>
    (await db.select().from(revenueImports).where(eq(revenueImports.id, id)))[0]?.state;
  const earned = async () => {
    const balances = await Promise.all(owners.map((owner) => findBalances(app.deps, owner)));
    return balances.reduce((sum, each) => sum + each.earned, 0);
  };
  const ALL = CREATORS * 7_000_000;

  const id = await take(csvOf(lines, period), 'month.csv');
  const checks = await killAtEach('check', id, async (word) => {
    const state = await stateOf(id);
    const count = await db.$count(revenueLines);
    t.ok(state === 'checking' ? count === 0 : state === 'ready' && count === CREATORS, `check, word ${word}`);
  });
  t.ok(checks >= 5, `the check was killed ${checks} times`);
  t.equal(await stateOf(id), 'ready');

  const credits = await killAtEach('credit', id, async (word) => {
    const state = await stateOf(id);
    const isUndone = state === 'ready';
    t.ok(isUndone || state === 'credited', `credit, word ${word}`);
    t.equal(await earned(), isUndone ? 0 : ALL);
    t.equal(await db.$count(revenueCredits), isUndone ? 0 : CREATORS);
    t.equal(await db.$count(outbox, eq(outbox.name, 'revenue.credited')), isUndone ? 0 : 1);
    t.same(await findDiscrepancies(app.deps), []);
  });
  t.ok(credits >= 15, `the credit was killed ${credits} times`);
  t.equal(await stateOf(id), 'credited');
  t.equal(await earned(), ALL);

  const wrong = await take(csvOf([...lines, ...lines], period), 'wrong-c1.csv');
  const refusals = await killAtEach('check', wrong, async (word) => {
    const isUndone = (await stateOf(wrong)) === 'checking';
    t.equal(await db.$count(revenueProblems), isUndone ? 0 : CREATORS, `refusal, word ${word}`);
    t.equal(await db.$count(mails, eq(mails.kind, 'revenue_refused')), isUndone ? 0 : 1);
  });
  t.ok(refusals >= 5);
  t.equal(await stateOf(wrong), 'refused');
  t.equal(await db.$count(mails, eq(mails.kind, 'revenue_refused')), 1);

  const correction = csvOf(
    stories.map((story) => ({ story, amount: '-1.00' })),
    period,
  );
  const less = CREATORS * 700_000;
  await storage.put(`${INCOMING}${period}-c2.csv`, Buffer.from(correction), { contentType: 'text/csv' });
  const picked = await killAtEach('pick-up', '', async (word) => {
    t.ok([ALL, ALL - less].includes(await earned()), `pick-up, word ${word}`);
    t.same(await findDiscrepancies(app.deps), []);
  });
  t.ok(picked >= 30, `the pick-up was killed ${picked} times`);
  t.equal(await earned(), ALL - less);
  t.equal(await db.$count(ledgerTransfers), 2 * CREATORS);
  const left: string[] = [];
  for await (const { key } of storage.list(INCOMING)) left.push(key);
  t.same(left, []);
  t.same(await findDiscrepancies(app.deps), []);
});
