/** How a novel is set, by its reader: each choice acts at once, stays for every story, and is there before the first paint. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, overflowOf, rootData, tool } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, type Site, startSite, wide } from '../support/site.ts';

const TEXT = Array.from(
  { length: 40 },
  (_, at) =>
    `<p>Paragraph ${at}. The inspector wanted nothing of the kind. <em>He</em> wanted to sit down, with a stone in his
     shoe, which had been given to him by <a href="https://example.org/">a colleague</a>.</p>`,
).join('\n');

const GROUNDS = {
  Paper: 'rgb(250, 248, 243)',
  Sepia: 'rgb(243, 231, 207)',
  Grey: 'rgb(42, 39, 46)',
  Night: 'rgb(18, 16, 21)',
  Black: 'rgb(0, 0, 0)',
} as const;

const text = (page: Page) => page.locator('[data-prose] p', { hasText: 'Paragraph 0' });
const styleOf = (page: Page, name: string) =>
  text(page).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
const groundOf = (page: Page) =>
  page.evaluate(
    () => getComputedStyle(document.querySelector('#main')?.parentElement as Element).backgroundColor,
  );
const choose = async (page: Page, name: string) => {
  await page.locator('[data-panel=reading]').getByRole('radio', { name, exact: true }).check({ force: true });
};
const chooseIn = async (page: Page, group: string, name: string) => {
  const bar = page.locator('[data-panel=reading]').getByRole('group', { name: group });
  await bar.getByRole('radio', { name, exact: true }).check({ force: true });
};

const openReader = async (site: Site, path: string, options: Parameters<Site['open']>[0]) => {
  const tab = await site.open(options);
  await tab.goto(path);
  await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
  return tab;
};

/** Covers of this shelf have no files. */
const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));

t.test('how a novel is set', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
  const author = await addAuthor();
  const add = async () => {
    const story = await addStory(author, { publicationType: 'novel' });
    for (const number of [1, 2]) await addEpisode(story, number, {}, { pages: 0, chapters: [TEXT] });
    return `/stories/${story.slug}`;
  };
  const [path, other] = [await add(), await add()];
  const first = `${path}/1`;

  for (const [name, screen] of Object.entries({ phone, wide }))
    await t.test(`RDN-01 a background is chosen and readable on a ${name}`, async (t) => {
      const { page, context, faults } = await openReader(site, first, screen);
      await openPanel(page, 'reading');
      for (const [ground, colour] of Object.entries(GROUNDS)) {
        await choose(page, ground);
        t.equal(await groundOf(page), colour, ground);
        t.same(await violations(page), [], `${ground} with its panel`);
      }
      await page.keyboard.press('Escape');
      for (const ground of Object.keys(GROUNDS)) {
        await page.evaluate((ground) => globalThis.setProse?.({ ground }), ground.toLowerCase() as 'paper');
        t.same(await violations(page, ['color-contrast', 'link-in-text-block']), [], ground);
        const link = page.locator('[data-prose] p a').first();
        await link.focus();
        const outline = await link.evaluate((element) => getComputedStyle(element).outlineColor);
        t.not(outline, await groundOf(page), `${ground}: the focus is seen`);
      }
      t.equal(await overflowOf(page), 0);
      t.same(ours(faults), []);
      await context.close();
    });

  await t.test(
    'RDN-02 RDN-03 RDN-04 size, lines, letters, margins, edge and hyphens act at once',
    async (t) => {
      const { page, context, faults } = await openReader(site, first, phone);
      const panel = await openPanel(page, 'reading');
      t.equal(await styleOf(page, 'font-size'), '18px');
      const larger = panel.getByRole('button', { name: 'Larger' });
      for (const size of ['20px', '22px']) {
        await larger.click();
        t.equal(await styleOf(page, 'font-size'), size);
      }
      t.equal(await panel.locator('output').textContent(), '22');
      for (let press = 0; press < 3; press += 1) await larger.click();
      t.equal(await styleOf(page, 'font-size'), '32px');
      t.equal(await larger.getAttribute('aria-disabled'), 'true');
      await larger.click({ force: true });
      t.equal(await styleOf(page, 'font-size'), '32px', 'no size beyond the last');
      t.equal(await overflowOf(page), 0, 'the largest letters fit a phone');
      await chooseIn(page, 'Lines', 'Wide');
      t.equal(Number.parseFloat(await styleOf(page, 'line-height')) / 32, 1.9);
      await chooseIn(page, 'Edge', 'Straight');
      t.equal(await styleOf(page, 'text-align'), 'justify');
      t.equal(await styleOf(page, 'hyphens'), 'auto');
      await chooseIn(page, 'Hyphens', 'None');
      t.equal(await styleOf(page, 'hyphens'), 'manual');
      const width = () => text(page).evaluate((element) => element.clientWidth);
      const book = await width();
      await chooseIn(page, 'Margins', 'Broad');
      const broad = await width();
      await chooseIn(page, 'Margins', 'Slim');
      t.ok(broad < book && book < (await width()));
      await chooseIn(page, 'Letters', 'Sans');
      t.match(await styleOf(page, 'font-family'), /^system-ui/);
      t.equal(
        await page.evaluate(() => [...document.fonts].some(({ family }) => family === 'Clear')),
        false,
        'it is fetched for nobody else',
      );
      await chooseIn(page, 'Letters', 'Clear');
      await eventually('its face has come', () =>
        page.evaluate(() =>
          [...document.fonts].some(({ family, status }) => family === 'Clear' && status === 'loaded'),
        ),
      );
      t.match(await styleOf(page, 'font-family'), /^"?Clear/);
      await panel.getByRole('button', { name: 'Reset' }).click();
      t.equal(await styleOf(page, 'font-size'), '18px');
      t.equal(await styleOf(page, 'text-align'), 'start');
      t.match(await styleOf(page, 'font-family'), /^"Iowan/);
      t.same(ours(faults), []);
      await context.close();
    },
  );

  await t.test(
    'RDN-06 what is chosen holds in every chapter and story, before the first paint',
    async (t) => {
      const { page, context, goto, faults } = await openReader(site, first, { ...wide, bypassCSP: true });
      await openPanel(page, 'reading');
      await choose(page, 'Sepia');
      await chooseIn(page, 'Letters', 'Clear');
      await page.locator('[data-panel=reading]').getByRole('button', { name: 'Larger' }).click();
      await watchShifts(page);
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(globalThis, { seen });
        const look = () => {
          const text = document.querySelector('[data-prose] p a[href^=http]');
          if (text && getComputedStyle(text).visibility === 'visible')
            seen.push(
              `${getComputedStyle(document.body).backgroundColor} ${getComputedStyle(text).fontSize}`,
            );
          if (seen.length < 20) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      for (const next of [`${path}/2`, `${other}/1`]) {
        await goto(next);
        t.match(await rootData(page), { ground: 'sepia', letters: 'clear' });
        await eventually('some frames are drawn', () =>
          page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.length >= 20),
        );
        const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
        t.same([...new Set(seen)], ['rgb(243, 231, 207) 20px'], 'no frame shows another');
        t.same(await shiftsOf(page), [], 'nothing moves');
      }
      await goto(path);
      t.not(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), GROUNDS.Sepia);
      t.same(ours(faults), []);
      await context.close();
    },
  );

  await t.test('RDN-06 it follows the account, and leaves the device with it', async (t) => {
    const reader = await site.signUp('Jule Winter');
    const kept = async () => {
      const [{ rows }] = [
        await site.deps.pool.query('select prose from reading_settings where reader_id = $1', [reader.id]),
      ];
      return rows[0]?.prose ?? null;
    };
    const visitor = await openReader(site, first, wide);
    await openPanel(visitor.page, 'reading');
    await choose(visitor.page, 'Grey');
    t.equal(await kept(), null);
    await visitor.context.addCookies(
      [
        { name: 'auth_token', value: reader.token, httpOnly: true },
        { name: 'signed_in', value: '1' },
      ].map((cookie) => ({ ...cookie, url: site.origin })),
    );
    await visitor.goto('/');
    await eventually('a visitor’s choice has come along', async () => (await kept())?.ground === 'grey');
    const two = await site.open({ ...phone, as: reader });
    await two.goto(first);
    await eventually(
      'it is shown on the other device',
      async () => (await rootData(two.page)).ground === 'grey',
    );
    await openPanel(two.page, 'reading');
    await choose(two.page, 'Black');
    await eventually('and is changed there', async () => (await kept())?.ground === 'black');
    await visitor.goto(first);
    await eventually('the first one follows', async () => (await rootData(visitor.page)).ground === 'black');
    await visitor.context.clearCookies();
    await visitor.goto('/');
    await eventually('nothing of the account stays', async () =>
      visitor.page.evaluate(() => localStorage.getItem('prose') === null),
    );
    t.same(ours([...visitor.faults, ...two.faults]), []);
    await visitor.context.close();
    await two.context.close();
  });

  await t.test('RDN-06 the panel says what is on the screen, and no more is chosen', async (t) => {
    const reader = await site.signUp('Ole Sommer');
    const kept = async () => {
      const query = 'select prose from reading_settings where reader_id = $1';
      return (await site.deps.pool.query(query, [reader.id])).rows[0]?.prose;
    };
    const prose = { ground: 'black', letters: 'sans', size: 5, lines: 'wide', margins: 'slim' };
    const more = { edge: 'straight', hyphens: 'none', move: 'scroll' };
    await site.call('PUT /library/settings', { as: reader, body: { prose: { ...prose, ...more } } });
    const tab = await site.open({ ...phone, as: reader });
    const { page } = tab;
    const pressed = Promise.withResolvers<void>();
    await page.route('**/mine?*', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await tab.goto(first);
    // A browser passes no key on to what it has not painted yet.
    await eventually('the page knows that somebody reads', async () => {
      await page.keyboard.press('Shift');
      return (await rootData(page)).read !== undefined;
    });
    pressed.resolve();
    const panel = await openPanel(page, 'reading');
    await eventually('this browser knows', () =>
      page.evaluate(() => localStorage.getItem('prose')?.includes('black')),
    );
    t.equal((await rootData(page)).ground, undefined, 'who reads already is not disturbed');
    t.ok(await panel.getByRole('radio', { name: 'As the site' }).isChecked());
    t.equal(await panel.locator('output').textContent(), '18');
    await choose(page, 'Sepia');
    await eventually('the account knows', async () => (await kept())?.ground === 'sepia');
    t.match(await kept(), { letters: 'serif', size: 3, edge: 'ragged', writing: 'book' });
    await tab.context.close();
  });

  await t.test(
    'RDN-01 RDN-02 without a script a novel follows the theme and the browser’s own size',
    async (t) => {
      for (const [colorScheme, colour] of [
        ['light', GROUNDS.Paper],
        ['dark', GROUNDS.Night],
      ] as const) {
        const { page, context, goto } = await site.open({
          ...phone,
          colorScheme,
          javaScriptEnabled: false,
          bypassCSP: true,
        });
        await goto(first);
        t.equal(await groundOf(page), colour);
        t.equal(await styleOf(page, 'font-size'), '18px');
        // As if the browser's own size were twice the usual one.
        await page.route('**/stories/**', async (route) => {
          const reply = await route.fetch();
          const html = await reply.text();
          const body = html.replace('</head>', '<style>html{font-size:200%}</style></head>');
          await route.fulfill({ response: reply, body });
        });
        await goto(first);
        t.equal(await styleOf(page, 'font-size'), '36px');
        t.equal(await tool(page, 'reading').count(), 0, 'no tool that would do nothing');
        await context.close();
      }
      const { page, context } = await openReader(site, first, { viewport: { width: 320, height: 225 } });
      await openPanel(page, 'reading');
      await choose(page, 'Sepia');
      t.equal(await groundOf(page), GROUNDS.Sepia, 'at 400 %');
      t.equal(await overflowOf(page), 0);
      await context.close();
    },
  );
});
