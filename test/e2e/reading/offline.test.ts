import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies } from '#db/schema/index.ts';
import { giveCoins } from '../../support/coins.ts';
import { eventually } from '../../support/eventually.ts';
import { click, expect, press } from '../../support/hand.ts';
import { openPanel, openReader } from '../../support/panels.ts';
import { saveHere, saveTool } from '../../support/saving.ts';
import { publishSerial } from '../../support/serial.ts';
import { phone, wide } from '../../support/site.ts';
import { goTo, nowOf, setWay, startReading } from '../../support/stages.ts';
import { startReleases } from './release.ts';

const PAGES = 8;

const { site, creator, ltr, rtl } = await startReading({ pages: PAGES });
t.teardown(() => site.close());
const { path, story, episodes } = ltr;
const reader = await site.signUp('Jule Winter');

const hasCome = (page: Page, item: number) =>
  expect
    .poll(
      () =>
        page
          .locator(`#p${item} img`)
          .first()
          .evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
      `picture ${item} is there`,
    )
    .toBe(true);

await t.test(
  'SOC-08 an episode is saved, read without a line, and the place is sent afterwards',
  async (t) => {
    const { page, context, faults, goto } = await openReader(site, `${path}/1`, {
      ...phone,
      as: reader,
      serviceWorkers: 'allow',
    });
    await saveHere(page);
    await expect(saveTool(page).getByRole('button')).toHaveText(/Remove/);
    await context.setOffline(true);
    await goto(`${path}/2`);
    await expect(page.getByText('No connection. The page that you wanted')).toBeVisible();
    await click(page.getByRole('link', { name: /Night Train 1/ }));
    await expect(page).toHaveURL(new RegExp(`${path}/1$`));
    await expect(page.getByText('This episode is saved')).toBeVisible();
    for (const direction of ['ltr', 'ltr_along', 'ltr_down'] as const) {
      if (direction !== 'ltr') {
        await setWay(page, direction);
        await goto(`${path}/1`);
        await expect(page.locator('html')).toHaveAttribute('data-direction', direction);
      }
      for (let number = 1; number <= PAGES; number += 1) {
        await goTo(page, number);
        await hasCome(page, number);
      }
    }
    await context.setOffline(false);
    await goto('/');
    await eventually('the place has come', async () => {
      const { body } = await site.call(`GET /stories/${story.id}/mine`, { as: reader });
      const [read] = JSON.parse(body).episodes;
      return read?.id === episodes[0].id && read.item === PAGES && read.finished;
    });
    t.same(
      faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|503/.test(fault)),
      [],
    );
    await context.close();
  },
);

await t.test('SOC-08 a page that is not here holds its place, and comes with the line', async (t) => {
  const { page, context, goto } = await openReader(site, `${path}/1`, { ...phone, serviceWorkers: 'allow' });
  await saveHere(page);
  const away = await page.evaluate(async () => {
    const [, key = ''] =
      /(\/media\/[^" ]+?)-\d+\./.exec(document.querySelector('#p3')?.innerHTML ?? '') ?? [];
    const names = await caches.keys();
    return Promise.all(names.map(async (name) => (await caches.open(name)).delete(key)));
  });
  t.equal(away.filter(Boolean).length, 1, 'the browser has dropped a picture');
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await context.setOffline(true);
  await goto(`${path}/1`);
  await press(page, 'ArrowRight', 'ArrowRight');
  const gap = page.locator('#p3 [data-gap]');
  await expect(gap.getByText('Page 3 is not here yet')).toBeVisible();
  await expect(page.locator('[data-gap]')).toHaveCount(1);
  await click(gap.getByRole('link', { name: 'Back to page 2' }));
  await expect(page.locator('[role=progressbar]')).toHaveAttribute('aria-valuenow', '2');
  await expect(page, 'it leads within the page').toHaveURL(new RegExp(`${path}/1(#p2)?$`));
  await press(page, 'ArrowRight');
  await context.setOffline(false);
  await expect(gap).toHaveCount(0);
  await hasCome(page, 3);
  await context.close();
});

await t.test('SOC-08 a full device says so, keeps nothing half, and tries again', async () => {
  const { page, context, goto } = await openReader(site, `${path}/1`, { ...phone, serviceWorkers: 'allow' });
  await saveHere(page);
  const button = saveTool(page).getByRole('button');
  const pictures = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('saved'));
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().length;
    });
  await expect.poll(pictures, 'it was here as a whole').toBeGreaterThan(PAGES);
  const wholeBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await click(saveTool(page).getByRole('button', { name: 'Remove' }));
  await expect(saveTool(page).getByRole('button', { name: 'Save' })).toBeVisible();
  const browser = await context.newCDPSession(page);
  const { origin } = site;
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: wholeBytes - 10_000 });
  await click(button);
  await expect(saveTool(page).getByText('This device has no more room')).toBeVisible();
  await expect.poll(pictures).toBe(0);
  await context.setOffline(true);
  await goto(`${path}/1`);
  await expect(page.getByText('No connection.')).toBeVisible();
  await expect(page.locator('[data-stage]'), 'no half of it is shown').toHaveCount(0);
  await context.setOffline(false);
  await browser.send('Storage.overrideQuotaForOrigin', { origin });
  await goto(`${path}/1`);
  await openPanel(page, 'episodes');
  await click(button);
  await expect(saveTool(page).getByText('Kept until')).toBeVisible();
  await context.close();
});

await t.test(
  'PRI-29 ACC-25 after a log-out saved premium is locked, and its pages are not shown',
  async (t) => {
    const premium = await publishSerial(site, creator, { pages: 2, isPaged: true });
    const set = { type: 'all_premium', priceCoins: 30 } as const;
    await site.deps.db
      .insert(pricingStrategies)
      .values({ storyId: premium.story.id, ...set })
      .onConflictDoUpdate({ target: pricingStrategies.storyId, set });
    site.caches.purge(['all']);
    await giveCoins(site, reader, 50);
    const unlocked = await site.call(`POST /episodes/${premium.episodes[0].id}/unlock`, {
      as: reader,
      body: { price: 30 },
      headers: { 'idempotency-key': 'offline-test-key-0001' },
    });
    t.equal(unlocked.statusCode, 200, unlocked.body);
    const { page, context, goto } = await openReader(site, `${premium.path}/1`, {
      ...wide,
      as: reader,
      serviceWorkers: 'allow',
    });
    await saveHere(page);
    await context.setOffline(true);
    await goto(`${premium.path}/1`);
    await expect(page.getByText('This episode is saved')).toBeVisible();
    await context.setOffline(false);

    await goto('/');
    await click(page.locator('summary', { hasText: 'Jule Winter' }));
    await click(page.getByRole('button', { name: 'Log out' }));
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await context.setOffline(true);
    await goto(`${premium.path}/1`);
    await expect(page, 'its page is not shown').toHaveURL(/\/offline$/);
    await expect(page.getByText('Locked again')).toBeVisible();
    await expect(page.getByText('A premium episode')).toBeVisible();
    await expect(page.locator('main'), 'nor is it named').not.toContainText('The platform');
    const picture = await page.evaluate(async () => {
      const shelf = await caches.open('tsuzuki-shelf');
      const replies = await Promise.all((await shelf.keys()).map((key) => shelf.match(key)));
      const known = await Promise.all(replies.map((reply) => reply?.json()));
      const [key = ''] = known.find(({ isPremium }) => isPremium)?.pages.flat() ?? [];
      return (await caches.match(key)) ? String(key) : '';
    });
    t.not(picture, '', 'its bytes wait for a week');
    const asked = await page.evaluate(
      (at) =>
        fetch(`${at}-720.webp`).then(
          () => 'shown',
          () => 'away',
        ),
      picture,
    );
    t.equal(asked, 'away');
    await context.close();
  },
);

await t.test('a new release is shown at once, and what was saved before stays as it was', async (t) => {
  const releases = await startReleases(site);
  t.teardown(() => releases.close());
  const { page, context, goto } = await openReader(site, `${path}/1`, {
    ...wide,
    baseURL: releases.origin,
    serviceWorkers: 'allow',
  });
  const files = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((at) => at.startsWith('/assets/')),
    );
  await saveHere(page);
  releases.replace();
  await goto(`${path}/1`);
  await openPanel(page, 'episodes');
  await expect(saveTool(page).getByText('Kept until')).toBeVisible();
  const online = await files();
  t.ok(online.length > 3);
  t.same(
    online.filter((file) => !file.startsWith('/assets/next/')),
    [],
    'nothing of the old release',
  );
  await expect(page.locator('html')).not.toHaveAttribute('data-offline');
  const isWaiting = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { active } = registration;
    await registration.update();
    const next = registration.installing ?? registration.waiting;
    while (next && next.state === 'installing')
      await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }));
    return next?.state === 'installed' && registration.active === active;
  });
  t.ok(isWaiting, 'the new worker waits as long as a page of the old one is open');

  await context.setOffline(true);
  await goto(`${path}/1`);
  await expect(page.getByText('This episode is saved')).toBeVisible();
  t.same(
    (await files()).filter((file) => file.startsWith('/assets/next/')),
    [],
    'nothing of the new release',
  );
  await context.close();
});

/** Pictures fail in this tab while `isBroken` is true. */
async function openBroken(size: Parameters<typeof site.open>[0], how: 'abort' | 503) {
  const tab = await site.open(size);
  const line = { isBroken: true };
  await tab.context.route(/\/media\//, (route) => {
    if (!line.isBroken) return route.continue();
    return how === 'abort' ? route.abort('connectionreset') : route.fulfill({ status: 503 });
  });
  await tab.page.clock.install();
  return { ...tab, line };
}

await t.test('RDR-01 in every way a page that failed says so and comes back', async () => {
  for (const [direction, how] of [
    ['ltr', 'abort'],
    ['rtl_down', 'abort'],
    ['rtl_along', 503],
    ['strip', 503],
  ] as const) {
    const { page, context, line, goto } = await openBroken(phone, how);
    await goto(`${(direction.startsWith('rtl') ? rtl : ltr).path}/1`);
    await setWay(page, direction);
    const gap = page.locator('#p1 [data-gap]');
    await eventually(`the page says so, ${direction}`, async () => {
      // The page retries after pauses of seconds.
      await page.clock.runFor('00:02');
      return gap.isVisible();
    });
    await expect(gap.getByText('Page 1 is not here yet')).toBeVisible();
    await expect(gap.getByRole('link'), 'nothing stands before the first page').toHaveCount(0);
    line.isBroken = false;
    await click(gap.getByRole('button', { name: 'Try again' }));
    await hasCome(page, 1);
    await expect(gap).toHaveCount(0);
    await expect.poll(async () => (await nowOf(page))?.seen.item, 'the button turns no page').toBe(1);
    await goTo(page, 4);
    await hasCome(page, 4);
    await expect(page.locator('#p4 [data-gap]')).toBeHidden();
    await context.close();
  }
});

await t.test('RDR-01 without a network a page says so, and comes by itself with it', async () => {
  const { page, context } = await openReader(site, `${path}/1`, phone);
  // The retry script loads when the page is idle.
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../../dist/assets.json'), 'utf8'));
  const { file } = manifest['islands/media/pictures/wake.ts'];
  const asked = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await expect.poll(asked).toContain(`/${file}`);
  await context.setOffline(true);
  await goTo(page, PAGES);
  const gap = page.locator(`#p${PAGES} [data-gap]`);
  await expect(gap.getByText(`Page ${PAGES} is not here yet`)).toBeVisible();
  await click(gap.getByRole('link', { name: `Back to page ${PAGES - 1}` }));
  await expect.poll(async () => (await nowOf(page))?.seen.item, 'it leads back').toBe(PAGES - 1);
  await goTo(page, PAGES);
  await context.setOffline(false);
  await hasCome(page, PAGES);
  await expect(gap).toHaveCount(0);
  await expect.poll(async () => (await nowOf(page))?.seen.item).toBe(PAGES);
  await context.close();
});

await t.test(
  'RDR-01 covers and thumbnails that failed are told once for the page, with a button',
  async () => {
    const editor = `/creator/stories/${story.id}/episodes/${episodes[1].id}`;
    const { page, context, line, goto } = await openBroken({ ...wide, as: creator }, 503);
    const notice = page.getByText('Some pictures did not load.');
    for (const address of ['/', path, '/genres/mystery', editor]) {
      line.isBroken = true;
      await goto(address);
      await eventually(`it is told at ${address}`, async () => {
        await page.clock.runFor('00:02');
        return notice.isVisible();
      });
      line.isBroken = false;
      await click(page.getByRole('button', { name: 'Try again', exact: true }));
      await expect(notice).toBeHidden();
      await expect
        .poll(() =>
          page.evaluate(
            () => [...document.images].filter((each) => each.complete && each.naturalWidth === 0).length,
          ),
        )
        .toBe(0);
    }
    await context.close();
  },
);
