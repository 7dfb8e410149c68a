import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { coinEntries, keptAnswers } from '#db/schema/index.ts';
import { acknowledgeForgotten, buyCoins } from '#server/domains/coins/purchases/service.ts';
import { proveLedger } from '#server/domains/income/ledger/proof.ts';
import { startTestApp } from '../../../support/app.ts';
import { type Chain, FLAWS, makeChain } from '../../../support/app-store.ts';
import { eventually } from '../../../support/eventually.ts';
import { openStores, type PlayPurchase } from '../../../support/stores.ts';
import { openTill } from '../../../support/till.ts';

const DAY_MS = 86_400_000;

t.test('purchases', async (t) => {
  const till = await openTill();
  t.teardown(() => till.close());
  const { app, chain, play, logged } = till;
  const { apple, buy, codeOf, newReader, played, transaction, walletOf } = till;
  const { db } = app.deps;

  await t.test('PRI-24, PRI-30 a signed transaction of the App Store brings coins, once', async (t) => {
    const reader = await newReader();
    const receipt = await chain.sign(transaction(reader));
    const first = await buy(reader, 'app_store', receipt, 'k');
    t.equal(first.statusCode, 201);
    t.match(first.json(), { coins: 100, balance: 100, message: '100 coins are in your wallet' });
    t.same((await buy(reader, 'app_store', receipt, 'k')).json(), first.json());
    await db.delete(keptAnswers);
    t.match((await buy(reader, 'app_store', receipt, 'k')).json(), { coins: 100, balance: 100 });
    const again = await buy(reader, 'app_store', receipt);
    t.equal(again.statusCode, 201, 'handed in again it gets the first answer');
    t.same(again.json(), first.json());
    t.same(codeOf(await buy(await newReader(), 'app_store', receipt)), [422, 'purchase_not_yours']);
    t.equal((await buy(undefined, 'app_store', receipt)).statusCode, 401);
    const { entries } = (await app.call('GET /wallet/entries', { as: reader })).json();
    t.match(entries, [
      { kind: 'purchase', coins: 100, store: { provider: 'app_store', reference: /^7000…\d{4}$/ } },
    ]);
  });

  await t.test('a purchase of Google Play brings coins, and is used up there', async (t) => {
    const reader = await newReader();
    const { token, receipt } = played(reader);
    const reply = await buy(reader, 'google_play', receipt);
    t.match([reply.statusCode, reply.json()], [201, { coins: 200, balance: 200 }]);
    t.notOk(play.consumed.includes(token));
    await app.runJobs();
    t.ok(play.consumed.includes(token));
    t.match((await buy(reader, 'google_play', receipt)).json(), { coins: 200, balance: 200 });
    const { entries } = (await app.call('GET /wallet/entries', { as: reader })).json();
    t.match(entries[0].store, { provider: 'google_play', reference: 'GPA.3391-…-0417' });
  });

  await t.test('a store that does not answer loses nothing', async (t) => {
    const reader = await newReader();
    const { token, receipt } = played(reader);
    play.mood.isAway = true;
    t.same(codeOf(await buy(reader, 'google_play', receipt)), [503, 'store_away']);
    play.mood.isAway = false;
    t.equal((await buy(reader, 'google_play', receipt)).statusCode, 201);
    play.mood.isAway = true;
    await acknowledgeForgotten(app.deps);
    play.mood.isAway = false;
    await acknowledgeForgotten(app.deps);
    t.ok(play.consumed.includes(token), 'told later');
  });

  await t.test('what is refused by the App Store, by its code, and logged', async (t) => {
    const reader = await newReader();
    const other = await newReader();
    const reasons: string[] = [];
    for (const [code, reply] of [
      ['purchase_invalid', await apple(reader, {}, await makeChain())],
      ['purchase_other_app', await apple(reader, { bundleId: 'another.app' })],
      ['purchase_unknown_product', await apple(reader, { productId: 'coins_1000000' })],
      ['purchase_unknown_product', await apple(reader, { quantity: 2 })],
      ['purchase_sandbox', await apple(reader, { environment: 'Sandbox' })],
      ['purchase_sandbox', await apple(reader, { environment: 'Xcode' })],
      ['purchase_not_yours', await apple(reader, { appAccountToken: other.id })],
      ['purchase_not_yours', await apple(reader, { appAccountToken: undefined })],
      ['purchase_refunded', await apple(reader, { revocationDate: Date.now() })],
      ['purchase_invalid', await apple(reader, { signedDate: Date.now() + 3 * DAY_MS })],
      ['purchase_invalid', await apple(reader, { transactionId: 5 })],
    ] as const) {
      t.same(codeOf(reply), [422, code], code);
      reasons.push(code);
    }
    const lines = logged.filter(({ event, userId }) => event === 'purchase_refused' && userId === reader.id);
    t.same(
      lines.map(({ reason }) => reason),
      reasons,
    );
    const good = await chain.sign(transaction(reader));
    const [head = '', , signature = ''] = good.split('.');
    const forged = Buffer.from(JSON.stringify(transaction(reader, { productId: 'coins_200' }))).toString(
      'base64url',
    );
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const receipt of [
      'x',
      'a.b.c',
      `${head}.${forged}.${signature}`,
      `${none}.${forged}.`,
      good.slice(0, -6),
    ])
      t.same(codeOf(await buy(reader, 'app_store', receipt)), [422, 'purchase_invalid'], receipt.slice(0, 9));
    t.same(await walletOf(reader), { balance: 0, debt: 0 });
  });

  await t.test('what is refused by Google Play', async (t) => {
    const reader = await newReader();
    const other = await newReader();
    const ask = (more: Partial<PlayPurchase>) => buy(reader, 'google_play', played(reader, more).receipt);
    for (const [code, reply] of [
      ['purchase_invalid', await buy(reader, 'google_play', 'no JSON')],
      [
        'purchase_invalid',
        await buy(
          reader,
          'google_play',
          JSON.stringify({ packageName: 'example.app', productId: 'coins_200', purchaseToken: 'made up' }),
        ),
      ],
      [
        'purchase_other_app',
        await buy(
          reader,
          'google_play',
          JSON.stringify({ packageName: 'another.app', productId: 'a', purchaseToken: 'b' }),
        ),
      ],
      ['purchase_invalid', await ask({ productId: 'coins_100' })],
      ['purchase_pending', await ask({ purchaseState: 2 })],
      ['purchase_refunded', await ask({ purchaseState: 1 })],
      ['purchase_sandbox', await ask({ purchaseType: 0 })],
      ['purchase_not_yours', await ask({ obfuscatedExternalAccountId: other.id })],
      ['purchase_unknown_product', await ask({ quantity: 3 })],
    ] as const)
      t.same(codeOf(reply), [422, code], code);
    for (const body of [
      { provider: 'steam', receipt: 'x' },
      { provider: 'app_store' },
      { provider: 'app_store', receipt: 'x'.repeat(16_385) },
    ])
      t.equal((await app.call('POST /wallet/purchases', { as: reader, body })).statusCode, 422);
    t.same(await walletOf(reader), { balance: 0, debt: 0 });
  });

  await t.test('PRI-27 fifty at once pay once, of one account and of two', async (t) => {
    const reader = await newReader();
    const receipt = await chain.sign(transaction(reader));
    const { receipt: second } = played(reader);
    const buyer = { viewer: reader, address: '127.0.0.1' };
    // Calls the service directly, since this exceeds an account's limit per minute.
    const replies = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        buyCoins(app.deps, buyer, {
          ...(at % 2 ? { store: 'app_store', receipt } : { store: 'google_play', receipt: second }),
          key: `k${at}`,
        }),
      ),
    );
    t.ok(replies.every(({ status }) => status === 'fulfilled'));
    t.match(await walletOf(reader), { balance: 300 });
    t.equal(await db.$count(coinEntries, eq(coinEntries.userId, reader.id)), 2);
    const over = await Promise.all(Array.from({ length: 4 }, () => buy(reader, 'app_store', receipt)));
    t.same(
      over.map(({ statusCode }) => statusCode),
      Array(4).fill(201),
    );
    t.match(await walletOf(reader), { balance: 300 });
  });

  await t.test(
    'a key that stands for a purchase stands for no other, even when no answer is kept',
    async (t) => {
      const reader = await newReader();
      t.equal((await buy(reader, 'app_store', await chain.sign(transaction(reader)), 'k')).statusCode, 201);
      const other = await chain.sign(transaction(reader));
      t.same(codeOf(await buy(reader, 'app_store', other, 'k')), [422, 'idempotency_key_reused']);
      await db.delete(keptAnswers);
      t.same(codeOf(await buy(reader, 'app_store', other, 'k')), [422, 'idempotency_key_reused']);
      t.match(await walletOf(reader), { balance: 100 });
      t.equal((await buy(reader, 'app_store', other, 'k2')).statusCode, 201);
      t.match(await walletOf(reader), { balance: 200 });
    },
  );

  await t.test('Google is asked for a token once, not for each receipt', async (t) => {
    const reader = await newReader();
    play.asked.length = 0;
    for (const { receipt } of [played(reader), played(reader)])
      t.equal((await buy(reader, 'google_play', receipt)).statusCode, 201);
    t.notOk(play.asked.includes('/token'));
  });

  await t.test('who dies between the store’s word and the entry may send the receipt again', async (t) => {
    const reader = await newReader();
    const { token, receipt } = played(reader);
    const turn = await app.deps.pool.connect();
    await turn.query('begin');
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    await turn.query(lock, [`purchase:google_play:${token}`]);
    const lost = buy(reader, 'google_play', receipt, 'once');
    const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and query like '%advisory%'`;
    // Queried outside the transaction, where pg_stat_activity would be a fixed snapshot.
    const { pool } = app.deps;
    await eventually('a purchase that waits', async () => ((await pool.query(waiting)).rowCount ?? 0) > 0);
    t.ok((await lost).statusCode >= 500);
    await turn.query('rollback');
    turn.release();
    t.same(await walletOf(reader), { balance: 0, debt: 0 });
    const replies = await Promise.all([1, 2].map(() => buy(reader, 'google_play', receipt, 'once')));
    t.same(
      replies.map((reply) => [reply.statusCode, reply.json().balance]),
      [
        [201, 200],
        [201, 200],
      ],
    );
  });

  await t.test('the nightly proof finds nothing wrong', async (t) => {
    t.same(await proveLedger(app.deps), []);
  });
});

t.test('without stores no receipt is taken', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const as = await app.signUp();
  for (const provider of ['app_store', 'google_play']) {
    const reply = await app.call('POST /wallet/purchases', { as, body: { provider, receipt: '{}' } });
    t.match([reply.statusCode, reply.json().code], [503, 'store_away']);
  }
});

t.test('a chain that is not whole signs nothing', async (t) => {
  const shops = await openStores();
  t.teardown(() => shops.close());
  const chains = await Promise.all(FLAWS.map((flaw) => makeChain({ flaw, responder: shops.responder })));
  const whole = await makeChain({ responder: shops.responder });
  await writeFile(shops.environment.APP_STORE_ROOT, [...chains, whole].map(({ root }) => root).join('\n'));
  const app = await startTestApp({ environment: shops.environment });
  t.teardown(() => app.close());
  const as = await app.signUp();
  const buy = async (by: Chain, payload: object = {}) => {
    const receipt = await by.sign({
      transactionId: '1',
      bundleId: 'example.app',
      productId: 'coins_100',
      environment: 'Production',
      appAccountToken: as.id,
      signedDate: Date.now(),
      ...payload,
    });
    const reply = await app.call('POST /wallet/purchases', { as, body: { provider: 'app_store', receipt } });
    return [reply.statusCode, reply.json().code];
  };
  for (const [at, flaw] of FLAWS.entries())
    t.same(await buy(chains[at] as Chain), [422, 'purchase_invalid'], flaw);
  const ended = chains[FLAWS.indexOf('the leaf has ended')] as Chain;
  const earlier = { transactionId: '2', signedDate: Date.now() - 400 * DAY_MS };
  t.same(await buy(ended, earlier), [201, undefined], 'what was signed while it held stays signed');
  t.same(await buy(whole, { signedDate: Date.now() - 900 * DAY_MS }), [422, 'purchase_invalid'], 'too early');
  t.same(await buy(whole), [201, undefined]);
});
