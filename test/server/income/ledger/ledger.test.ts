import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { ledgerAccounts, ledgerLegs, ledgerTransfers } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { findBalances, findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { creditOf, shareOfMicros } from '#server/domains/income/ledger/rules.ts';
import {
  holdBalance,
  type Leg,
  type Transfer,
  transferDollars,
} from '#server/domains/income/ledger/service.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';

t.test('the ledger of dollars', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { db } = app.deps;
  const creator = (await app.signUp('Creator')).id;
  const other = (await app.signUp('Other')).id;
  const move = (deed: Transfer['deed'], legs: Leg[], key = newId()) =>
    inTransaction(app.deps, (tx) => transferDollars(tx, [{ deed, key, subjectId: newId(), legs }]));
  const earn = (micros: number, userId = creator, key?: string) =>
    move(
      'revenue',
      [
        { account: 'network', micros: -micros },
        { account: 'earned', userId, micros },
      ],
      key,
    );
  const ask = (micros: number, userId = creator) =>
    move('payout_asked', [
      { account: 'earned', userId, micros: -micros },
      { account: 'asked', userId, micros },
    ]);
  const refused = (work: Promise<unknown>, message: RegExp, why: string) =>
    t.rejects(work, { cause: { message } }, why);

  await t.test('REV-23 a balance is the sum of its legs', async (t) => {
    await earn(1_230_000);
    await earn(20_000);
    t.same(await findBalances(app.deps, creator), { rest: 0, earned: 1_250_000, asked: 0 });
    t.same(await findBalances(app.deps, other), { rest: 0, earned: 0, asked: 0 });
    t.same(await findDiscrepancies(app.deps), []);
  });

  await t.test('what is asked for under one key happens once, at the same time too', async (t) => {
    const before = await findBalances(app.deps, other);
    const key = newId();
    const added = await Promise.all(Array.from({ length: 8 }, () => earn(10_000, other, key)));
    t.equal(added.filter((each) => each.size === 1).length, 1);
    t.equal((await findBalances(app.deps, other)).earned, before.earned + 10_000);
  });

  await t.test('REV-15 no more is asked for than was earned, by many at once', async (t) => {
    await earn(1_000_000, other);
    const { earned } = await findBalances(app.deps, other);
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => ask(earned, other)));
    t.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1);
    t.same(await findBalances(app.deps, other), { rest: 0, earned: 0, asked: earned });
    await refused(ask(10_000, other), /more is asked for/, 'an empty account');
  });

  await t.test('a correction may leave a debt, which the next earnings pay', async (t) => {
    const third = (await app.signUp('Third')).id;
    await earn(-50_000, third);
    t.equal((await findBalances(app.deps, third)).earned, -50_000);
    await earn(70_000, third);
    t.equal((await findBalances(app.deps, third)).earned, 20_000);
  });

  await t.test('legs that do not come to nothing are refused, and nothing of them stays', async () => {
    const before = await db.$count(ledgerTransfers);
    await refused(move('revenue', [{ account: 'network', micros: -5 }]), /come to nothing/, 'one leg');
    await refused(move('revenue', []), /come to nothing/, 'none');
    const [transfer] = await db.select().from(ledgerTransfers).limit(1);
    const [account] = await db.select().from(ledgerAccounts).limit(1);
    const late = {
      id: newId(),
      transferId: transfer?.id ?? '',
      accountId: account?.id ?? '',
      micros: 10_000,
    };
    await refused(
      db.insert(ledgerLegs).values(late).execute(),
      /once|come to nothing/,
      'a leg that is added later',
    );
    t.equal(await db.$count(ledgerTransfers), before);
  });

  await t.test('parts of a cent stand on their own account alone', async () => {
    const half = [
      { account: 'network' as const, micros: -5_000 },
      { account: 'earned' as const, userId: creator, micros: 5_000 },
    ];
    await refused(move('revenue', half), /ledger_accounts_balance/, 'half a cent is no credit');
    const much = [
      { account: 'network' as const, micros: -10_000 },
      { account: 'rest' as const, userId: creator, micros: 10_000 },
    ];
    await refused(move('revenue', much), /ledger_accounts_balance/, 'a whole cent is no rest');
  });

  await t.test('nobody changes a balance, a transfer or a leg', async () => {
    for (const [what, statement] of [
      ['balance', sql`update ledger_accounts set balance_micros = balance_micros + 10000`],
      [
        'begun with',
        sql`insert into ledger_accounts (id, kind, user_id, balance_micros)
        values (${newId()}, 'asked', ${creator}, 10000)`,
      ],
      ['account', sql`delete from ledger_accounts`],
      ['transfer', sql`update ledger_transfers set key = 'x'`],
      ['transfer gone', sql`delete from ledger_transfers`],
      ['leg', sql`update ledger_legs set micros = 1`],
      ['leg gone', sql`delete from ledger_legs`],
      ['all', sql`truncate ledger_legs`],
    ] as const)
      await refused(db.execute(statement), /follows from legs|only grows|permission denied/, what);
    t.same(await findDiscrepancies(app.deps), []);
  });

  await t.test('two that hold the same accounts wait, and never in a circle', async (t) => {
    const users = [creator, other];
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const legs: Leg[] = users.map((userId) => ({ account: 'earned', userId, micros: 10_000 }));
        return move('revenue', [
          ...(at % 2 ? legs : legs.reverse()),
          { account: 'network', micros: -20_000 },
        ]);
      }),
    );
    t.same(await findDiscrepancies(app.deps), []);
    await inTransaction(app.deps, async (tx) => {
      const held = await holdBalance(tx, { account: 'earned', userId: creator });
      t.equal(held, (await findBalances(app.deps, creator)).earned);
    });
    const [network] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, 'network'));
    t.ok((network?.balanceMicros ?? 0) < 0);
  });
});

t.test('REV-03, REV-04, REV-17 shares, cents and what is carried on', (t) => {
  t.equal(shareOfMicros(76_412_905, 7500), 57_309_678);
  t.equal(shareOfMicros(-76_412_905, 7500), -57_309_678, 'a correction takes what was given');
  t.equal(shareOfMicros(1, 7000), 0);
  t.same(creditOf(4_113, 61_076_058), { creditMicros: 61_080_000, restMicros: 171 });
  t.same(creditOf(171, -180), { creditMicros: -10_000, restMicros: 9_991 });
  t.same(creditOf(0, 0), { creditMicros: 0, restMicros: 0 });
  t.end();
});
