import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { choose, click, expect, press, settled } from '../../support/hand.ts';
import { openPanel, overflowOf, panel, tool } from '../../support/panels.ts';
import { openShelf } from '../../support/shelf.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { type OpenOptions, phone, startSite, wide } from '../../support/site.ts';

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

const html = (page: Page) => page.locator('html');
const text = (page: Page) => page.locator('[data-prose] p', { hasText: 'Paragraph 0' });
const ground = (page: Page) => page.locator(':has(> #main)');
const reading = (page: Page) => panel(page, 'reading');
const chooseGround = (page: Page, name: string) =>
  choose(reading(page).getByRole('radio', { name, exact: true }));
const chooseIn = (page: Page, group: string, name: string) =>
  choose(reading(page).getByRole('group', { name: group }).getByRole('radio', { name, exact: true }));
const hasFace = (page: Page, status: string) =>
  page.evaluate(
    (status) => [...document.fonts].some((face) => face.family === 'Clear' && face.status === status),
    status,
  );

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
  const open = async (options: OpenOptions) => {
    const tab = await site.open(options);
    await tab.goto(first);
    return tab;
  };
  const keptOf = async (readerId: string) => {
    const query = 'select prose from reading_settings where reader_id = $1';
    return (await site.deps.pool.query(query, [readerId])).rows[0]?.prose ?? null;
  };

  await t.test('RDN-01 a background is chosen and readable', async (t) => {
    const { page, context, faults } = await open(wide);
    await openPanel(page, 'reading');
    t.same(await violations(page), []);
    for (const [name, colour] of Object.entries(GROUNDS)) {
      await chooseGround(page, name);
      await expect(ground(page)).toHaveCSS('background-color', colour);
      t.same(await violations(page, ['color-contrast']), [], `${name} with its panel`);
    }
    await press(page, 'Escape');
    const link = page.locator('[data-prose] p a').first();
    for (const [name, colour] of Object.entries(GROUNDS)) {
      await page.evaluate((each) => globalThis.setProse?.({ ground: each }), name.toLowerCase() as 'paper');
      await expect(ground(page)).toHaveCSS('background-color', colour);
      t.same(await violations(page, ['color-contrast', 'link-in-text-block']), [], name);
      await link.focus();
      await expect(link, `${name}: the focus is seen`).not.toHaveCSS('outline-color', colour);
    }
    // The viewport of a desktop at 400 % zoom.
    await page.setViewportSize({ width: 320, height: 225 });
    await openPanel(page, 'reading');
    await chooseGround(page, 'Sepia');
    await expect(ground(page)).toHaveCSS('background-color', GROUNDS.Sepia);
    t.equal(await settled(page, () => overflowOf(page)), 0);
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test(
    'RDN-02 RDN-03 RDN-04 size, lines, letters, margins, edge and hyphens act at once',
    async (t) => {
      const { page, context, faults } = await open(phone);
      const opened = await openPanel(page, 'reading');
      t.same(await violations(page), []);
      await expect(text(page)).toHaveCSS('font-size', '18px');
      const larger = opened.getByRole('button', { name: 'Larger' });
      for (const size of ['20px', '22px']) {
        await click(larger);
        await expect(text(page)).toHaveCSS('font-size', size);
      }
      await expect(opened.locator('output')).toHaveText('22');
      for (let step = 0; step < 3; step += 1) await click(larger);
      await expect(text(page)).toHaveCSS('font-size', '32px');
      await expect(larger).toHaveAttribute('aria-disabled', 'true');
      await larger.focus();
      await press(page, 'Enter');
      await chooseIn(page, 'Line spacing', 'Loose');
      await expect(text(page)).toHaveCSS('line-height', `${1.9 * 32}px`);
      await expect(text(page), 'no size beyond the last').toHaveCSS('font-size', '32px');
      t.equal(await settled(page, () => overflowOf(page)), 0, 'the largest letters fit a phone');
      await chooseIn(page, 'Alignment', 'Justified');
      await expect(text(page)).toHaveCSS('text-align', 'justify');
      await expect(text(page)).toHaveCSS('hyphens', 'auto');
      await chooseIn(page, 'Hyphens', 'None');
      await expect(text(page)).toHaveCSS('hyphens', 'manual');
      const width = () => text(page).evaluate((element) => element.clientWidth);
      const book = await settled(page, width);
      await chooseIn(page, 'Margins', 'Wide');
      await expect.poll(width).toBeLessThan(book);
      await chooseIn(page, 'Margins', 'Narrow');
      await expect.poll(width).toBeGreaterThan(book);
      await chooseIn(page, 'Font', 'Sans');
      await expect(text(page)).toHaveCSS('font-family', /^system-ui/);
      const isFetched = async () => (await hasFace(page, 'loaded')) || (await hasFace(page, 'loading'));
      t.equal(await settled(page, isFetched), false, 'a face is fetched for nobody else');
      await chooseIn(page, 'Font', 'Clear');
      await expect(text(page)).toHaveCSS('font-family', /^"?Clear/);
      await expect.poll(() => hasFace(page, 'loaded')).toBe(true);
      await click(opened.getByRole('button', { name: 'Reset' }));
      await expect(text(page)).toHaveCSS('font-size', '18px');
      await expect(text(page)).toHaveCSS('text-align', 'start');
      await expect(text(page)).toHaveCSS('font-family', /^"Iowan/);
      t.same(ours(faults), []);
      await context.close();
    },
  );

  await t.test(
    'RDN-06 what is chosen holds in every chapter and story, before the first paint',
    async (t) => {
      const { page, context, goto, faults } = await open({ ...wide, bypassCSP: true });
      await openPanel(page, 'reading');
      await chooseGround(page, 'Sepia');
      await chooseIn(page, 'Font', 'Clear');
      await click(reading(page).getByRole('button', { name: 'Larger' }));
      await expect(text(page)).toHaveCSS('font-size', '20px');
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
      const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
      for (const next of [`${path}/2`, `${other}/1`]) {
        await goto(next);
        await expect(html(page)).toHaveAttribute('data-ground', 'sepia');
        await expect(html(page)).toHaveAttribute('data-letters', 'clear');
        await expect.poll(async () => (await seen()).length).toBe(20);
        t.same([...new Set(await seen())], ['rgb(243, 231, 207) 20px'], 'no frame shows another');
        t.same(await settled(page, () => shiftsOf(page)), [], 'nothing moves');
      }
      await goto(path);
      await expect(page.locator('body')).not.toHaveCSS('background-color', GROUNDS.Sepia);
      t.same(ours(faults), []);
      await context.close();
    },
  );

  await t.test('RDN-06 it follows the account, and leaves the device with it', async (t) => {
    const reader = await site.signUp('Jule Winter');
    const groundKept = async () => (await keptOf(reader.id))?.ground;
    const visitor = await open(wide);
    await openPanel(visitor.page, 'reading');
    await chooseGround(visitor.page, 'Grey');
    t.equal(await keptOf(reader.id), null);
    await visitor.context.addCookies(
      [
        { name: 'auth_token', value: reader.token, httpOnly: true },
        { name: 'signed_in', value: '1' },
      ].map((cookie) => ({ ...cookie, url: site.origin })),
    );
    await visitor.goto('/');
    await expect.poll(groundKept, 'a visitor’s choice has come along').toBe('grey');
    const two = await open({ ...phone, as: reader });
    await expect(html(two.page), 'it is shown on the other device').toHaveAttribute('data-ground', 'grey');
    await openPanel(two.page, 'reading');
    await chooseGround(two.page, 'Black');
    await expect.poll(groundKept, 'and is changed there').toBe('black');
    await visitor.goto(first);
    await expect(html(visitor.page), 'the first one follows').toHaveAttribute('data-ground', 'black');
    await visitor.context.clearCookies();
    await visitor.goto('/');
    const kept = () => visitor.page.evaluate(() => localStorage.getItem('prose'));
    await expect.poll(kept, 'nothing of the account stays').toBeNull();
    t.same(ours([...visitor.faults, ...two.faults]), []);
    await visitor.context.close();
    await two.context.close();
  });

  await t.test('RDN-06 the panel says what is on the screen, and no more is chosen', async (t) => {
    const reader = await site.signUp('Ole Sommer');
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
    await press(page, 'Shift');
    await expect(html(page), 'the page knows that somebody reads').toHaveAttribute('data-read');
    pressed.resolve();
    const opened = await openPanel(page, 'reading');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('prose')), 'this browser knows')
      .toContain('black');
    await expect(html(page), 'who reads already is not disturbed').not.toHaveAttribute('data-ground');
    await expect(opened.getByRole('radio', { name: 'Match site' })).toBeChecked();
    await expect(opened.locator('output')).toHaveText('18');
    await chooseGround(page, 'Sepia');
    await expect
      .poll(() => keptOf(reader.id), 'the account knows')
      .toMatchObject({ ground: 'sepia', letters: 'serif', size: 3, edge: 'ragged', writing: 'book' });
    t.same(ours(tab.faults), []);
    await tab.context.close();
  });

  await t.test(
    'RDN-01 RDN-02 without a script a novel follows the theme and the browser’s own size',
    async () => {
      const { page, context, goto } = await site.open({
        ...phone,
        javaScriptEnabled: false,
        bypassCSP: true,
      });
      await goto(first);
      for (const [colorScheme, colour] of [
        ['light', GROUNDS.Paper],
        ['dark', GROUNDS.Night],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(ground(page)).toHaveCSS('background-color', colour);
      }
      await expect(text(page)).toHaveCSS('font-size', '18px');
      // Simulates a browser font size of twice the default.
      await page.route('**/stories/**', async (route) => {
        const reply = await route.fetch();
        const html = await reply.text();
        const body = html.replace('</head>', '<style>html{font-size:200%}</style></head>');
        await route.fulfill({ response: reply, body });
      });
      await goto(first);
      await expect(text(page)).toHaveCSS('font-size', '36px');
      await expect(tool(page, 'reading'), 'no tool that would do nothing').toHaveCount(0);
      await context.close();
    },
  );
});
