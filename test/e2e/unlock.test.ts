/** Unlocking in the browser: the dialog in the reader and over a story's list, and what is left afterwards. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies, unlocks } from '../../db/schema/index.ts';
import type { Account } from '../support/app.ts';
import { inspectPages, violations } from '../support/axe.ts';
import { giveCoins } from '../support/coins.ts';
import { awake, openPanel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

const APP_URL = 'https://apps.example/tsuzuki';
const dialogOf = (page: Page) => page.locator('dialog:modal');
/** The words of the sums, one line. */
const sumsOf = async (page: Page) => (await dialogOf(page).locator('dl').innerText()).replaceAll(/\s+/g, ' ');

t.test('unlocking episodes', async (t) => {
  const site = await startSite({ environment: { APP_URL } });
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const { story, path, episodes } = await publishSerial(site, creator, { pages: 3 });
  const price = async (priceCoins: number) => {
    const strategy = { type: 'first_free', freeCount: 1, priceCoins } as const;
    await db
      .insert(pricingStrategies)
      .values({ storyId: story.id, ...strategy })
      .onConflictDoUpdate({ target: pricingStrategies.storyId, set: strategy });
    site.caches.purge(['all']);
  };
  await price(30);
  const reader = async (coins: number) => {
    const account = await site.signUp('Jule Winter');
    if (coins > 0) await giveCoins(site, account, coins);
    return account;
  };
  const paidOf = async ({ id }: Account) =>
    (await db.select().from(unlocks).where(eq(unlocks.readerId, id))).length;
  /** At its locked episode, with the dialog open. */
  const openLocked = async (tab: Tab, prefix = '') => {
    await tab.goto(`${prefix}${path}/2`);
    await dialogOf(tab.page).waitFor();
  };

  for (const [name, shape] of [
    ['360', phone],
    ['1280', wide],
  ] as const)
    await t.test(
      `RDR-02, RDR-17, PRI-17, PRI-18, PRI-21, PRI-23 from the price to the pages at ${name}`,
      async (t) => {
        const as = await reader(100);
        const tab = await site.open({ ...shape, as });
        const { page, faults, context } = tab;
        await openLocked(tab);
        t.equal(await sumsOf(page), 'Price 30 coins You have 100 coins Left after 70 coins');
        t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2', 'no key pays by mistake');
        t.same(await violations(page), []);
        t.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
        t.equal(await paidOf(as), 0, 'nothing is charged before it is confirmed');
        await page.keyboard.press('Escape');
        const again = page.getByRole('button', { name: 'Unlock for 30 coins' });
        await again.click();
        await dialogOf(page).waitFor();
        await dialogOf(page).getByRole('button', { name: 'Unlock for 30 coins' }).dblclick();
        await page.locator('[data-stage]').waitFor();
        await page.getByText('Unlocked. You have 70 coins left.').waitFor();
        t.equal(await paidOf(as), 1, 'two clicks pay once');
        t.same(await violations(page), []);
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
        t.equal(await page.getByText('Unlocked.').isVisible(), false);
        await tab.goto(`${path}/1`);
        await awake(page);
        const end = page.locator('#end');
        await end.locator('[data-episode="2"]').getByText('Unlocked').waitFor();
        t.notMatch(await end.innerText(), /30/, 'RDR-02 the end card asks for nothing');
        t.equal(
          await page.locator('[data-stage] :not(figure)[data-slot]').count(),
          0,
          'it is no advertisement',
        );
        t.equal(await page.locator('[data-reader-bar] a[rel=next][data-unlocked]').count(), 1);
        const listed = await openPanel(page, 'episodes');
        await listed.locator('[data-episode="2"]').getByText('Unlocked').waitFor();
        t.notMatch(
          await listed.locator('[data-episode="2"]').textContent(),
          '30',
          'RDR-02 no price any more',
        );
        t.match(await listed.locator('[data-episode="3"]').textContent(), '30');
        t.same(await violations(page), []);
        await listed.getByLabel('Go to episode, 1 to 3').fill('3');
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.pathname === `${path}/3`);
        await tab.goto(`${path}/2`);
        await page.locator('#end [data-episode="3"]').getByText('30').waitFor();
        t.equal(await page.locator('[data-reader-bar] a[rel=next][data-unlocked]').count(), 0, 'not paid');
        await tab.goto(path);
        await page
          .locator('[data-episode="2"]')
          .getByText(/Continue|Unlocked/)
          .first()
          .waitFor();
        // Until it is awake the last menu is that of languages.
        await page.locator('tsuzuki-island[name=UserMenu] summary').click();
        await page.getByRole('link', { name: /Wallet\s*70 coins/ }).click();
        await page.getByRole('heading', { name: 'Wallet' }).waitFor();
        t.match(
          await page.locator('main').innerText(),
          /Night Train 2, The tunnel[\s\S]*Unlocked[\s\S]*−30[\s\S]*then 70/,
        );
        t.same(faults, []);
        await context.close();
      },
    );

  await t.test(
    'PRI-25, ERR-38, PRI-01 too few coins: what is missing, and where coins come from',
    async (t) => {
      const as = await reader(12);
      const tab = await site.open({ ...phone, as });
      await openLocked(tab);
      t.equal(await sumsOf(tab.page), 'Price 30 coins You have 12 coins Missing 18 coins');
      t.ok(await dialogOf(tab.page).getByText('Not enough coins to unlock this episode').isVisible());
      const app = dialogOf(tab.page).getByRole('link', { name: 'Get 18 coins in the app' });
      t.equal(await app.getAttribute('href'), '/app');
      t.equal(await dialogOf(tab.page).getByRole('button').count(), 0, 'nothing that would be refused');
      // They were bought in the app meanwhile.
      await giveCoins(site, as, 50);
      await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await dialogOf(tab.page).getByRole('button', { name: 'Unlock for 30 coins' }).waitFor();
      await dialogOf(tab.page).getByRole('link', { name: 'Not now' }).click();
      await tab.page.waitForURL((url) => url.pathname === path);
      t.same(tab.faults, []);
      await tab.context.close();
    },
  );

  await t.test('PRI-22 a price that has changed meanwhile is told, and nothing is paid', async (t) => {
    const as = await reader(100);
    const tab = await site.open({ ...wide, as });
    await openLocked(tab, '/de');
    await price(45);
    await dialogOf(tab.page).getByRole('button', { name: 'Für 30 Münzen freischalten' }).click();
    await dialogOf(tab.page)
      .getByRole('alert')
      .getByText('Der Preis hat sich geändert: Jetzt sind es 45 Münzen. Nichts wurde bezahlt.')
      .waitFor();
    t.equal(await sumsOf(tab.page), 'Preis 45 Münzen Du hast 100 Münzen Danach übrig 55 Münzen');
    t.equal(await paidOf(as), 0);
    await price(30);
    await dialogOf(tab.page).getByRole('button', { name: 'Für 45 Münzen freischalten' }).click();
    await dialogOf(tab.page).getByRole('button', { name: 'Für 30 Münzen freischalten' }).waitFor();
    // It is free by now: there is nothing to pay, and nothing in the way.
    await price(0);
    await dialogOf(tab.page).getByRole('button', { name: 'Für 30 Münzen freischalten' }).click();
    await tab.page.locator('[data-stage]').waitFor();
    t.equal(await paidOf(as), 0);
    await price(30);
    await tab.context.close();
  });

  await t.test(
    'ERR-07, PRI-27 an answer that is lost on the way is asked for again, and paid once',
    async (t) => {
      const as = await reader(100);
      const tab = await site.open({ ...wide, as });
      await openLocked(tab);
      const keys: (string | undefined)[] = [];
      await tab.page.route('**/api/episodes/*/unlock', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        await route.fetch();
        await route.abort();
      });
      const pay = dialogOf(tab.page).getByRole('button', { name: 'Unlock for 30 coins' });
      await pay.click();
      await dialogOf(tab.page)
        .getByRole('alert')
        .getByText('Try again: nobody pays for an episode twice.')
        .waitFor();
      await tab.page.unroute('**/api/episodes/*/unlock');
      await tab.page.route('**/api/episodes/*/unlock', (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        return route.continue();
      });
      await pay.click();
      await tab.page.getByText('Unlocked. You have 70 coins left.').waitFor();
      t.equal(await paidOf(as), 1);
      t.equal(new Set(keys).size, 1);
      t.ok(keys[0]);
      await tab.context.close();
    },
  );

  await t.test('RDR-17, PRI-18 the dialog over the list of a story, and the focus comes back', async (t) => {
    const as = await reader(40);
    const tab = await site.open({ ...phone, as });
    const { page } = tab;
    await tab.goto(path);
    const row = page.locator('[data-episode="3"]');
    await page.waitForResponse((reply) => reply.url().includes('/mine'));
    await page.locator('tsuzuki-island[name=StoryMarks][awake]').waitFor({ state: 'attached' });
    await row.getByRole('link').click();
    await dialogOf(page).getByRole('heading', { name: '3 · The other side' }).waitFor();
    await dialogOf(page).getByText('Left after').waitFor();
    await page.waitForFunction(() => document.querySelector('dialog')?.textContent?.includes('40 coins'));
    t.match(await dialogOf(page).innerText(), /Night Train · 2 pages · stays yours, without ads/);
    t.same(await violations(page), []);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    t.equal(await row.getByRole('link').evaluate((link) => link === document.activeElement), true);
    await row.getByRole('link').click();
    await dialogOf(page).getByRole('button', { name: 'Unlock for 30 coins' }).click();
    await page.waitForURL((url) => url.pathname === `${path}/3`);
    await page.getByText('Unlocked. You have 10 coins left.').waitFor();
    await tab.goto(path);
    await page
      .locator('[data-episode="3"]')
      .getByText(/Continue|Unlocked/)
      .first()
      .waitFor();
    await page.locator('[data-episode="3"]').getByRole('link').click();
    await page.waitForURL((url) => url.pathname === `${path}/3`);
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test('RDR-17, PRI-21 without a script a form pays, and comes back', async (t) => {
    const as = await reader(100);
    const tab = await site.open({ ...phone, as, javaScriptEnabled: false });
    const { page } = tab;
    await tab.goto(`${path}/2`);
    await price(45);
    await page.getByRole('button', { name: 'Unlock for 30 coins' }).click();
    const again = page.getByRole('button', { name: 'Unlock for 45 coins' });
    await again.waitFor();
    t.match((await page.locator('noscript').allInnerTexts()).join(), 'it is 45 coins now. Nothing was paid.');
    t.equal(await paidOf(as), 0);
    await again.click();
    await page.getByText('Unlocked. You have 55 coins left.').waitFor();
    t.equal(await page.locator('[data-stage] img').count(), 2);
    await page.getByRole('button', { name: 'Close' }).click();
    t.equal(await page.getByText('Unlocked.').isVisible(), false);
    await price(30);
    await tab.context.close();
  });

  await t.test('PRI-24 the wallet fits every screen, filters its entries, and is accessible', async (t) => {
    const as = await reader(100);
    const empty = await reader(0);
    const tab = await site.open({ ...wide, as });
    await openLocked(tab);
    await dialogOf(tab.page).getByRole('button', { name: 'Unlock for 30 coins' }).click();
    await tab.page.getByText('Unlocked.').waitFor();
    await inspectPages(t, tab, ['/wallet', '/de/wallet']);
    await tab.goto('/wallet');
    await tab.page.getByRole('link', { name: 'Came in' }).click();
    await tab.page.waitForURL((url) => url.search === '?filter=received');
    const entries = tab.page.locator('main li time');
    t.equal(await entries.count(), 1);
    t.match(await tab.page.locator('main').innerText(), /Welcome[\s\S]*\+100/);
    await tab.context.close();
    const other = await site.open({ ...phone, as: empty });
    await other.goto('/wallet');
    t.ok(await other.page.getByRole('heading', { name: 'Nothing has moved yet' }).isVisible());
    t.ok(await other.page.locator('main').getByText('0 coins', { exact: true }).isVisible());
    await other.context.close();
    const visitor = await site.open();
    await visitor.goto('/wallet');
    t.equal(new URL(visitor.page.url()).pathname, '/sign_in');
    await visitor.context.close();
  });

  await t.test(
    'PRI-27 an unpublished episode stays with its buyer, who finds it in the wallet',
    async (t) => {
      const as = await reader(100);
      const tab = await site.open({ ...phone, as });
      const { page } = tab;
      await openLocked(tab);
      await dialogOf(page).getByRole('button', { name: 'Unlock for 30 coins' }).click();
      await page.getByText('Unlocked.').waitFor();
      const id = episodes[1].id;
      const taken = await site.call(`POST /creator/episodes/${id}/unpublish`, { as: creator, body: {} });
      t.equal(taken.statusCode, 200, taken.body);
      const visitor = await site.open();
      t.equal((await visitor.page.goto(`${path}/2`))?.status(), 404, 'nobody else gets it');
      await visitor.context.close();
      await tab.goto('/wallet?filter=bought');
      t.match(await page.locator('main').innerText(), /unpublished, still yours/);
      await page.locator('main a[href*="/stories/"]').first().click();
      await page.getByText('Unpublished. You paid for this episode').waitFor();
      t.same(await violations(page), []);
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      t.ok((await page.locator('[data-stage] img').count()) > 0);
      if (process.env.KEPT_SHOTS) await page.screenshot({ path: `${process.env.KEPT_SHOTS}/kept-360.png` });
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await tab.context.close();
    },
  );
});
