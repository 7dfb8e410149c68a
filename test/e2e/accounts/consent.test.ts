import t from 'tap';
import { utcDay } from '../../../server/lib/days.ts';
import type { Account } from '../../support/app.ts';
import { inspectPages, violations } from '../../support/axe.ts';
import { click, expect, settled } from '../../support/hand.ts';
import { alertsOf } from '../../support/islands.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, startSite, type Tab, wide } from '../../support/site.ts';

const PARAGRAPH = `<p>${'The key had hung on its hook for years. '.repeat(12)}</p>`;

const site = await startSite({ environment: { AD_FRAME_URL: 'https://ads.example/slot' } });
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const comic = await addStory(await addAuthor('Hana Lindqvist'), { title: 'Two Umbrellas' });
await addEpisode(comic, 1, {}, { pages: 8 });
const novel = await addStory(await addAuthor('Idris Amari'), {
  title: 'The Salt Road',
  publicationType: 'novel',
});
await addEpisode(novel, 1, {}, { pages: 0, chapters: [PARAGRAPH.repeat(30)] });

const question = ({ page }: Tab, name = 'Cookies') => page.getByRole('region', { name });
/** This test ignores missing pictures. */
const own = ({ faults }: Tab) =>
  faults.filter((fault) => !/\/media\/|Failed to load resource|\b404\b/.test(fault));
const answerIn = async ({ context }: Tab) =>
  (await context.cookies()).find(({ name }) => name === 'consent')?.value;
const today = utcDay(site.deps.clock.now());

await t.test('an answer is taken in the page, and nobody is asked again', async (t) => {
  for (const [button, value] of [
    ['Necessary only', 'none'],
    ['Allow ads', 'adverts'],
  ] as const) {
    const tab = await site.open(wide);
    const { page } = tab;
    await tab.goto('/');
    t.same(await violations(page), []);
    await page.evaluate(() => Reflect.set(globalThis, 'stayed', true));
    await question(tab).locator('p').hover();
    await click(question(tab).getByRole('button', { name: button }));
    await expect(question(tab)).toBeHidden();
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'stayed'))).toBe(true);
    t.equal(await answerIn(tab), `1.${today}.${value}`);
    await tab.goto(`/stories/${comic.slug}`);
    await expect(page.getByRole('heading', { name: 'Two Umbrellas' }).first()).toBeVisible();
    await expect(question(tab)).toBeHidden();
    t.same(own(tab), []);
    await tab.context.close();
  }
});

await t.test('ADS-05 only who has allowed it is shown a network, and nobody before the answer', async () => {
  for (const [value, count] of [
    [undefined, 0],
    [`1.${today}.none`, 0],
    [`1.${today}.adverts`, 1],
  ] as const) {
    const tab = await site.open(wide);
    const asked: string[] = [];
    if (value) await tab.context.addCookies([{ name: 'consent', value, url: site.origin, sameSite: 'Lax' }]);
    await tab.context.route('https://ads.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Ad</title>' });
    });
    await tab.goto(`/stories/${comic.slug}/1`);
    // The impression shows that the slot's content was seen.
    const told = tab.page.waitForResponse('**/api/ad_impressions');
    await tab.page.locator('[data-slot] [data-box]').first().scrollIntoViewIfNeeded();
    await told;
    await expect(tab.page.locator('iframe')).toHaveCount(count);
    await expect.poll(() => asked.length, value ?? 'no answer').toBe(count);
    await tab.context.close();
  }
});

await t.test('a browser that says no by itself is not asked', async (t) => {
  const tab = await site.open(wide);
  await tab.context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
  );
  await tab.goto('/');
  await expect(tab.page.locator('footer')).toBeVisible();
  await expect(question(tab)).toBeHidden();
  t.same(alertsOf(tab.faults), []);
  await tab.page.setViewportSize({ width: 320, height: 640 });
  await tab.goto('/cookies');
  const width = () => tab.page.evaluate(() => document.documentElement.scrollWidth);
  t.equal(await settled(tab.page, width), 320, 'its page fits the smallest screen');
  await tab.context.close();
});

const seconds = async (as: Account): Promise<number> =>
  (await site.call('GET /user/attention', { as })).json().seconds;

for (const [story, island] of [
  [comic, 'stage'],
  [novel, 'prose'],
] as const)
  await t.test(`what is read in a ${island} is counted, and shown to its reader`, async (t) => {
    const as = await site.signUp('Jule Winter');
    const tab = await site.open({ as, ...phone });
    const { page, goto } = tab;
    await page.clock.install();
    await goto(`/stories/${story.slug}/1`);
    let down = true;
    const readOn = async () => {
      await page.clock.fastForward('01:10');
      await page.mouse.wheel(0, down ? 500 : -300);
      down = !down;
      return seconds(as);
    };
    await expect.poll(readOn).toBeGreaterThanOrEqual(60);
    await goto('/attention');
    const main = page.locator('main');
    await expect(main).toContainText(/You\sgave\sone\sperson\s(?:\d+\sminutes|1\sminute)\./);
    await expect(main).toContainText(
      island === 'stage' ? /Hana Lindqvist\s*Two Umbrellas/ : /Idris Amari\s*The Salt Road/,
    );
    if (island === 'stage') await inspectPages(t, tab, ['/attention', '/de/cookies']);
    await tab.context.close();
  });

await site.close();
