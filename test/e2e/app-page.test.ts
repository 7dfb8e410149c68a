/** The page of the mobile app: where it is to be had, or that it is not out yet; and that whoever speaks of it leads there. */
import t from 'tap';
import { publishStory } from '../support/console.ts';
import { startSite } from '../support/site.ts';

const APP_STORE_URL = 'https://apps.apple.com/app/id1';
const PLAY_STORE_URL = 'https://play.google.com/store/apps/details?id=x';

t.test('the page of the app', async (t) => {
  const site = await startSite({ environment: { APP_STORE_URL, PLAY_STORE_URL } });
  t.teardown(() => site.close());
  const { page, goto } = await site.open({ javaScriptEnabled: false });

  await t.test('LEG-02 LEG-30 it leads to the stores, and says that coins are bought there', async (t) => {
    for (const prefix of ['', '/de']) {
      await goto(`${prefix}/app`);
      const links = page.locator('main a[href^="https://"]');
      t.same(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), [
        APP_STORE_URL,
        PLAY_STORE_URL,
      ]);
      for (const link of await links.all()) t.ok(((await link.boundingBox())?.height ?? 0) >= 44);
      t.match(await page.locator('#coins').innerText(), /bought in the app|in der App zu kaufen/);
      t.equal(await page.getByText(/not in the stores|in keinem Store/).count(), 0);
    }
  });

  await t.test('LEG-30 pages and banners that speak of the app lead there', async (t) => {
    const creator = await site.signUp('Mirko Haas');
    const { story } = await publishStory(site, creator, { title: 'Night Train' });
    for (const prefix of ['', '/de']) {
      for (const path of ['', `/stories/${story.slug}`, '/about', '/readers', '/terms_of_service']) {
        await goto(`${prefix}${path}` || '/');
        t.ok((await page.locator(`main a[href="${prefix}/app"]`).count()) > 0, `${prefix}${path}`);
      }
    }
  });

  await t.test('LEG-02 as long as it is in no store, the page says so and promises nothing', async (t) => {
    const { config } = site.deps;
    site.deps.config = { ...config, hasApp: false, APP_STORE_URL: undefined, PLAY_STORE_URL: undefined };
    site.caches.purge(['all']);
    for (const prefix of ['', '/de']) {
      await goto(`${prefix}/app`);
      t.ok(await page.getByText(/not in the stores yet|in keinem Store/).isVisible());
      t.equal(await page.locator('main a[href^="https://"], main form').count(), 0);
      const home = page.getByRole('link', { name: /home screen|Startbildschirm/ });
      t.equal(await home.getAttribute('href'), '#home');
      t.ok(await page.locator('#home').isVisible());
    }
  });
});
