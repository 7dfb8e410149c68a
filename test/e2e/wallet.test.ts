/** The wallet in a browser: what came in, what went out, what is owed. Nothing is sold there. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories } from '../../db/schema/index.ts';
import { buyCoins, refundPurchase } from '../../server/domains/purchases/service.ts';
import type { Account } from '../support/app.ts';
import { inspectPages } from '../support/axe.ts';
import { addPremium, giveCoins } from '../support/coins.ts';
import { openShelf } from '../support/shelf.ts';
import { startSite } from '../support/site.ts';
import { openStores } from '../support/stores.ts';

const APP_URL = 'https://apps.example/tsuzuki';

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
  // Its picture is in no storage.
  await site.deps.db.update(stories).set({ coverMediaId: null }).where(eq(stories.id, storyId));
  const buy = async (as: Account, transactionId: string) => {
    const facts = { bundleId: 'example.app', productId: 'coins_100', environment: 'Production' };
    const receipt = await shops.chain.sign({
      ...{ ...facts, transactionId, appAccountToken: as.id, signedDate: Date.now() },
    });
    await buyCoins(site.deps, { viewer: as, address: '127.0.0.1' }, { store: 'app_store', receipt });
  };
  /** Bought 100, spent 70, and the store pays the 100 back. */
  const openOwing = async (transactionId: string) => {
    const as = await site.signUp('Jule Winter');
    await buy(as, transactionId);
    await site.call(`POST /episodes/${episodeId}/unlock`, { as, body: { price: 70 } });
    await refundPurchase(site.deps, { store: 'app_store', transaction: transactionId, reference: null });
    return as;
  };

  await t.test('PRI-01, PRI-24, PRI-30, REV-12 entries by month, what is owed, and no shop', async (t) => {
    const as = await openOwing('70000000004412');
    const { page, faults, goto } = await site.open({ as });
    await goto('/wallet');
    const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    t.match(text, /You have 0 coins You owe 70 coins/);
    t.match(text, /Two Umbrellas 1, .*Unlocked −70/);
    t.match(text, /Given back by the store .*App Store, 7000…4412 −30 coins then 0/);
    t.match(text, /Bought in the app .*App Store, 7000…4412 \+100 coins then 100/);
    t.match(text, /A debt never takes an unlocked episode away/);
    t.equal(await page.getByRole('link', { name: 'Get coins in the app' }).getAttribute('href'), '/app');
    t.equal(await page.locator('main form, main button').count(), 0, 'nothing is sold here');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    t.equal(file.suggestedFilename(), 'wallet.csv');
    t.match(await readFile(await file.path(), 'utf8'), /refund,-30,0,app_store,7000…4412/);
    await giveCoins(site, as, 100);
    await goto('/wallet?filter=received');
    t.match(await page.locator('main').innerText(), /30 coins/);
    t.equal(await page.getByText('You owe').count(), 0);
    await page.getByRole('link', { name: 'Spent' }).click();
    await page.getByText('Debt settled').waitFor();
    t.same(faults, []);
  });

  await t.test('PRI-24 in both languages, at all widths, without a script', async (t) => {
    const as = await openOwing('70000000004413');
    const tab = await site.open({ as });
    await inspectPages(t, tab, ['/wallet', '/de/wallet']);
    const still = await site.open({ as, javaScriptEnabled: false });
    await still.goto('/de/wallet');
    const text = (await still.page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    t.match(text, /Du schuldest 70 Münzen/);
    t.match(text, /Vom Laden zurückgenommen/);
    const empty = await site.open({ as: await site.signUp('Newcomer'), javaScriptEnabled: false });
    await empty.goto('/wallet');
    t.equal(await empty.page.getByRole('link', { name: 'Export' }).count(), 0);
    t.match(await empty.page.locator('main').innerText(), /Nothing has moved yet/);
    t.same([...tab.faults, ...still.faults, ...empty.faults], []);
  });
});
