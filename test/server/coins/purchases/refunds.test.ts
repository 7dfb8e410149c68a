import { eq } from 'drizzle-orm';
import t from 'tap';
import { coinEntries, storePurchases, users } from '#db/schema/index.ts';
import { collectOwnData } from '#server/domains/administration/privacy/collect.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { proveLedger } from '#server/domains/income/ledger/proof.ts';
import { makeChain } from '../../../support/app-store.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { openShelf } from '../../../support/shelf.ts';
import { openTill } from '../../../support/till.ts';

const DAY_MS = 86_400_000;

t.test('refunds', async (t) => {
  const till = await openTill();
  t.teardown(() => till.close());
  const { app, chain, logged, play } = till;
  const { apple, buy, codeOf, newReader, played, refundApple, pushed, transaction, walletOf } = till;
  const { db } = app.deps;

  await t.test('a refund takes coins back as far as there are any; the rest is owed', async (t) => {
    const reader = await newReader();
    const shelf = openShelf(app.deps);
    const { episodeIds } = await addPremium(shelf, await shelf.addAuthor(), { price: 70, episodes: 2 });
    const bought = transaction(reader);
    await buy(reader, 'app_store', await chain.sign(bought));
    const unlock = (at: number) =>
      app.call(`POST /episodes/${episodeIds[at]}/unlock`, { as: reader, body: { price: 70 } });
    t.equal((await unlock(0)).statusCode, 200);
    const heard = await Promise.all([1, 2, 3].map(() => refundApple(bought)));
    t.same(
      heard.map(({ statusCode }) => statusCode),
      [204, 204, 204],
    );
    t.same(await walletOf(reader), { balance: 0, debt: 70 });
    t.equal(
      (await app.call(`GET /episodes/${episodeIds[0]}`, { as: reader })).statusCode,
      200,
      'what is open stays open',
    );
    t.same(codeOf(await unlock(1)), [422, 'not_enough_coins']);
    await giveCoins(app, reader, 50);
    t.same(await walletOf(reader), { balance: 0, debt: 20 });
    t.same(codeOf(await unlock(1)), [422, 'not_enough_coins']);
    t.match((await apple(reader)).json(), { coins: 100, balance: 80 });
    t.same(await walletOf(reader), { balance: 80, debt: 0 });
    t.equal((await unlock(1)).statusCode, 200);
    const { entries } = (await app.call('GET /wallet/entries', { as: reader })).json();
    t.same(
      entries
        .map(({ kind, coins, balance_after: after }: Record<string, unknown>) => [kind, coins, after])
        .reverse(),
      [
        ['purchase', 100, 100],
        ['unlock', -70, 30],
        ['refund', -30, 0],
        ['grant', 50, 50],
        ['debt', -50, 0],
        ['purchase', 100, 100],
        ['debt', -20, 80],
        ['unlock', -70, 10],
      ],
    );
    t.same(codeOf(await buy(reader, 'app_store', await chain.sign(bought))), [422, 'purchase_refunded']);
  });

  await t.test('a refund that is heard of first lets no coins in', async (t) => {
    const reader = await newReader();
    const bought = transaction(reader);
    await refundApple(bought);
    t.same(codeOf(await buy(reader, 'app_store', await chain.sign(bought))), [422, 'purchase_refunded']);
    const [row] = await db
      .select()
      .from(storePurchases)
      .where(eq(storePurchases.transaction, bought.transactionId));
    t.match(row, { userId: null, coins: 0 });
  });

  await t.test('Google Play voids a purchase; what is forged is refused', async (t) => {
    const reader = await newReader();
    const { token, receipt } = played(reader);
    await buy(reader, 'google_play', receipt);
    const voided = {
      voidedPurchaseNotification: { purchaseToken: token, orderId: 'GPA.1', productType: 2, refundType: 1 },
    };
    for (const reply of [
      await pushed(voided, { email: 'somebody@else' }),
      await pushed(voided, { email_verified: false }),
      await pushed(voided, { aud: 'another' }),
      await pushed(voided, {}, 'a.b.c'),
      await app.call('POST /wallet/store_notifications/google_play', { body: { message: { data: 'e30=' } } }),
    ])
      t.same(codeOf(reply), [422, 'purchase_invalid']);
    t.same(codeOf(await pushed({ ...voided, packageName: 'another.app' })), [422, 'purchase_other_app']);
    t.match(logged.at(-1), { event: 'store_notice_refused', provider: 'google_play' });
    play.asked.length = 0;
    const unknown = await play.pushToken({}, 'k2');
    for (const reply of [await pushed(voided, {}, unknown), await pushed(voided, {}, unknown)])
      t.same(codeOf(reply), [422, 'purchase_invalid'], 'a key that Google does not have');
    t.same(play.asked, [], 'which nobody asks Google for at each push');
    t.match(await walletOf(reader), { balance: 200 });
    t.equal((await pushed({ testNotification: { version: '1.0' } })).statusCode, 204);
    t.equal((await pushed(voided)).statusCode, 204);
    t.same(await walletOf(reader), { balance: 0, debt: 0 });
    const bad = await makeChain();
    const payload = { notificationType: 'REFUND', signedDate: Date.now(), data: {} };
    t.same(
      codeOf(
        await app.call('POST /wallet/store_notifications/app_store', {
          body: { signedPayload: await bad.sign(payload) },
        }),
      ),
      [422, 'purchase_invalid'],
    );
    t.equal((await refundApple(transaction(reader), 'TEST')).statusCode, 204);
  });

  await t.test('the copy of one’s data holds purchases, and the file all entries', async (t) => {
    const reader = await newReader();
    await apple(reader);
    await giveCoins(app, reader, 5);
    const { files } = await collectOwnData(app.deps, reader.id);
    t.match(files, {
      purchases: [{ store: 'app_store', coins: 100 }],
      wallet: { balanceCoins: 105, debtCoins: 0 },
    });
    const file = await app.call('GET /wallet/entries/export', { as: reader });
    t.match(file.headers, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': /wallet\.csv/,
    });
    t.match(file.body.split('\r\n'), [
      /^\ufeffcreated_at,kind,coins/,
      /grant,5,105/,
      /purchase,100,100,app_store,7000/,
    ]);
    await db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 40 * DAY_MS) })
      .where(eq(users.id, reader.id));
    await eraseDueAccounts(app.deps);
    t.equal(await db.$count(coinEntries, eq(coinEntries.userId, reader.id)), 2, 'money stays, of nobody');
  });

  await t.test('the nightly proof finds nothing wrong', async (t) => {
    t.same(await proveLedger(app.deps), []);
  });
});
