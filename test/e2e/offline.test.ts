import t from 'tap';
import { pricingStrategies } from '#db/schema/index.ts';
import { giveCoins } from '../support/coins.ts';
import { eventually } from '../support/eventually.ts';
import { awake, openPanel } from '../support/panels.ts';
import { startReleases } from '../support/release.ts';
import { saveHere, saveTool } from '../support/saving.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 5;

t.test('saved episodes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path, story, episodes } = await publishSerial(site, creator, { pages: PAGES, isPaged: true });

  await t.test(
    'SOC-08 an episode is saved, read without a line, and the place is sent afterwards',
    async (t) => {
      const { page, context, faults, goto } = await site.open({
        ...phone,
        as: reader,
        serviceWorkers: 'allow',
      });
      await goto(`${path}/1`);
      await saveHere(page);
      t.match(await saveTool(page).getByRole('button').textContent(), 'Remove');

      await context.setOffline(true);
      await page.goto(`${path}/2`, { waitUntil: 'load' });
      await page.getByText('No connection. The page that you wanted').waitFor();
      await page.getByRole('link', { name: /Night Train 1/ }).click();
      await page.waitForURL(`**${path}/1`);
      await page.getByText('This episode is saved').waitFor();
      for (let number = 1; number <= PAGES; number++) {
        const picture = page.locator(`#p${number} img`).first();
        t.ok(
          await eventually('the picture is there', () =>
            picture.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
          ),
        );
        if (number < PAGES) await page.keyboard.press('ArrowRight');
      }
      // Before the last page stands an advertisement.
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector(`[role=progressbar][aria-valuenow="${PAGES}"]`, { state: 'attached' });
      for (const direction of ['ltr_along', 'ltr_down'] as const) {
        await page.evaluate((way) => {
          document.querySelector<HTMLElement>('[data-stage]')?.stage?.show({ direction: way });
        }, direction);
        await page.reload();
        await awake(page);
        t.equal(await page.locator('html').getAttribute('data-direction'), direction);
        for (let number = 1; number <= PAGES; number++) {
          await page.evaluate(
            (to) => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(to),
            number,
          );
          await eventually(`picture ${number} is there, ${direction}`, () =>
            page
              .locator(`#p${number} img`)
              .first()
              .evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
          );
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
    const { page, context, goto } = await site.open({ ...phone, as: reader, serviceWorkers: 'allow' });
    await goto(`${path}/1`);
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
    await page.goto(`${path}/1`);
    await awake(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const gap = page.locator('#p3 [data-gap]');
    await gap.getByText('Page 3 is not here yet').waitFor();
    t.equal(await page.locator('[data-gap]').count(), 1);
    await gap.getByRole('link', { name: 'Back to page 2' }).click();
    await page.waitForSelector('[role=progressbar][aria-valuenow="2"]', { state: 'attached' });
    t.match(page.url(), new RegExp(`${path}/1(#p2)?$`), 'it leads within the page');
    await page.keyboard.press('ArrowRight');
    await context.setOffline(false);
    await gap.waitFor({ state: 'detached' });
    const picture = page.locator('#p3 img').first();
    t.ok(await picture.evaluate((each: HTMLImageElement) => each.naturalWidth > 0));
    await context.close();
  });

  await t.test('SOC-08 a full device says so, keeps nothing half, and tries again', async (t) => {
    const { page, context, goto } = await site.open({ ...phone, serviceWorkers: 'allow' });
    await goto(`${path}/1`);
    await saveHere(page);
    const usedBytes = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const pictures = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.includes('saved'));
        const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return keys.flat().length;
      });
    t.ok((await pictures()) > PAGES, 'it was here as a whole');
    const wholeBytes = await usedBytes();
    await saveTool(page).getByRole('button', { name: 'Remove' }).click();
    await saveTool(page).getByRole('button', { name: 'Save' }).waitFor();
    const browser = await context.newCDPSession(page);
    const { origin } = site;
    await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: wholeBytes - 10_000 });
    await saveTool(page).getByRole('button').click();
    await saveTool(page).getByText('This device has no more room').waitFor();
    t.equal(await pictures(), 0);
    await context.setOffline(true);
    await page.goto(`${path}/1`);
    await page.getByText('No connection.').waitFor();
    t.equal(await page.locator('[data-stage]').count(), 0, 'no half of it is shown');
    await context.setOffline(false);
    await browser.send('Storage.overrideQuotaForOrigin', { origin });
    await goto(`${path}/1`);
    await openPanel(page, 'episodes');
    await saveTool(page).getByRole('button').click();
    await saveTool(page).getByText('Kept until').waitFor();
    await context.close();
  });

  await t.test(
    'PRI-29 ACC-25 after a log-out saved premium is locked, and its pages are not shown',
    async (t) => {
      const premium = await publishSerial(site, creator, { pages: 2, isPaged: true });
      const { id } = premium.story;
      await site.deps.db
        .insert(pricingStrategies)
        .values({ storyId: id, type: 'all_premium', priceCoins: 30 })
        .onConflictDoUpdate({
          target: pricingStrategies.storyId,
          set: { type: 'all_premium', priceCoins: 30 },
        });
      site.caches.purge(['all']);
      await giveCoins(site, reader, 50);
      const unlocked = await site.call(`POST /episodes/${premium.episodes[0].id}/unlock`, {
        as: reader,
        body: { price: 30 },
        headers: { 'idempotency-key': 'offline-test-key-0001' },
      });
      t.equal(unlocked.statusCode, 200, unlocked.body);
      const { page, context, goto } = await site.open({ ...wide, as: reader, serviceWorkers: 'allow' });
      await goto(`${premium.path}/1`);
      await saveHere(page);
      await context.setOffline(true);
      await page.goto(`${premium.path}/1`);
      await page.getByText('This episode is saved').waitFor();
      await context.setOffline(false);

      await goto('/');
      await page.locator('summary', { hasText: 'Jule Winter' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      await context.setOffline(true);
      await page.goto(`${premium.path}/1`);
      t.match(page.url(), /\/offline$/, 'its page is not shown');
      await page.getByText('Locked again').waitFor();
      await page.getByText('A premium episode').waitFor();
      t.equal(await page.locator('main', { hasText: 'The platform' }).count(), 0, 'nor is it named');
      const picture = await page.evaluate(async () => {
        const shelf = await caches.open('tsuzuki-shelf');
        const replies = await Promise.all((await shelf.keys()).map((key) => shelf.match(key)));
        const known = await Promise.all(replies.map((reply) => reply?.json()));
        const [key = ''] = known.find(({ isPremium }) => isPremium)?.pages.flat() ?? [];
        return (await caches.match(key)) ? String(key) : '';
      });
      t.not(picture, '', 'its bytes wait for a week');
      t.equal(
        await page.evaluate(
          (path) =>
            fetch(`${path}-720.webp`).then(
              () => 'shown',
              () => 'away',
            ),
          picture,
        ),
        'away',
      );
      await context.close();
    },
  );

  await t.test('a new release is shown at once, and what was saved before stays as it was', async (t) => {
    const releases = await startReleases(site);
    t.teardown(() => releases.close());
    const { page, context } = await site.open({ ...wide, baseURL: releases.origin, serviceWorkers: 'allow' });
    const files = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.startsWith('/assets/')),
      );
    await page.goto(`${path}/1`);
    await awake(page);
    await saveHere(page);

    releases.replace();
    await page.goto(`${path}/1`);
    await awake(page);
    await openPanel(page, 'episodes');
    await saveTool(page).getByText('Kept until').waitFor();
    const online = await files();
    t.ok(online.length > 3);
    t.same(
      online.filter((file) => !file.startsWith('/assets/next/')),
      [],
      'nothing of the old release',
    );
    t.notOk(await page.locator('html').getAttribute('data-offline'));

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
    await page.goto(`${path}/1`);
    await awake(page);
    await page.getByText('This episode is saved').waitFor();
    t.same(
      (await files()).filter((file) => file.startsWith('/assets/next/')),
      [],
      'nothing of the new release',
    );
    await context.close();
  });
});
