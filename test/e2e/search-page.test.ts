/** The results of a search in a real browser. */
import t from 'tap';
import { inspectPages } from '../support/axe.ts';
import { countQueries, openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { runSweeps } from '../support/sweeps.ts';

const RUNNING = [
  '"><img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  "javascript:alert('1')",
  '{{7*7}}',
  '</title><script>alert(1)</script>',
];

const ODD = [
  'rain & snow',
  'a/b',
  'what?',
  'c#',
  '100%',
  '%2F',
  '..',
  '.',
  '\\',
  '🐻‍❄️ 日本',
  'أمطار',
  "O'Neil",
  '+1 +2',
];

/** Without the marks that keep the direction of a phrase to itself. */
const plain = (text: string | null): string => (text ?? '').replaceAll(/[\u2068\u2069]/g, '');

t.test('search results', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const { addAuthor, addStory: put } = openShelf(deps);
  const addStory: typeof put = (owner, values, more) =>
    put(owner, { coverMediaId: null, description: '', ...values }, more);
  const ida = await addAuthor('Ida Rainer', {
    slug: 'ida',
    founder: true,
    website: 'https://www.ida.example/x',
  });
  const sam = await addAuthor('Sam Rainfield', { slug: 'sam' });
  const otto = await addAuthor('Otto Kranz', { slug: 'otto' });
  const premium = { pricing: { type: 'all_premium', priceCoins: 30 } } as const;
  await addStory(ida, { slug: 'rain-1', title: 'Rain at Noon', viewsCount: 900, genre: 'crime' }, premium);
  await addStory(sam, {
    slug: 'rain-2',
    title: 'Rainy Days',
    viewsCount: 800,
    language: 'de',
    coverMediaId: null,
  });
  await addStory(sam, { slug: 'novel-1', title: 'A Book of Rain', publicationType: 'novel' });
  await addStory(ida, { slug: 'indie-1', title: 'Rain, Sort of', publicationType: 'indie', genre: 'drama' });
  await addStory(ida, { slug: 'hidden', title: 'Rain Nobody Sees', published: false });
  await addStory(
    ida,
    { slug: 'away', title: 'Rain Elsewhere' },
    { geofilter: { type: 'allow', countries: ['JP'] } },
  );
  for (let n = 1; n <= 30; n += 1)
    await addStory(otto, { slug: `lamp-${n}`, title: `Lamp ${n}`, viewsCount: 100 - n });
  await runSweeps(deps, 'browse.count_kinds');

  const shown = (tab: { page: import('playwright').Page }) =>
    tab.page
      .locator('main li a[href*="/stories/"], main li a[href*="/profile/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

  await t.test('SRC-34 a type of search that nobody knows looks for creators', async (t) => {
    const { page, context, goto } = await site.open(phone);
    t.equal(await goto('/search/the?resource=xyz'), 200);
    t.match(await page.locator('[aria-current=page]').last().textContent(), /Creators/);
    await context.close();
  });

  await t.test(
    'SRC-22 SRC-23 SRC-24 SRC-56 SRC-59 a visitor sees the comics of a phrase first',
    async (t) => {
      const tab = await site.open(wide);
      t.equal(await tab.goto('/search/rain'), 200);
      t.ok(await tab.page.getByRole('heading', { level: 1, name: '“rain”' }).isVisible());
      t.same((await shown(tab)).toSorted(), ['/stories/rain-1', '/stories/rain-2']);
      t.equal(await tab.goto('/search/rain?resource=comics'), 200);
      t.same((await shown(tab)).length, 2);
      const { page } = tab;
      t.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex');
      await page.locator('main li a').filter({ hasText: 'Rain at Noon' }).click();
      await page.waitForURL((url) => url.pathname === '/stories/rain-1');
      t.same(tab.faults, []);
      await tab.context.close();
    },
  );

  await t.test(
    'SRC-25 SRC-26 SRC-27 SRC-57 each tab has its count, and keeps phrase and filters',
    async (t) => {
      for (const [prefix, names] of [
        ['', ['Comics 2', 'Novels 1', 'Indie 1', 'Creators 2']],
        ['/de', ['Comics 2', 'Romane 1', 'Indie 1', 'Kreative 2']],
      ] as const) {
        const tab = await site.open(phone);
        const { page } = tab;
        await tab.goto(`${prefix}/search/rain`);
        const tabs = page.getByRole('navigation', { name: prefix ? 'Art' : 'Kind' }).getByRole('link');
        t.same(
          (await tabs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
          names,
        );
        for (const [at, resource, path] of [
          [1, 'novel', '/stories/novel-1'],
          [2, 'indie', '/stories/indie-1'],
        ] as const) {
          await tabs.nth(at).click();
          await page.waitForURL((url) => url.searchParams.get('resource') === resource);
          t.same(await shown(tab), [`${prefix}${path}`]);
          t.equal(await tabs.nth(at).getAttribute('aria-current'), 'page');
        }
        await tabs.nth(3).click();
        await page.waitForURL((url) => url.searchParams.get('resource') === 'creators');
        t.same((await shown(tab)).toSorted(), [`${prefix}/profile/ida`, `${prefix}/profile/sam`]);
        await tab.goto(`${prefix}/search/rain?genre=drama`);
        await tabs.nth(2).click();
        await page.waitForURL((url) => url.search === '?resource=indie&genre=drama');
        t.same(await shown(tab), [`${prefix}/stories/indie-1`]);
        t.same(tab.faults, []);
        await tab.context.close();
      }
    },
  );

  await t.test(
    'SRC-53 SRC-55 SRC-59 creators: founder mark, default face, and the way to the profile',
    async (t) => {
      const tab = await site.open(wide);
      const { page } = tab;
      await tab.goto('/search/rain?resource=creators');
      const row = (name: string) => page.locator('main li').filter({ hasText: name });
      t.equal(await row('Ida Rainer').getByText('Founder').count(), 1);
      t.equal(await row('Sam Rainfield').getByText('Founder').count(), 0);
      t.equal(await row('Ida Rainer').getByText('ida.example', { exact: true }).count(), 1);
      t.equal(await row('Sam Rainfield').locator('img').count(), 0);
      t.ok(await row('Sam Rainfield').locator('svg').first().isVisible(), 'the default avatar');
      t.equal(await page.getByRole('combobox', { name: 'Genre' }).count(), 0, 'genres are of stories');
      await page.keyboard.press('Tab');
      await row('Ida Rainer').getByRole('link').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/profile/ida');
      await tab.context.close();
    },
  );

  await t.test('SRC-44 SRC-47 SRC-48 free and premium, and the default cover', async (t) => {
    for (const [prefix, free] of [
      ['', 'Free'],
      ['/de', 'Gratis'],
    ]) {
      const tab = await site.open(wide);
      await tab.goto(`${prefix}/search/rain`);
      const card = (title: string) => tab.page.locator('main li a').filter({ hasText: title });
      t.match(await card('Rain at Noon').innerText(), /Premium · Ida Rainer/);
      t.match(await card('Rainy Days').innerText(), `${free} · Sam Rainfield`);
      t.notMatch(await card('Rain at Noon').innerText(), new RegExp(`${free} `));
      t.equal(await card('Rainy Days').locator('img').count(), 0);
      t.ok(await card('Rainy Days').locator('svg').first().isVisible(), 'the brush stroke');
      await tab.context.close();
    }
  });

  await t.test('SRC-29 SRC-30 genre and language narrow it down without JavaScript', async (t) => {
    const tab = await site.open({ ...wide, javaScriptEnabled: false });
    const { page } = tab;
    await tab.goto('/search/rain?resource=comics');
    await page.getByRole('combobox', { name: 'Genre' }).selectOption('crime');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('genre') === 'crime');
    t.equal(new URL(page.url()).pathname, '/search/rain');
    t.same((await shown(tab)).toSorted(), ['/stories/rain-1', '/stories/rain-2']);
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German' });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('language') === 'de');
    t.same(await shown(tab), ['/stories/rain-2']);
    await page.getByRole('link', { name: 'Reset' }).click();
    await page.waitForURL((url) => url.search === '?resource=comics');
    t.equal((await shown(tab)).length, 2);
    await tab.context.close();
  });

  await t.test('SRC-28 24 stand on a page', async (t) => {
    const tab = await site.open(wide);
    const { page } = tab;
    await tab.goto('/search/lamp');
    t.equal((await shown(tab)).length, 24);
    t.ok(await page.getByText('Page 1 of 2').isVisible());
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    t.equal((await shown(tab)).length, 6);
    await tab.goto('/search/lamp?page=3');
    t.equal(new URL(page.url()).search, '?page=2', 'beyond the end is the last page');
    t.equal(await tab.goto('/search/lamp?page=0'), 200, 'what is no number of a page is not there');
    await tab.context.close();
  });

  await t.test('SRC-58 ERR-40 without a story it says so, and where there is something', async (t) => {
    for (const [prefix, none, button, look] of [
      ['', 'No stories found', 'Show hits under Creators', wide],
      ['/de', 'Keine Geschichten gefunden', 'Treffer unter Kreative zeigen', phone],
    ] as const) {
      const tab = await site.open(look);
      const { page } = tab;
      t.equal(await tab.goto(`${prefix}/search/rainfield?resource=indie`), 200);
      t.ok(await page.getByRole('heading', { level: 2, name: none }).isVisible());
      t.equal(await tab.goto(`${prefix}/search/zeppelin`), 200);
      t.ok(await page.getByRole('heading', { level: 2, name: none }).isVisible());
      t.equal(await page.getByRole('link', { name: button }).count(), 0);
      await tab.goto(`${prefix}/search/rainfield?resource=indie&genre=horror`);
      await page.getByRole('link', { name: button }).click();
      await page.waitForURL((url) => url.searchParams.get('resource') === 'creators');
      t.same(await shown(tab), [`${prefix}/profile/sam`]);
      await tab.context.close();
    }
  });

  await t.test(
    'SRC-60 any phrase stands in the path, comes back on the page, and runs nothing',
    async (t) => {
      const tab = await site.open(wide);
      const { page } = tab;
      const { address } = await import('../../pages/addresses.ts');
      for (const phrase of [...ODD, ...RUNNING, 'x'.repeat(61), '😀'.repeat(61)]) {
        t.equal(await tab.goto(address('/search/@phrase', { phrase })), 200, phrase);
        const said = [...phrase].slice(0, 60).join('');
        t.equal(plain(await page.locator('h1').textContent()), `“${said}”`);
        t.match(plain(await page.title()), `Search: ${said}`);
        const tabs = page.getByRole('navigation', { name: 'Kind' }).getByRole('link');
        await tabs.nth(1).click();
        await page.waitForURL((url) => url.searchParams.get('resource') === 'novel');
        t.equal(plain(await page.locator('h1').textContent()), `“${said}”`, 'also a tab further');
      }
      t.equal(await tab.goto('/search/%20'), 200, 'no phrase at all leads to what there is');
      t.equal(new URL(page.url()).pathname, '/genres');
      t.same(tab.faults, [], 'no dialog, no script');
      await tab.context.close();
    },
  );

  await t.test('SRC-22 every result page costs at most four queries', async (t) => {
    for (const url of [
      '/search/rain',
      '/search/rain?resource=creators',
      '/search/nothing-there?genre=crime',
      '/search/raim',
    ])
      t.ok((await countQueries(deps, () => site.pages.renderPublic({ url, country: 'DE' }))) <= 4, url);
  });

  await t.test('SRC-22 all of it can be seen, read and reached', async (t) => {
    const tab = await site.open(wide);
    await inspectPages(t, tab, [
      '/search/rain',
      '/de/search/rain?resource=creators',
      '/de/search/nothing-there?genre=crime',
      '/search/lamp?page=2',
      `/search/${'x'.repeat(60)}`,
      '/genres',
      '/de/genres/crime',
      '/languages/de?type=novel',
    ]);
    for (const path of ['/search/lamp', `/search/${'x'.repeat(60)}`, '/genres/crime']) {
      await tab.page.setViewportSize({ width: 320, height: 700 });
      await tab.goto(path);
      const small = await tab.page.locator('main').evaluate((main) => {
        const all = [...main.querySelectorAll('a, button, select')];
        return all
          .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 43.5)
          .map(({ text, box }) => `${text} ${box.width}x${box.height}`);
      });
      t.same(small, [], path);
      t.equal(await tab.page.evaluate(() => document.documentElement.scrollWidth), 320, path);
    }
    await tab.context.close();
  });
});
