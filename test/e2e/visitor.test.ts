/** Around reading: both languages, the theme, menus by keyboard, and what a visitor may not read or cannot find. */
import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { episodePages, geofilterStrategies, pricingStrategies } from '../../db/schema/index.ts';
import { createEpisode, publishStory } from '../support/console.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('a visitor', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const { story, path, episodes } = await publishSerial(site, creator, { pages: 2 });
  const premium = episodes[2];
  const draft = await createEpisode(site, creator, story.id, 'Not yet');
  await db
    .insert(pricingStrategies)
    .values({ storyId: story.id, type: 'first_free', freeCount: 2, priceCoins: 30 });
  const elsewhere = await publishStory(site, creator, { title: 'Only There' });
  await db
    .insert(geofilterStrategies)
    .values({ storyId: elsewhere.story.id, type: 'allow', countries: ['JP'] });

  await t.test('I18-06 every page exists in both languages and names the other', async (t) => {
    const { page, context, goto } = await site.open({ javaScriptEnabled: false });
    for (const address of ['/', path, `${path}/1`, `${path}/3`, '/sign_in', '/sign_up', '/nothing']) {
      const english = await goto(address);
      const alternates = await page.locator('link[rel=alternate][hreflang]').count();
      const german = await goto(address === '/' ? '/de' : `/de${address}`);
      t.equal(german, english, address);
      t.equal(await page.locator('html').getAttribute('lang'), 'de', address);
      t.equal(await page.locator('link[rel=alternate][hreflang]').count(), alternates, address);
      if (address === path) t.equal(alternates, 3, 'English, German and for all others');
    }
    await goto('/de/');
    t.equal(new URL(page.url()).pathname, '/de');
    await context.close();
  });

  await t.test('the theme is switched and kept', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const theme = () => page.locator('html').getAttribute('data-theme');
    await goto('/sign_in');
    const light = await background();
    t.equal(await theme(), null, 'the system decides at first');
    await page.locator('[data-theme-switch]').first().click();
    t.equal(await theme(), 'dark');
    const dark = await background();
    t.not(dark, light);
    for (const address of ['/sign_in', '/', path, `${path}/1`, '/de']) {
      await goto(address);
      t.equal(await theme(), 'dark', address);
    }
    await goto('/sign_in');
    t.equal(await background(), dark);
    await page.locator('[data-theme-switch]').first().click();
    await page.reload();
    t.equal(await theme(), 'light');
    t.equal(await background(), light);
    t.same(faults, []);
    await context.close();
  });

  await t.test('HDR-02, HDR-18 the language menu by keyboard', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    await goto('/');
    const menu = page.locator('header details[data-menu]').first();
    const isOpen = () => menu.evaluate((details) => (details as HTMLDetailsElement).open);
    const isFocused = () => menu.locator('summary').evaluate((summary) => summary === document.activeElement);
    for (let step = 0; step < 20 && !(await isFocused()); step += 1) await page.keyboard.press('Tab');
    t.ok(await isFocused(), 'Tab comes to it');
    await page.keyboard.press('Enter');
    t.ok(await isOpen());
    await page.keyboard.press('Tab');
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('hreflang')), 'en');
    await page.keyboard.press('Escape');
    t.notOk(await isOpen(), 'Escape closes it');
    t.ok(await isFocused(), 'and the focus is back on it');
    await page.keyboard.press('Space');
    t.ok(await isOpen());
    await page.mouse.click(600, 700);
    t.notOk(await isOpen(), 'a click elsewhere closes it');
    t.same(faults, []);
    await context.close();
  });

  const isLocked = async (t: Test, javaScriptEnabled: boolean) => {
    const { page, faults, context, goto } = await site.open({ ...phone, javaScriptEnabled });
    await goto(`${path}/3`);
    await page.getByText('Login to Unlock').waitFor();
    const back = encodeURIComponent(`${path}/3`);
    await page.locator(`main a[href="/sign_in?back=${back}"]`).click();
    await page.waitForURL('**/sign_in?back=*');
    t.equal(await page.locator('[name=email]').count(), 1);
    t.same(faults, []);
    await context.close();
  };
  await t.test('PRI-19, ERR-45 a visitor of a premium episode is asked to log in', async (t) => {
    await isLocked(t, true);
    await isLocked(t, false);
  });

  await t.test('PRI-29 no page of a locked episode is delivered', async (t) => {
    const rows = await db.select().from(episodePages).where(eq(episodePages.episodeId, premium.id));
    const ids = rows.map(({ mediaId }) => mediaId);
    t.equal(ids.length, 2);
    for (const url of [
      '/',
      path,
      `${path}/1`,
      `${path}/2`,
      `${path}/3`,
      `/de${path}/3`,
      `/api/stories/${story.id}`,
      `/api/episodes/${premium.id}`,
    ]) {
      const { body } = await site.app.inject({ url });
      t.same(
        ids.filter((id) => body.includes(id)),
        [],
        `${url} names none of its pictures`,
      );
    }
    const locked = await site.app.inject({ url: `/api/episodes/${premium.id}` });
    t.equal(locked.statusCode, 402);
    t.notOk('pages' in locked.json().episode);
    const listed = await site.call(`GET /creator/pages?episode_id=${premium.id}`, { as: creator });
    for (const { pieces } of listed.json().pages) {
      const [{ url: address }] = pieces;
      const [plain = ''] = address.split('?');
      t.equal((await site.app.inject({ url: address })).statusCode, 200, 'the team sees it, signed');
      t.ok((await site.app.inject({ url: plain })).statusCode >= 400, 'nobody else does');
    }
  });

  await t.test('LEG-11, ERR-41 what is not there is a 404 page', async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, faults, context, goto } = await site.open({ ...phone, javaScriptEnabled });
      for (const address of [
        '/nothing',
        '/stories/nothing',
        `${path}/4`,
        `${path}/99`,
        `${path}/0`,
        `${path}/x`,
        '/stories/%zz',
        '/stories/%00',
      ]) {
        t.equal(await goto(address), 404, address);
        t.match(await page.title(), '404, page does not exist');
        t.equal(await page.locator('main h1').count(), 1);
        t.equal(await page.locator('meta[name=robots][content=noindex]').count(), 1);
      }
      t.equal(await goto(`/de${path}/4`), 404);
      t.match(await page.title(), '404, diese Seite gibt es nicht');
      await page.locator('main a[href="/de"]').first().click();
      await page.waitForURL('**/de');
      t.same(faults, []);
      await context.close();
    }
    const api = await site.app.inject({ url: `/api/episodes/${draft.id}` });
    t.equal(api.statusCode, 404);
  });

  await t.test('STP-09, STP-11, ERR-39 what is not available in a country is 451', async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    const { slug, id } = elsewhere.story;
    for (const address of [`/stories/${slug}`, `/stories/${slug}/1`, `/de/stories/${slug}/1`])
      t.equal(await goto(address), 451, address);
    t.match(await page.title(), 'Geschichte nicht verfügbar');
    await goto(`/stories/${slug}`);
    t.match(await page.title(), 'Story not available');
    t.ok(
      await page.getByRole('heading', { name: 'This story is not available in your country' }).isVisible(),
    );
    await goto('/');
    t.equal(await page.locator(`a[href="/stories/${slug}"]`).count(), 0, 'nor is it on the landing page');
    for (const url of [`/api/stories/${id}`, `/api/episodes/${elsewhere.episode.id}`]) {
      const reply = await site.app.inject({ url });
      t.equal(reply.statusCode, 451);
      t.match(reply.json(), { message: 'Story not available', code: 'story_not_available' });
    }
    t.same(faults, []);
    await context.close();
  });
});
