/** The languages of the header: the line that offers one, what a choice ends, and the page anew in the other language. */
import t from 'tap';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('the languages of the header', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const offerIn = (page: import('playwright').Page, language: string) =>
    page.locator(`a[data-language=${language}]`, {
      hasText: language === 'de' ? 'Auf Deutsch lesen' : 'Read in English',
    });

  await t.test('a page is offered in the browser’s first language, and nothing moves', async (t) => {
    for (const view of [phone, wide]) {
      for (const [locale, path, language, to] of [
        ['de-AT', '/ranking', 'de', '/de/ranking'],
        ['en-GB', '/de/genres', 'en', '/genres'],
      ] as const) {
        const { page, context, goto, faults } = await site.open({ ...view, locale });
        await watchShifts(page);
        await goto(path);
        const offer = offerIn(page, language);
        t.ok(await offer.isVisible(), `${path} for ${locale}`);
        t.equal(await offer.getAttribute('href'), to);
        t.same(await shiftsOf(page), []);
        await offer.click();
        await page.waitForURL(`**${to}`);
        t.notOk(await offerIn(page, 'de').isVisible());
        await goto(path);
        t.notOk(await offer.isVisible(), 'a choice ends it for good');
        t.same(faults, []);
        await context.close();
      }
    }
  });

  await t.test(
    'it is not offered to who reads it already, has refused, has chosen, or runs no script',
    async (t) => {
      const { page, context, goto } = await site.open({ ...wide, locale: 'de' });
      await goto('/de');
      t.notOk(await offerIn(page, 'en').isVisible(), 'it is in that language');
      await goto('/');
      await page.getByRole('button', { name: 'Nicht mehr anbieten' }).click();
      t.notOk(await offerIn(page, 'de').isVisible());
      await goto('/genres');
      t.notOk(await offerIn(page, 'de').isVisible(), 'refused for good');
      await context.close();
      for (const options of [{ locale: 'fr' }, { locale: 'de', javaScriptEnabled: false }]) {
        const tab = await site.open({ ...wide, ...options });
        await tab.goto('/');
        t.equal(await tab.page.locator('header a:visible', { hasText: 'Auf Deutsch lesen' }).count(), 0);
        await tab.context.close();
      }
      const chooser = await site.open({ ...wide, locale: 'de' });
      await chooser.goto('/');
      await chooser.page.getByRole('navigation', { name: 'All pages' }).getByText('English').click();
      await chooser.goto('/');
      t.notOk(await offerIn(chooser.page, 'de').isVisible(), 'chosen at the foot of the page');
      await chooser.context.close();
    },
  );

  await t.test('HDR-19 HDR-20 HDR-24 a choice loads the page anew, in that language', async (t) => {
    const { page, context, goto } = await site.open(wide);
    await goto('/ranking');
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    const menu = page.getByRole('banner').locator('details:has([hreflang])');
    await menu.locator('summary').click();
    await menu.locator('a[hreflang=de]').click();
    await page.waitForURL('**/de/ranking');
    t.equal(await page.evaluate(() => 'isOld' in globalThis), false, 'another document');
    t.equal(await page.locator('html').getAttribute('lang'), 'de');
    t.equal(await menu.locator('[aria-current]').getAttribute('hreflang'), 'de');
    await context.close();
  });

  await t.test(
    'HDR-10 the account menu leads to the notifications, which say what reaches whom',
    async (t) => {
      const mira = await site.signUp('Mira');
      for (const [prefix, link, heading] of [
        ['', 'Notifications', 'Nothing new'],
        ['/de', 'Mitteilungen', 'Nichts Neues'],
      ] as const) {
        const { page, context, goto, faults } = await site.open({ ...phone, as: mira });
        await goto(`${prefix}/genres`);
        const banner = page.getByRole('banner');
        await banner.locator('summary', { hasText: 'Mira' }).click();
        await banner.getByRole('link', { name: link, exact: true }).click();
        await page.waitForURL(`**${prefix}/notifications`);
        t.ok(await page.getByRole('heading', { name: heading }).isVisible());
        t.equal(await page.locator('main a[href$="/settings"]').count(), 1);
        t.same(faults, []);
        await context.close();
      }
      const visitor = await site.open(wide);
      await visitor.goto('/notifications');
      t.match(visitor.page.url(), /\/sign_in\?/);
      await visitor.context.close();
    },
  );

  await t.test('HDR-06 NOT-09 the badge is asked for again after 45 s, in the console too', async (t) => {
    const mira = await site.signUp('Mira');
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
      await name.waitFor();
      await page.locator('tsuzuki-island[name=UserMenu][awake]').waitFor({ state: 'attached' });
      count = 4;
      t.equal(await name.getByText('4 new notifications').count(), 0, path);
      await page.clock.runFor(45_000);
      await name.getByText('4 new notifications').waitFor({ state: 'attached' });
      await context.close();
    }
  });

  await t.test('the foot of every page leads to all that concern no single story', async (t) => {
    for (const prefix of ['', '/de']) {
      const { body } = await site.app.inject({ url: `${prefix}/ranking` });
      const map = body.slice(body.lastIndexOf('<nav'));
      for (const page of [
        ...['/about', '/app', '/blog', '/faq', '/readers', '/genres', '/ranking', '/calendar', '/creators'],
        ...['/creator_payment_program', '/community_guidelines', '/terms_of_service', '/privacy_policy'],
        '/cookies',
      ]) {
        t.match(map, `href="${prefix}${page}"`);
        t.equal((await site.app.inject({ url: prefix + page })).statusCode, 200, prefix + page);
      }
    }
  });
});
