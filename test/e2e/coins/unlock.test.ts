import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies, unlocks } from '../../../db/schema/index.ts';
import type { Account } from '../../support/app.ts';
import { inspectPages, violations } from '../../support/axe.ts';
import { giveCoins } from '../../support/coins.ts';
import { click, expect, fill, press, reach } from '../../support/hand.ts';
import { openPanel, overflowOf } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { phone, startSite, wide } from '../../support/site.ts';

const APP_URL = 'https://apps.example/tsuzuki';
const dialogOf = (page: Page) => page.locator('dialog:modal');
const unlockFor = (page: Page, coins: number) =>
  dialogOf(page).getByRole('button', { name: `Unlock for ${coins} coins` });
const sumsAre = (page: Page, sums: string) =>
  expect(dialogOf(page).locator('dl')).toHaveText(sums, { useInnerText: true });

const site = await startSite({ environment: { APP_URL } });
t.teardown(() => site.close());
const { db } = site.deps;
const creator = await site.signUp('Mirko Haas');
const { story, path } = await publishSerial(site, creator, { pages: 3 });
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
const paidOf = async ({ id }: Account) => db.$count(unlocks, eq(unlocks.readerId, id));
const locked = `${path}/2`;

await t.test('RDR-02, RDR-17, PRI-17, PRI-18, PRI-21, PRI-23 from the price to the pages', async (t) => {
  const as = await reader(100);
  const { page, faults, context, goto } = await site.open({ ...phone, as });
  await goto(locked);
  await sumsAre(page, 'Price 30 coins You have 100 coins Balance after 70 coins');
  await expect(dialogOf(page).getByRole('heading').first(), 'no key pays by mistake').toBeFocused();
  t.same(await violations(page), []);
  await expect.poll(() => overflowOf(page)).toBe(0);
  t.equal(await paidOf(as), 0, 'nothing is charged before it is confirmed');
  await press(page, 'Escape');
  await click(page.getByRole('button', { name: 'Unlock for 30 coins' }));
  await (await reach(unlockFor(page, 30))).dblclick();
  await expect(page.locator('[data-stage]')).toBeVisible();
  const told = page.getByText('Unlocked. You have 70 coins left.');
  await expect(told).toBeVisible();
  t.equal(await paidOf(as), 1, 'two clicks pay once');
  t.same(await violations(page), []);
  await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  await expect(told).toBeHidden();

  await goto(`${path}/1`);
  const end = page.locator('#end');
  await expect(end.locator('[data-episode="2"]')).toContainText('Unlocked');
  await expect(end, 'the end card asks for nothing').not.toContainText('30');
  await expect(page.locator('[data-stage] :not(figure)[data-slot]'), 'it is no advertisement').toHaveCount(0);
  await expect(page.locator('[data-reader-bar] a[rel=next][data-unlocked]')).toHaveCount(1);
  const list = await openPanel(page, 'episodes');
  await expect(list.locator('[data-episode="2"]')).toContainText('Unlocked');
  await expect(list.locator('[data-episode="2"]'), 'no price any more').not.toContainText('30');
  await expect(list.locator('[data-episode="3"]')).toContainText('30');
  await fill(list.getByLabel('Go to episode, 1 to 3'), '3');
  await press(page, 'Enter');
  await expect(page).toHaveURL(new RegExp(`${path}/3$`));
  await goto(locked);
  await expect(end.locator('[data-episode="3"]')).toContainText('30');
  await expect(page.locator('[data-reader-bar] a[rel=next][data-unlocked]'), 'not paid').toHaveCount(0);
  await goto(path);
  await expect(page.locator('[data-episode="2"]')).toContainText(/Continue|Unlocked/);
  await click(page.locator('tsuzuki-island[name=UserMenu] summary'));
  await click(page.getByRole('link', { name: /Wallet\s*70 coins/ }));
  await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await expect(page.locator('main')).toContainText(/Night Train 2, The tunnel.*Unlocked.*−30.*balance 70/s);
  await inspectPages(t, { page, goto }, ['/wallet']);
  t.same(faults, []);
  await context.close();
});

await t.test(
  'PRI-25, ERR-38, PRI-01 too few coins: what is missing, and where coins come from',
  async (t) => {
    const as = await reader(12);
    const { page, faults, context, goto } = await site.open({ ...phone, as });
    await goto(locked);
    await sumsAre(page, 'Price 30 coins You have 12 coins Short by 18 coins');
    const dialog = dialogOf(page);
    await expect(dialog.getByText('Not enough coins to unlock this episode')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Get 18 coins in the app' })).toHaveAttribute(
      'href',
      '/app',
    );
    await expect(dialog.getByRole('button'), 'nothing that would be refused').toHaveCount(0);
    await giveCoins(site, as, 50);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(unlockFor(page, 30)).toBeVisible();
    await click(dialog.getByRole('link', { name: 'Not now' }));
    await expect(page).toHaveURL((url) => url.pathname === path);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('PRI-22 a price that has changed meanwhile is told, and nothing is paid', async (t) => {
  const as = await reader(100);
  const { page, context, goto } = await site.open({ ...wide, as });
  await goto(`/de${locked}`);
  const pay = (coins: number) =>
    dialogOf(page).getByRole('button', { name: `Für ${coins} Münzen freischalten` });
  await expect(pay(30)).toBeVisible();
  await price(45);
  await click(pay(30));
  await expect(dialogOf(page).getByRole('alert')).toContainText(
    'Der Preis hat sich geändert: Jetzt sind es 45 Münzen. Nichts wurde bezahlt.',
  );
  await sumsAre(page, 'Preis 45 Münzen Du hast 100 Münzen Danach übrig 55 Münzen');
  t.equal(await paidOf(as), 0);
  await price(30);
  await click(pay(45));
  await expect(pay(30)).toBeVisible();
  // The episode is free by now, so nothing is paid and the reader opens.
  await price(0);
  await click(pay(30));
  await expect(page.locator('[data-stage]')).toBeVisible();
  t.equal(await paidOf(as), 0);
  await price(30);
  await context.close();
});

await t.test(
  'ERR-07, PRI-27 an answer that is lost on the way is asked for again, and paid once',
  async (t) => {
    const as = await reader(100);
    const { page, context, goto } = await site.open({ ...wide, as });
    await goto(locked);
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route('**/api/episodes/*/unlock', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await click(unlockFor(page, 30));
    await expect(dialogOf(page).getByRole('alert')).toContainText(
      'Try again: nobody pays for an episode twice.',
    );
    isLost = false;
    await click(unlockFor(page, 30));
    await expect(page.getByText('Unlocked. You have 70 coins left.')).toBeVisible();
    t.equal(await paidOf(as), 1);
    t.equal(new Set(keys).size, 1);
    t.ok(keys[0]);
    await context.close();
  },
);

await t.test('RDR-17, PRI-18 the dialog over the list of a story, and the focus comes back', async (t) => {
  const as = await reader(40);
  const { page, faults, context, goto } = await site.open({ ...phone, as });
  await goto(path);
  const row = page.locator('[data-episode="3"]');
  await click(row.getByRole('link'));
  await expect(dialogOf(page).getByRole('heading', { name: '3 · The other side' })).toBeVisible();
  await expect(dialogOf(page)).toContainText('40 coins');
  await expect(dialogOf(page)).toContainText(/Balance after/);
  await expect(dialogOf(page)).toContainText('Night Train · 2 pages · stays yours, without ads');
  t.same(await violations(page), []);
  await press(page, 'Escape');
  await expect(row.getByRole('link')).toBeFocused();
  await expect(dialogOf(page)).toHaveCount(0);
  await click(row.getByRole('link'));
  await click(unlockFor(page, 30));
  await expect(page).toHaveURL((url) => url.pathname === `${path}/3`);
  await expect(page.getByText('Unlocked. You have 10 coins left.')).toBeVisible();
  await goto(path);
  await expect(row).toContainText(/Continue|Unlocked/);
  await click(row.getByRole('link'));
  await expect(page).toHaveURL((url) => url.pathname === `${path}/3`);
  t.same(faults, []);
  await context.close();
});
