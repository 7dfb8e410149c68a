/** The ranking and the calendar as they are seen: with and without scripts, by clocks elsewhere, at every width. */
import t from 'tap';
import { rankings, storyDays } from '../../db/schema/index.ts';
import { rankWeek } from '../../server/domains/statistics/rankings.ts';
import { addDays, utcDay } from '../../server/lib/days.ts';
import { inspectPages } from '../support/axe.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite } from '../support/site.ts';

const HOUR_MS = 3_600_000;

t.test('the ranking and the calendar', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const now = deps.clock.now();
  const today = utcDay(now);
  const { addAuthor, addStory, addEpisode } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const kinds = ['comics', 'indie', 'novel'] as const;
  const before: string[] = [];
  for (let index = 1; index <= 15; index += 1) {
    const publicationType = kinds[index % 3] ?? 'comics';
    const story = await addStory(author, { title: `Story ${index}`, publicationType, viewsCount: index });
    await addEpisode(story, 1, { publishedAt: now }, { pages: 1 });
    await deps.db.insert(storyDays).values({ storyId: story.id, day: today, views: 1600 - index });
    before.unshift(story.id);
  }
  await rankWeek(deps);
  const weekAgo = { day: addDays(today, -7), kind: 'all' as const, views: 1, countedAt: now };
  await deps.db
    .insert(rankings)
    .values(before.map((storyId, index) => ({ ...weekAgo, storyId, place: index + 1 })));
  /** Half past eleven in the evening of the day after tomorrow: in Berlin it is the next day. */
  const late = new Date(`${addDays(today, 2)}T23:30:00Z`);
  const soon = await addStory(author, { title: 'Soon' });
  await addEpisode(soon, 1, { publishedAt: now });
  await addEpisode(soon, 2, { status: 'scheduled', publishedAt: null, publishAt: late, isAnnounced: true });

  const open = async (options: Parameters<typeof site.open>[0]) => {
    const tab = await site.open(options);
    await tab.page.route('**/media/**', (route) => route.fulfill({ body: '', contentType: 'image/png' }));
    return tab;
  };

  await t.test(
    'LEG-12, LEG-13 anybody sees what is read most, in its order and how it has moved',
    async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const { page, faults, context, goto } = await open({ ...phone, javaScriptEnabled });
        await goto('/');
        await page.getByRole('link', { name: 'Top 50' }).click();
        await page.waitForURL('**/ranking');
        const texts = await page.locator('main ol li').allInnerTexts();
        t.equal(texts.length, 15);
        t.match(texts[0], /1\s+Story 1\s+Mirko Haas\s+1,599 reads\s+up 14/);
        t.match(texts[3], /4\s+Story 4\s+Mirko Haas · Crime\s+up 8/);
        t.match(texts[7], /8\s+Story 8\s.*\s+same/);
        t.match(texts[14], /15\s+Story 15\s+Mirko Haas\s+down 14/);
        t.equal(
          await page.locator('main li img').count(),
          12,
          'from the thirteenth place on there is type alone',
        );
        await page.getByRole('link', { name: 'Novels', exact: true }).last().click();
        await page.waitForURL('**/ranking?kind=novel');
        t.equal(await page.locator('main ol li').count(), 5);
        await page.getByRole('link', { name: 'Of all time' }).click();
        await page.waitForURL('**/ranking?period=all&kind=novel');
        t.match(
          await page.locator('main ol li').first().innerText(),
          /1\s+Story 14\s+Mirko Haas\s+14 reads$/,
        );
        if (javaScriptEnabled) t.same(faults, []);
        await context.close();
      }
    },
  );

  await t.test('a filter that is none is the whole list', async (t) => {
    const reply = await fetch(`${site.origin}/ranking?kind=x&period=y`);
    t.equal(reply.status, 200);
    t.match(await reply.text(), /Story 3</);
  });

  await t.test(
    'LEG-12, I18-15 the calendar tells each day in UTC, and by the reader’s own clock',
    async (t) => {
      const plain = await open({ ...phone, javaScriptEnabled: false });
      await plain.goto(`/calendar?month=${utcDay(late).slice(0, 7)}`);
      const entry = (page: typeof plain.page) => page.locator('main li', { hasText: 'announced' });
      t.match(await entry(plain.page).innerText(), /^23:30 UTC\s+Soon\s+Ep\. 2 · Mirko Haas · announced$/);
      await plain.context.close();
      const { page, faults, context, goto } = await open({
        viewport: { width: 1280, height: 900 },
        timezoneId: 'Europe/Berlin',
      });
      await goto('/');
      await page.getByRole('link', { name: 'Whole calendar' }).click();
      await page.waitForURL('**/calendar');
      if (utcDay(late).slice(0, 7) !== today.slice(0, 7))
        await page.getByRole('link', { name: 'The month after' }).click();
      await page.locator('tsuzuki-island[name=when][awake]').waitFor({ state: 'attached' });
      const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Berlin' });
      t.match(await entry(page).innerText(), new RegExp(`^${weekday.format(late)} 0[01]:30\\s+Soon`));
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('months have ends, and those without anything say what comes next', async (t) => {
    const { page, context, goto } = await open(phone);
    const month = utcDay(new Date(now.getTime() + 100 * 24 * HOUR_MS)).slice(0, 7);
    t.equal(await goto(`/calendar?month=${month}`), 200);
    t.match(await page.locator('main').innerText(), /Next comes “Soon”, episode 2, on/);
    await page.getByRole('link', { name: 'Go to that month' }).click();
    await page.locator(`[id="${utcDay(late)}"]`).waitFor();
    await context.close();
    for (const made of ['1999-01', '2999-12', '2026-13', today.slice(0, 7)]) {
      const reply = await fetch(`${site.origin}/de/calendar?month=${made}`, { redirect: 'manual' });
      t.same([reply.status, reply.headers.get('location')], [302, '/de/calendar'], made);
    }
  });

  await t.test('both are for everybody: roles, contrast, and room on the smallest screens', async (t) => {
    const tab = await open({ ...phone });
    await inspectPages(t, tab, ['/ranking', '/de/ranking', '/calendar', '/de/calendar', '/']);
    for (const path of ['/ranking', '/de/calendar', '/de']) {
      await tab.page.setViewportSize({ width: 320, height: 700 });
      await tab.goto(path);
      t.ok(
        await tab.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${path} at 320`,
      );
    }
    await tab.context.close();
  });
});
