import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { stories } from '../../../db/schema/index.ts';
import type { Account } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { choose, click, expect, press, settled } from '../../support/hand.ts';
import { openPanel, openReader, rootData } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, wide } from '../../support/site.ts';
import {
  clickAt,
  DESK,
  goTo,
  isAt,
  LYING,
  nowOf,
  reaches,
  setWay,
  shownOn,
  shows,
  startReading,
} from '../../support/stages.ts';

const PAGES = 14;
/** Order of a reader's surfaces. `ad` is an advertisement. */
const ALONE = [1, 2, 3, 4, 'ad', 5, 6, 7, 8, 'ad', 9, 10, 11, 12, 'ad', 13, 14, 'end'].map(String);
const SIDE_BY_SIDE = '1 2-3 4 ad 5-6 7-8 ad 9-10 11-12 ad 13-14 end'.split(' ');
/** Shortened after the first advertisement. The others behave alike. */
const short = (plan: readonly string[]) => plan.slice(0, plan.indexOf('ad') + 2);

const { site, creator, ltr, rtl } = await startReading({ pages: PAGES });
const first = `${ltr.path}/1`;
const pathFor = (direction: string) => (direction.startsWith('rtl') ? rtl.path : ltr.path);
const isShown = (page: Page, facts: Record<string, unknown>) =>
  expect.poll(() => rootData(page)).toMatchObject(facts);

for (const [name, size, ways] of [
  [
    'on a phone',
    phone,
    [
      ['ltr', ALONE],
      ['rtl', short(ALONE)],
      ['ltr_down', short(ALONE)],
      ['rtl_down', short(ALONE)],
      ['ltr_along', short(ALONE)],
      ['rtl_along', short(ALONE)],
    ],
  ],
  [
    'on a phone on its side',
    LYING,
    [
      ['ltr', short(SIDE_BY_SIDE)],
      ['rtl_down', short(SIDE_BY_SIDE)],
    ],
  ],
  [
    'at a desk',
    DESK,
    [
      ['rtl', SIDE_BY_SIDE],
      ['ltr', short(SIDE_BY_SIDE)],
      ['ltr_down', short(SIDE_BY_SIDE)],
    ],
  ],
] as const)
  await t.test(
    `ADS-03 ADS-04 RDR-12 every way ${name}: past advertisements to the end, and back`,
    async (t) => {
      const { page, context, faults, goto } = await site.open(size);
      for (const [direction, plan] of ways) {
        await goto(`${pathFor(direction)}/1#p1`);
        await setWay(page, direction);
        const [on, back] = direction.startsWith('rtl')
          ? ['ArrowLeft', 'ArrowRight']
          : ['ArrowRight', 'ArrowLeft'];
        for (const [at, what] of plan.entries()) {
          if (at > 0) await press(page, at % 3 === 0 && direction.endsWith('_down') ? 'ArrowDown' : on);
          await shows(page, what);
        }
        for (const what of plan.slice(0, -1).reverse()) {
          await press(page, back);
          await shows(page, what);
        }
      }
      t.same(faults, []);
      await context.close();
    },
  );

await t.test('RDR-12 to RDR-15 two questions in the panel set the way of reading', async (t) => {
  const { page, context, faults } = await openReader(site, first, DESK);
  const panel = await openPanel(page, 'reading');
  const way = async (name: string, direction: string) => {
    await choose(panel.getByRole('radio', { name, exact: true }));
    await isShown(page, { direction });
  };
  await way('Vertical', 'ltr_down');
  await way('Continuous', 'down');
  await way('Horizontal', 'ltr_along');
  await expect(panel.getByRole('switch', { name: 'Two pages side by side' })).toBeHidden();
  await press(page, 'Escape');
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 700);
  await expect
    .poll(async () => (await nowOf(page))?.place.item, 'the wheel moves the row')
    .toBeGreaterThan(1);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[data-item]').first()).toBeAttached();
  await isShown(page, { direction: 'ltr_along' });
  t.same(faults, []);
  await context.close();
});

await t.test('RDR-14 a strip says why it is never scrolled sideways', async (t) => {
  const strip = await publishSerial(site, creator, { pages: 2 });
  await site.deps.db.update(stories).set({ format: 'strip' }).where(eq(stories.id, strip.story.id));
  const { page, context, faults } = await openReader(site, `${strip.path}/1`, phone);
  await isShown(page, { direction: 'strip' });
  const panel = await openPanel(page, 'reading');
  await expect(panel.getByText('A strip is taller than any screen')).toBeVisible();
  const sideways = panel.getByRole('radio', { name: 'Horizontal', exact: true });
  await expect(sideways).toBeDisabled();
  await choose(panel.getByRole('radio', { name: 'Page flip', exact: true }));
  await isShown(page, { direction: 'ltr_down' });
  await expect(sideways).toBeEnabled();
  t.same(faults, []);
  await context.close();
});

await t.test('SOC-08 the page that was read stays the place through any change of layout', async (t) => {
  const reader = await site.signUp('Ada Reader');
  const { page, context, faults, goto } = await openReader(site, first, { ...phone, as: reader });
  await goTo(page, 3);
  const known = async () => {
    const { body } = await site.call(`GET /stories/${ltr.story.id}/mine`, { as: reader });
    return JSON.parse(body).episodes[0]?.item;
  };
  await eventually('the account has the place', async () => (await known()) === 3);
  for (const [size, from, to] of [
    [LYING, 2, 3],
    [DESK, 2, 3],
    [phone, 3, 3],
  ] as const) {
    await page.setViewportSize(size.viewport);
    await reaches(page, from, to);
    await isAt(page, 3);
  }
  for (const direction of ['ltr_down', 'down', 'ltr_along', 'strip', 'rtl_along', 'rtl_down', 'ltr'] as const)
    for (const size of [LYING, DESK, phone]) {
      await setWay(page, direction);
      await page.setViewportSize(size.viewport);
      await isAt(page, 3);
      await expect
        .poll(async () => (await shownOn(page)).split('-'), `${direction} at ${size.viewport.width}`)
        .toContain('3');
    }
  // Opening the episode as a spread does not change the position.
  await page.setViewportSize(DESK.viewport);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (/\/episodes\/[^/]+\/progress$/.test(request.url())) sent.push(request.postDataJSON().item);
  });
  await goto(first);
  await reaches(page, 2, 3);
  await goto('/about');
  t.same(
    sent.filter((item) => item !== 3),
    [],
    'an earlier page is never written',
  );
  t.equal(await known(), 3);
  t.same(faults, []);
  await context.close();
});

await t.test(
  'RDR-08 every way leads back from the first page to the last one of the episode before',
  async (t) => {
    const { page, context, faults, goto } = await site.open(phone);
    const toBar = () => click(page.locator('[data-reader-bar] [data-turn="-1"]'));
    for (const [direction, key, across, by] of [
      ['ltr', 'ArrowLeft', null, toBar],
      ['rtl', 'ArrowRight', 0.92],
      ['ltr_down', 'ArrowUp', null],
      ['down', 'ArrowLeft', null, () => press(page, 'k')],
      ['ltr_along', 'ArrowLeft', 0.08],
      ['rtl_along', 'ArrowRight', null],
    ] as const) {
      const path = pathFor(direction);
      await page.setViewportSize(phone.viewport);
      await goto(`${path}/2`);
      await setWay(page, direction);
      const actions = [
        () => press(page, key),
        ...(across ? [() => clickAt(page, across, 0.55)] : []),
        ...(by ? [by] : []),
      ];
      for (const [at, deed] of actions.entries()) {
        if (at === 1) await page.setViewportSize(DESK.viewport);
        await goto(`${path}/2`);
        await isAt(page, 1);
        await deed();
        await expect(page, direction).toHaveURL(new RegExp(`${path}/1#p${PAGES}$`));
        await isAt(page, PAGES);
      }
    }
    await page.setViewportSize(DESK.viewport);
    await goto(`${ltr.path}/1#p1`);
    await setWay(page, 'ltr');
    await press(page, 'ArrowLeft', 'ArrowRight');
    await shows(page, '2-3');
    t.match(page.url(), first, 'nothing stands before the first episode');
    t.same(faults, []);
    await context.close();
  },
);

const choiceOf = async (as: Account) => {
  const { body } = await site.call(`GET /stories/${ltr.story.id}/mine`, { as });
  return JSON.parse(body);
};
const knows = (as: Account, direction: string | null) =>
  eventually(
    `the account knows ${direction}`,
    async () => (await choiceOf(as)).choice?.direction === direction,
  );
const put = (as: Account, choice: object) =>
  site.call(`PUT /stories/${ltr.story.id}/choice`, { as, body: choice });
const kept = (page: Page) =>
  page.evaluate((slug) => JSON.parse(localStorage.getItem('reading') ?? '{}')[slug], ltr.story.slug);
const chooseWay = async (page: Page, name: RegExp) => {
  const panel = await openPanel(page, 'reading');
  await choose(panel.getByRole('radio', { name }));
  await press(page, 'Escape');
};
const DOWN = { direction: 'down', fit: 'width', pairs: 'cover', saver: false, onward: null };

await t.test('RDR-12 RDR-13 what is chosen here is there on the other device, and back', async (t) => {
  const reader = await site.signUp('Jule Winter');
  const one = await openReader(site, first, { ...phone, as: reader });
  await chooseWay(one.page, /Downwards/);
  await knows(reader, 'down');
  await expect.poll(() => kept(one.page)).toMatchObject({ isSent: true });
  await press(one.page, 's');
  await expect(one.page.locator('#reader-glide')).toBeVisible();
  await press(one.page, '.', '.', 's');
  await eventually('the speed as well', async () => (await choiceOf(reader)).glide_speed === 5);

  const two = await site.open({ ...wide, as: reader });
  const { page } = two;
  await watchShifts(page);
  await two.goto(first);
  await isShown(page, { direction: 'down', way: 'scroll' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('glide'))).toBe('5');
  await expect(page.locator('#p1')).toBeVisible();
  t.same(await settled(page, () => shiftsOf(page)), [], 'nothing jumps');
  await page.route('**/mine*', (route) => route.abort());
  await two.goto(first);
  await isShown(page, { direction: 'down' });
  await page.unroute('**/mine*');

  const panel = await openPanel(page, 'reading');
  await click(panel.getByRole('button', { name: 'As set by the story' }));
  await isShown(page, { direction: 'ltr', way: 'pages' });
  await knows(reader, null);
  await one.goto(first);
  await isShown(one.page, { direction: 'ltr', way: 'pages' });
  await expect.poll(() => kept(one.page)).toBe(undefined);
  await chooseWay(one.page, /Right to left/);
  await knows(reader, 'rtl');
  await two.goto(first);
  await isShown(page, { direction: 'rtl' });
  t.same(one.faults, []);
  t.same(
    two.faults.filter((fault) => !fault.includes('ERR_FAILED')),
    [],
  );
  await one.context.close();
  await two.context.close();
});

await t.test('RDR-12 who reads already is not turned; the next opening is', async (t) => {
  const reader = await site.signUp('Ada Berg');
  await put(reader, DOWN);
  const { page, context, goto, faults } = await site.open({ ...wide, as: reader });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/mine*', async (route) => {
    await held;
    await route.continue();
  });
  await goto(first);
  await press(page, 'ArrowRight');
  await reaches(page, 2, 3);
  answer();
  await expect.poll(() => kept(page), 'the copy is here').toMatchObject({ direction: 'down' });
  t.match(await settled(page, () => rootData(page)), { direction: 'ltr', way: 'pages' });
  await reaches(page, 2, 3);
  await goto(first);
  await isShown(page, { direction: 'down', way: 'scroll' });
  t.same(faults, []);
  await context.close();
});

await t.test(
  'RDR-12 RDR-16 a visitor’s choice holds for this story, comes along, and leaves with the account',
  async (t) => {
    const other = await site.signUp('Ida Brandt');
    const { page, context, goto, faults } = await openReader(site, first, wide);
    await chooseWay(page, /Strip/);
    await expect.poll(() => kept(page)).toMatchObject({ direction: 'strip' });
    t.notMatch(await settled(page, () => kept(page)), { isSent: true });
    await page.goto(`${ltr.path}/2`, { waitUntil: 'commit' });
    await expect(page.locator('[data-item]').first()).toBeAttached();
    await isShown(page, { direction: 'strip', way: 'scroll' });
    await goto(`${rtl.path}/1`);
    await isShown(page, { direction: 'rtl' });
    const cookies = [
      { name: 'auth_token', value: other.token, httpOnly: true },
      { name: 'signed_in', value: '1' },
    ];
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.origin })));
    await goto('/');
    await knows(other, 'strip');
    await expect.poll(() => kept(page)).toMatchObject({ isSent: true });
    await context.clearCookies();
    await goto('/');
    await expect.poll(() => kept(page), 'it is gone').toBe(undefined);
    await goto(first);
    await isShown(page, { direction: 'ltr' });
    t.same(faults, []);
    await context.close();
  },
);

await t.test('RDR-12 without a line a choice waits for the next opening', async (t) => {
  const reader = await site.signUp('Mei Tan');
  await put(reader, DOWN);
  const { page, context, goto } = await openReader(site, first, { ...wide, as: reader });
  await isShown(page, { direction: 'down' });
  await page.route('**/choice', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/choice'));
  await chooseWay(page, /Strip/);
  await refused;
  t.equal((await choiceOf(reader)).choice.direction, 'down');
  await page.unroute('**/choice');
  await goto(first);
  await isShown(page, { direction: 'strip' });
  await knows(reader, 'strip');
  await context.close();
});

await site.close();
