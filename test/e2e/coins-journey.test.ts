/** From a receipt to the pages: coins are bought in the app, an episode is unlocked with them, and reading goes on. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies, episodes as table, unlocks } from '../../db/schema/index.ts';
import { formatDate } from '../../locales/index.ts';
import type { Account } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { giveCoins } from '../support/coins.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { openStores } from '../support/stores.ts';

const DAY_MS = 86_400_000;
const APP_URL = 'https://apps.example/tsuzuki';
const dialogOf = (page: Page) => page.locator('dialog[open]').filter({ hasText: 'Price' });
const sumsOf = async (page: Page) => (await dialogOf(page).locator('dl').innerText()).replaceAll(/\s+/g, ' ');

t.test('coins, from a receipt to the pages', async (t) => {
  const shops = await openStores();
  const site = await startSite({ environment: { ...shops.environment, APP_URL } });
  t.teardown(async () => {
    await site.close();
    await shops.close();
  });
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const { story, path, episodes } = await publishSerial(site, creator, { pages: 3 });
  const price = async (priceCoins: number, freeAfterDays: number | null = null) => {
    const strategy = { type: 'first_free', freeCount: 1, priceCoins, freeAfterDays } as const;
    await db
      .insert(pricingStrategies)
      .values({ storyId: story.id, ...strategy })
      .onConflictDoUpdate({ target: pricingStrategies.storyId, set: strategy });
    site.caches.purge(['all']);
  };
  await price(30);
  let made = 0;
  /** As the app does it: the store signs, the app hands it in. */
  const buy = async (as: Account) => {
    made += 1;
    const bought = {
      ...{ transactionId: String(80_000_000 + made), bundleId: 'example.app', productId: 'coins_100' },
      ...{ environment: 'Production', appAccountToken: as.id, signedDate: Date.now() },
    };
    const reply = await site.call('POST /wallet/purchases', {
      as,
      headers: { 'idempotency-key': `bought-${made}` },
      body: { provider: 'app_store', receipt: await shops.chain.sign(bought) },
    });
    t.equal(reply.statusCode, 201);
    return bought;
  };
  const payBack = async (bought: object) => {
    const reply = await site.call('POST /wallet/store_notifications/app_store', {
      body: {
        signedPayload: await shops.chain.sign({
          ...{ notificationType: 'REFUND', signedDate: Date.now() },
          data: { signedTransactionInfo: await shops.chain.sign(bought) },
        }),
      },
    });
    t.equal(reply.statusCode, 204);
  };
  const paidOf = async ({ id }: Account) =>
    (await db.select().from(unlocks).where(eq(unlocks.readerId, id))).length;

  await t.test(
    'PRI-17, PRI-23, PRI-24, PRI-25, PRI-01 bought in the app, unlocked, and read on',
    async (t) => {
      const as = await site.signUp('Jule Winter');
      await giveCoins(site, as, 12);
      const tab = await site.open({ ...phone, as });
      const { page } = tab;
      await tab.goto(`${path}/2#p2`);
      await page.locator('dialog:modal').waitFor();
      t.equal(await sumsOf(page), 'Price 30 coins You have 12 coins Missing 18 coins');
      t.match(
        await dialogOf(page).innerText(),
        /Not enough coins to unlock this episode\. Coins are sold in the app; they appear here at once\./,
      );
      await dialogOf(page).getByRole('link', { name: 'Get 18 coins in the app' }).click();
      await page.waitForURL((url) => url.pathname === '/app');
      t.equal(await page.locator(`main a[href="${APP_URL}"]`).count(), 1);
      await buy(as);
      await page.goBack();
      const pay = dialogOf(page).getByRole('button', { name: 'Unlock for 30 coins' });
      await pay.waitFor();
      t.equal(await sumsOf(page), 'Price 30 coins You have 112 coins Left after 82 coins');
      t.equal(await paidOf(as), 0);
      await page.locator('dialog:modal').waitFor();
      await pay.click();
      await page.getByText('Unlocked. You have 82 coins left.').waitFor();
      t.equal(new URL(page.url()).hash, '#p2', 'at the page that was meant');
      t.equal(await page.locator('[data-stage] img').count(), 2);
      await tab.goto('/wallet');
      t.match(
        (await page.locator('main').innerText()).replaceAll(/\s+/g, ' '),
        /Unlocked −30 coins then 82 .*Bought in the app .*App Store, 80000001 \+100 coins then 112 .*You have 82 coins/,
      );
      t.same(tab.faults, []);
      await tab.context.close();
    },
  );

  await t.test('PRI-25, PRI-17 the same without a script', async (t) => {
    const as = await site.signUp('Jule Winter');
    const tab = await site.open({ ...phone, as, javaScriptEnabled: false });
    const { page } = tab;
    await tab.goto(`${path}/2`);
    t.equal(await sumsOf(page), 'Price 30 coins You have 0 coins Missing 30 coins');
    t.equal(await dialogOf(page).getByRole('button').count(), 0);
    t.equal(
      await dialogOf(page).getByRole('link', { name: 'Get 30 coins in the app' }).getAttribute('href'),
      '/app',
    );
    await buy(as);
    await tab.goto(`${path}/2`);
    await dialogOf(page).getByRole('button', { name: 'Unlock for 30 coins' }).click();
    await page.getByText('Unlocked. You have 70 coins left.').waitFor();
    t.equal(await page.locator('[data-stage] img').count(), 2);
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test('PRI-26 a debt is told in the dialog, and how many coins it takes', async (t) => {
    const as = await site.signUp('Jule Winter');
    const bought = await buy(as);
    const unlocked = await site.call(`POST /episodes/${episodes[1].id}/unlock`, { as, body: { price: 30 } });
    t.equal(unlocked.statusCode, 200);
    await payBack(bought);
    const tab = await site.open({ ...wide, as });
    const { page } = tab;
    await tab.goto(`${path}/3`);
    await page.locator('dialog:modal').waitFor();
    t.equal(await sumsOf(page), 'Price 30 coins You have 0 coins You owe 30 coins Missing 60 coins');
    t.match(await dialogOf(page).innerText(), /the next coins settle that first/);
    t.ok(await dialogOf(page).getByRole('link', { name: 'Get 60 coins in the app' }).isVisible());
    t.same(await violations(page), []);
    const refused = await site.call(`POST /episodes/${episodes[2].id}/unlock`, { as, body: { price: 30 } });
    t.match(
      [refused.statusCode, refused.json()],
      [422, { code: 'not_enough_coins', balance: 0, debt: 30, price: 30 }],
    );
    await giveCoins(site, as, 59);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await dialogOf(page).getByRole('link', { name: 'Get 1 coin in the app' }).waitFor();
    t.equal(await sumsOf(page), 'Price 30 coins You have 29 coins Missing 1 coin');
    await tab.goto(`${path}/2`);
    await page.locator('[data-stage] img').first().waitFor();
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test(
    'PRI-27 what was paid for stays open: blocked and not, withdrawn and published again',
    async (t) => {
      const as = await site.signUp('Jule Winter');
      const administrator = await site.signUp('Mei Tan');
      await site.makeAdministrator(administrator);
      await giveCoins(site, as, 30);
      const [, { id }] = episodes;
      t.equal((await site.call(`POST /episodes/${id}/unlock`, { as, body: { price: 30 } })).statusCode, 200);
      const tab = await site.open({ ...wide, as });
      const isOpen = async () => {
        const status = await tab.goto(`${path}/2`);
        return [status, await tab.page.locator('[data-stage] img').count()];
      };
      t.same(await isOpen(), [200, 2]);
      await price(45);
      t.same(await isOpen(), [200, 2], 'dearer');
      const admin = (deed: string, body: object) =>
        site.call(`POST /admin/episodes/${id}/${deed}`, { as: administrator, body });
      t.equal(
        (await admin('block', { reason: 'It shows a face that is not theirs to show' })).statusCode,
        200,
      );
      t.equal((await isOpen())[0], 404, 'blocked');
      t.equal((await admin('unblock', { reason: 'It was theirs after all' })).statusCode, 200);
      t.same(await isOpen(), [200, 2], 'and not any more');
      const withdraw = async (deed: string) =>
        (await site.call(`POST /creator/episodes/${id}/${deed}`, { as: creator, body: {} })).statusCode;
      t.equal(await withdraw('unpublish'), 200);
      t.same(await isOpen(), [200, 2], 'withdrawn: it stays with whoever paid');
      t.equal(await withdraw('publish'), 200);
      t.same(await isOpen(), [200, 2], 'published again');
      await price(30);
      t.equal(await paidOf(as), 1);
      await tab.context.close();
    },
  );

  await t.test('PRI-28 an episode that becomes free says when, and then costs nothing', async (t) => {
    await price(30, 14);
    const { clock } = site.deps;
    t.teardown(() => {
      site.deps.clock = clock;
    });
    const [row] = await db
      .select({ at: table.firstPublishedAt })
      .from(table)
      .where(eq(table.id, episodes[2].id));
    const freeOn = formatDate(new Date((row?.at?.getTime() ?? 0) + 14 * DAY_MS));
    const tab = await site.open({ ...phone, as: await site.signUp('Jule Winter') });
    await tab.goto(`${path}/3`);
    await tab.page.locator('dialog:modal').waitFor();
    t.match(await sumsOf(tab.page), `Free for everybody from ${freeOn}`);
    await tab.context.close();
    const { page, goto, context, faults } = await site.open({ ...phone });
    await goto(`${path}/3`);
    t.match(await page.locator('main').innerText(), `From ${freeOn} on it is free.`);
    await goto(path);
    t.match(await page.locator('[data-episode="3"]').innerText(), freeOn);
    site.deps.clock = { now: () => new Date(Date.now() + 15 * DAY_MS) };
    site.caches.purge(['all']);
    t.equal(await goto(`${path}/3`), 200);
    t.equal(await page.locator('[data-stage] img').count(), 2);
    await goto(path);
    t.notMatch(await page.locator('[data-episode="3"]').innerText(), /30|free from/i);
    t.same(faults, []);
    await context.close();
  });
});
