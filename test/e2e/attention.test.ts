/** Where attention went, in a browser: what is read is counted, and goes when its reader wants it to. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import t from 'tap';
import { attentionDays } from '../../db/schema/index.ts';
import { utcDay } from '../../server/lib/days.ts';
import type { Account } from '../support/app.ts';
import { inspectPages } from '../support/axe.ts';
import { addPremium, giveCoins } from '../support/coins.ts';
import { eventually } from '../support/eventually.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, type Tab } from '../support/site.ts';

const textOf = async (page: Page) => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
/** The pictures of these stories have no files. */
const faultsOf = ({ faults }: Tab): string[] => faults.filter((fault) => !fault.includes('404'));
const PARAGRAPH = `<p>${'The key had hung on its hook for years. '.repeat(12)}</p>`;

t.test('where attention went', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const shelf = openShelf(site.deps);
  const hana = await shelf.addAuthor('Hana Lindqvist');
  const comic = await shelf.addStory(hana, { title: 'Two Umbrellas' });
  await shelf.addEpisode(comic, 1, {}, { pages: 8 });
  const novel = await shelf.addStory(await shelf.addAuthor('Idris Amari'), {
    title: 'The Salt Road',
    publicationType: 'novel',
  });
  await shelf.addEpisode(novel, 1, {}, { pages: 0, chapters: [PARAGRAPH.repeat(30)] });
  const seconds = async (as: Account): Promise<number> =>
    JSON.parse((await site.call('GET /user/attention', { as })).body).seconds;

  for (const [story, island] of [
    [comic, 'stage'],
    [novel, 'prose'],
  ] as const)
    await t.test(`what is read in a ${island} is counted, and shown to its reader`, async (t) => {
      const as = await site.signUp('Jule Winter');
      const { page, context, goto } = await site.open({ as, ...phone });
      await page.clock.install();
      await goto(`/stories/${story.slug}/1`);
      await page.waitForSelector(`tsuzuki-island[name=${island}][awake]`, { state: 'attached' });
      let down = true;
      await eventually('a minute is counted', async () => {
        await page.clock.fastForward(70_000);
        await page.mouse.wheel(0, down ? 500 : -300);
        down = !down;
        return (await seconds(as)) >= 60;
      });
      await goto('/attention');
      const text = await textOf(page);
      t.match(text, /You gave one person (?:\d minutes|1 minute)\./);
      t.match(text, island === 'stage' ? /Hana Lindqvist Two Umbrellas/ : /Idris Amari The Salt Road/);
      await context.close();
    });

  const fill = async (as: Account) => {
    const day = utcDay(new Date());
    await site.deps.db
      .insert(attentionDays)
      .values([
        { readerId: as.id, day, storyId: comic.id, seconds: 40_440 },
        { readerId: as.id, day: `${day.slice(0, 7)}-01`, storyId: novel.id, seconds: 300, ads: 3 },
      ])
      .onConflictDoNothing();
  };

  await t.test('switched off without a script, it is gone; on again, it begins anew', async (t) => {
    const as = await site.signUp('Nora');
    await fill(as);
    const tab = await site.open({ as, javaScriptEnabled: false });
    const { page, goto } = tab;
    await goto('/wallet');
    await page.getByRole('link', { name: 'Where your attention went' }).click();
    t.match(await textOf(page), /You gave two people 11 hours and 19 minutes\..* 3 ads between the pages/);
    const counted = page.getByRole('switch', { name: 'Count my minutes' });
    t.equal(await counted.getAttribute('aria-checked'), 'true');
    await counted.click();
    await page.waitForURL(/success_notice=Your\+minutes\+are\+no\+longer/);
    t.match(await page.locator('body').innerText(), /no longer counted, and what was counted is deleted/);
    t.equal(await counted.getAttribute('aria-checked'), 'false');
    t.match(await textOf(page), /Your minutes are not counted/);
    t.equal(await seconds(as), 0);
    await counted.click();
    await page.waitForURL(/success_notice=Your\+minutes\+are\+counted/);
    t.match(await textOf(page), /Nothing counted in \w+ \d{4} yet/);
    t.same(faultsOf(tab), []);
  });

  await t.test('months, a file, both languages, all widths', async (t) => {
    const as = await site.signUp('Ole');
    await fill(as);
    await giveCoins(site, as, 100);
    const { episodeId } = await addPremium(shelf, hana, { price: 40, title: 'Späti' });
    await site.call(`POST /episodes/${episodeId}/unlock`, { as, body: { price: 40 } });
    const tab = await site.open({ as });
    await tab.goto('/attention');
    t.match(await textOf(tab.page), /And 40 coins, which opened one episode\./);
    t.match(await textOf(tab.page), /and 1 other story/);
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('link', { name: 'Export' }).click(),
    ]);
    t.match(await readFile(await file.path(), 'utf8'), /Idris Amari,The Salt Road,300,3,0,0/);
    await tab.page.locator('a[rel=prev]').click();
    await tab.page.getByText(/Nothing counted in/).waitFor();
    await tab.page.locator('a[rel=next]').click();
    await tab.page.getByText(/You gave two people/).waitFor();
    await inspectPages(t, tab, ['/attention', '/de/attention']);
    t.match(await textOf(tab.page), /Du hast zwei Menschen 11 Stunden und 19 Minuten geschenkt\./);
    t.same(faultsOf(tab), []);
  });
});
