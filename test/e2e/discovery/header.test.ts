import type { Page } from 'playwright';
import t from 'tap';
import { jpegPart, publishStory, upload } from '../../support/console.ts';
import { click, expect, press, settled, tabTo } from '../../support/hand.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, wide } from '../../support/site.ts';

t.test('the header', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const mira = await site.signUp('Mira');
  const languages = (page: Page) => page.getByRole('banner').locator('details:has([hreflang])');
  const offerIn = (page: Page, language: 'de' | 'en') =>
    page.locator(`a[data-language=${language}]`, {
      hasText: language === 'de' ? 'Auf Deutsch lesen' : 'Read in English',
    });

  await t.test('HDR-01 HDR-05 HDR-07 HDR-08 the account menu shows face and name', async (t) => {
    const sent = await upload(site, mira, 'POST /media', [
      { name: 'purpose', value: 'profile' },
      await jpegPart('file', 'me.jpg', { width: 800, height: 800 }),
    ]);
    const square = { x: 0, y: 0, width: 800, height: 800, purpose: 'profile' };
    const body = { media_id: sent.json().media.id, ...square };
    const made = await site.call('POST /media/crop', { as: mira, body });
    await site.runJobs();
    const chosen = { picture_media_id: made.json().media.id };
    t.equal((await site.call('PUT /user/profile', { as: mira, body: chosen })).statusCode, 200);
    // A public page fetches the menu, a console page contains it.
    for (const [path, screen] of [
      ['/', phone],
      ['/creator/stories', wide],
    ] as const) {
      const { page, context, faults, goto } = await site.open({ ...screen, as: mira });
      await goto(path);
      const banner = page.getByRole('banner');
      const name = banner.locator('summary', { hasText: 'Mira' });
      const face = name.locator('img');
      await expect(face).toHaveAttribute('src', /\/media\//);
      await expect
        .poll(() => face.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true);
      await click(name);
      // On phones the picture replaces the name. The name then heads the menu.
      const shown = banner.getByText('Mira', { exact: true });
      await expect(shown.nth(screen === phone ? 1 : 0)).toBeVisible();
      await expect(banner.getByRole('link', { name: 'Your stories' })).toBeVisible();
      await expect(banner.getByRole('link', { name: 'Saved episodes' })).toHaveAttribute('href', '/offline');
      t.same(faults, []);
      await context.close();
    }
  });

  await t.test('HDR-02, HDR-15, HDR-18 the language menu by keyboard', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    await goto('/');
    const menu = languages(page);
    const opener = menu.locator('summary');
    const english = menu.locator('a[hreflang=en]');
    await expect(opener.locator('svg').first()).toBeVisible();
    await expect(english).toBeHidden();
    await tabTo(opener);
    await press(page, 'Enter');
    await expect(english.locator('svg').first()).toBeVisible();
    await press(page, 'Tab');
    await expect(english).toBeFocused();
    await press(page, 'Escape');
    await expect(english).toBeHidden();
    await expect(opener).toBeFocused();
    await press(page, 'Space');
    await expect(english).toBeVisible();
    await page.mouse.click(600, 700);
    await expect(english).toBeHidden();
    t.same(faults, []);
    await context.close();
  });

  await t.test('HDR-19 HDR-20 HDR-24 a choice loads the page anew, in that language', async () => {
    const { page, context, goto } = await site.open(wide);
    await goto('/ranking');
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await click(languages(page).locator('summary'));
    await click(languages(page).locator('a[hreflang=de]'));
    await expect(page).toHaveURL(/\/de\/ranking$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(languages(page).locator('[aria-current]')).toHaveAttribute('hreflang', 'de');
    // The new document has lost the mark.
    await expect.poll(() => page.evaluate(() => 'isOld' in globalThis)).toBe(false);
    await context.close();
  });

  await t.test('a page is offered in the browser’s first language, and nothing moves', async (t) => {
    for (const [view, locale, path, language, to] of [
      [phone, 'de-AT', '/ranking', 'de', '/de/ranking'],
      [wide, 'en-GB', '/de/genres', 'en', '/genres'],
    ] as const) {
      const { page, context, goto, faults } = await site.open({ ...view, locale });
      await watchShifts(page);
      await goto(path);
      const offer = offerIn(page, language);
      await expect(offer).toBeVisible();
      await expect(offer).toHaveAttribute('href', to);
      t.same(await settled(page, () => shiftsOf(page)), []);
      await click(offer);
      await expect(page).toHaveURL(`${site.origin}${to}`);
      await goto(path);
      await expect(offer).toBeHidden();
      t.same(faults, []);
      await context.close();
    }
  });

  await t.test(
    'it is not offered to who reads it already, has refused, has chosen, or runs no script',
    async () => {
      const { page, context, goto } = await site.open({ ...wide, locale: 'de' });
      await goto('/de');
      await expect(offerIn(page, 'en')).toBeHidden();
      await goto('/');
      await click(page.getByRole('button', { name: 'Nicht mehr anbieten' }));
      await expect(offerIn(page, 'de')).toBeHidden();
      await goto('/genres');
      await expect(offerIn(page, 'de')).toBeHidden();
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await goto('/');
      await expect(offerIn(page, 'de')).toBeVisible();
      await click(page.getByRole('navigation', { name: 'All pages' }).getByText('English'));
      await goto('/');
      await expect(offerIn(page, 'de')).toBeHidden();
      await context.close();
      for (const options of [{ locale: 'fr' }, { locale: 'de', javaScriptEnabled: false }]) {
        const tab = await site.open({ ...wide, ...options });
        await tab.goto('/');
        await expect(tab.page.locator('header a:visible', { hasText: 'Auf Deutsch lesen' })).toHaveCount(0);
        await tab.context.close();
      }
    },
  );

  await t.test('HDR-06 NOT-09 the badge is asked for again after 45 s, in the console too', async () => {
    for (const path of ['/genres', '/creator/stories']) {
      const { page, context, goto } = await site.open({ ...wide, as: mira });
      await page.clock.install();
      let count = 0;
      await page.route('**/api/user/account', async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        body.user.notification_count = count;
        await route.fulfill({ response: answer, json: body });
      });
      await goto(path);
      const name = page.getByRole('banner').locator('summary', { hasText: 'Mira' });
      const badge = name.getByText('4 new notifications');
      await expect(name).toBeVisible();
      await expect(badge).toHaveCount(0);
      count = 4;
      await page.clock.runFor('00:45');
      await expect(badge).toBeAttached();
      await context.close();
    }
  });

  await t.test('the theme is switched, and kept on every kind of page', async (t) => {
    const { story } = await publishStory(site, mira, { title: 'Night Train' });
    const { page, faults, context, goto } = await site.open({ ...wide, colorScheme: 'light' });
    const background = () =>
      settled(page, () => page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    const html = page.locator('html');
    const theme = page.locator('[data-theme-switch]').first();
    await goto('/sign_in');
    // At first, the system decides.
    await expect(html).not.toHaveAttribute('data-theme');
    const light = await background();
    await click(theme);
    await expect(html).toHaveAttribute('data-theme', 'dark');
    const dark = await background();
    t.not(dark, light);
    for (const address of ['/', `/stories/${story.slug}`, `/stories/${story.slug}/1`, '/de', '/sign_in']) {
      await goto(address);
      await expect(html).toHaveAttribute('data-theme', 'dark');
    }
    t.equal(await background(), dark);
    await click(theme);
    await goto('/sign_in');
    await expect(html).toHaveAttribute('data-theme', 'light');
    t.equal(await background(), light);
    t.same(faults, []);
    await context.close();
  });
});
