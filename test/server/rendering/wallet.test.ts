/** The wallet: income, spending and debt. Nothing is sold there. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories } from '../../../db/schema/index.ts';
import { buyCoins, refundPurchase } from '../../../server/domains/coins/purchases/service.ts';
import { addPremium, giveCoins } from '../../support/coins.ts';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';
import { openStores } from '../../support/stores.ts';

const APP_URL = 'https://apps.example/tsuzuki';
const TRANSACTION = '70000000004412';

t.test('the wallet', async (t) => {
  const shops = await openStores();
  const site = await startSite({ environment: { ...shops.environment, APP_URL } });
  t.teardown(async () => {
    await site.close();
    await shops.close();
  });
  const shelf = openShelf(site.deps);
  const story = { price: 70, title: 'Two Umbrellas' };
  const { episodeId, storyId } = await addPremium(shelf, await shelf.addAuthor(), story);
  // Storage does not contain its picture.
  await site.deps.db.update(stories).set({ coverMediaId: null }).where(eq(stories.id, storyId));
  const as = await site.signUp('Jule Winter');
  const visitor = visitPlainly(site.app, { as });
  const main = () => wordsOf(visitor.document().querySelector('main') as Element);

  await t.test('PRI-01, PRI-24, PRI-30, REV-12 entries by month, what is owed, and no shop', async (t) => {
    // Buys 100 coins and spends 70. Then the store refunds the 100.
    const facts = { bundleId: 'example.app', productId: 'coins_100', environment: 'Production' };
    const receipt = await shops.chain.sign({
      ...{ ...facts, transactionId: TRANSACTION, appAccountToken: as.id, signedDate: Date.now() },
    });
    await buyCoins(site.deps, { viewer: as, address: '127.0.0.1' }, { store: 'app_store', receipt });
    await site.call(`POST /episodes/${episodeId}/unlock`, { as, body: { price: 70 } });
    await refundPurchase(site.deps, { store: 'app_store', transaction: TRANSACTION, reference: null });
    await visitor.goto('/wallet');
    const text = main();
    t.match(text, /You have 0 coins You owe 70 coins/);
    t.match(text, /Two Umbrellas 1, .*Unlocked −70/);
    t.match(text, /Refunded by the store .*App Store, 7000…4412 −30 coins balance 0/);
    t.match(text, /Bought in the app .*App Store, 7000…4412 \+100 coins balance 100/);
    t.match(text, /A debt never takes an unlocked episode away/);
    t.equal(visitor.get('link', 'Get coins in the app').getAttribute('href'), '/app');
    t.same([...visitor.document().querySelectorAll('main form, main button')], [], 'nothing is sold here');
    const url = visitor.get('link', 'Export').getAttribute('href') ?? '';
    const headers = { cookie: `auth_token=${as.token}` };
    const file = await site.app.inject({ url, headers });
    t.match(file.headers['content-disposition'], /attachment; filename="?wallet\.csv"?/);
    t.match(file.body, /refund,-30,0,app_store,7000…4412/);
    await visitor.goto('/de/wallet');
    t.match(main(), /Du schuldest 70 Münzen/);
    t.match(main(), /Vom App-Store erstattet/);
  });

  await t.test('PRI-24 coins that come in settle the debt, and entries are shown by kind', async (t) => {
    await giveCoins(site, as, 100);
    await visitor.goto('/wallet?filter=received');
    t.match(main(), /30 coins/);
    t.notMatch(main(), /You owe/);
    await visitor.press('Spent');
    t.match(main(), /Debt settled/);
    const empty = visitPlainly(site.app, { as: await site.signUp('Newcomer') });
    await empty.goto('/wallet');
    t.same(empty.all('link', 'Export'), []);
    t.match(empty.text(), /No transactions yet/);
  });
});
