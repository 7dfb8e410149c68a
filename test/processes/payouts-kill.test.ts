/** Whoever asks for a payout, approves or pays one is killed at every step: sums hold, and the next try does it once. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { payouts } from '#db/schema/index.ts';
import { findBalances, findDiscrepancies } from '#server/domains/ledger/queries.ts';
import { startTestApp } from '../support/app.ts';
import { ask, makeCreator } from '../support/payouts.ts';
import { ownFolder } from '../support/processes.ts';

const PROGRAM = join(import.meta.dirname, '../support/payout-deed.ts');
/** Every third word: what a deed says are 8 to 30. */
const APART = 3;
const CENTS = 212_40;

t.test('REV-15 kill -9 at any step of a payout leaves it undone or done', async (t) => {
  const app = await startTestApp();
  const folder = await ownFolder();
  t.teardown(async () => {
    await app.close();
    await folder.end();
  });
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const run = (...words: string[]): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [PROGRAM, ...words], {
        env: {
          NODE_ENV: 'test',
          DATABASE_URL: app.databaseUrl,
          DATA_DIR: folder.path,
          PATH: process.env.PATH,
        },
        stdio: 'ignore',
      });
      child.on('exit', (code, signal) => resolve(signal ?? String(code)));
    });
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
    const actor = deed === 'ask' ? creator.id : mei.id;
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
    for (let word = 2; (await run(deed, actor, id, String(word))) === 'SIGKILL'; word += APART) {
      killed += 1;
      const states = JSON.stringify(await stateOf(creator.id));
      t.ok(
        [before, after].map((each) => JSON.stringify(each)).includes(states),
        `${deed} killed at word ${word}`,
      );
      await sumsFit(`${deed} killed at word ${word}`);
    }
    t.ok(killed >= 2, `${deed} was killed ${killed} times`);
    t.same(await stateOf(creator.id), after, 'the one that lived has done it, or the last before it');
    await sumsFit(deed);
    // A decision is taken once more by the same hand, and changes nothing.
    t.equal(await run(deed, actor, id, '0'), deed === 'ask' ? '1' : '0', 'another time');
    t.same(await stateOf(creator.id), after);
    await sumsFit(`${deed} another time`);
    t.same(await findDiscrepancies(app.deps), []);
  }
});
