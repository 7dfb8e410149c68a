import type { Page } from 'playwright';
import t from 'tap';
import type { Account } from '../../support/app.ts';
import { violations } from '../../support/axe.ts';
import { eventually } from '../../support/eventually.ts';
import { click, expect, press, settled } from '../../support/hand.ts';
import { openReader } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { goTo, isAt, nowOf, reaches } from '../../support/stages.ts';

const PAGES = 10;

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const { path, story, episodes } = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
const down = await publishSerial(site, creator, { pages: PAGES });
const first = `${path}/1`;

const keep = (as: Account, item: number) =>
  site.call(`PUT /episodes/${episodes[0].id}/progress`, { as, body: { item, furthest_item: item } });
const mineOf = async (as: Account) => (await site.call(`GET /stories/${story.id}/mine`, { as })).json();
const known = async (as: Account) => (await mineOf(as)).episodes[0];
const places = (page: Page) => page.evaluate(() => localStorage.getItem('places') ?? '');

await t.test(
  'SOC-08 RDR-18 the place is kept, also by a turned phone, and the bar says how far it is',
  async (t) => {
    const { page, context, goto, faults } = await openReader(site, `${down.path}/1`, phone);
    const bar = page.getByRole('progressbar', { includeHidden: true });
    await expect(bar).toHaveAttribute('aria-valuenow', '1');
    await expect(bar).toHaveAttribute('aria-valuemax', String(PAGES));
    await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`1 of ${PAGES}`));
    const line = () => bar.evaluate((each) => each.firstElementChild?.getBoundingClientRect().width ?? 0);
    const share = async () => Math.round(((await line()) / phone.viewport.width) * 10);
    await goTo(page, { item: 5, fraction: 0.5 });
    await reaches(page, 5);
    await expect(bar).toHaveAttribute('aria-valuenow', '5');
    await expect.poll(share, 'the line has grown').toBeGreaterThan(3);
    const isThere = () =>
      eventually('the same place within the page', async () => {
        const { item = 0, fraction = 0 } = (await nowOf(page))?.seen ?? {};
        return item === 5 && Math.abs(fraction - 0.5) < 0.1;
      });
    await page.setViewportSize({ width: 740, height: 360 });
    await isThere();
    await page.setViewportSize(phone.viewport);
    await isThere();
    await goto('/about');
    await goto(`${down.path}/1`);
    await reaches(page, 5);
    await expect(page).toHaveURL(/#p5$/);
    await page.locator('#end').evaluate((each) => each.scrollIntoView());
    await expect(bar).toHaveAttribute('aria-valuenow', String(PAGES));
    await expect.poll(share, 'and is full at the end').toBe(10);
    t.same(faults, []);
    await context.close();
  },
);

await t.test(
  'SOC-08 RDR-18 an account is followed, resumed, and nothing old is written over it',
  async (t) => {
    const reader = await site.signUp('Jule Winter');
    await keep(reader, 6);
    const { page, context, faults, goto } = await openReader(site, first, { ...phone, as: reader });
    await isAt(page, 6);
    await expect.poll(() => places(page)).toContain('"number":6');
    await goto(first);
    await isAt(page, 6);
    t.match(await known(reader), { item: 6, furthest_item: 6 });

    // Another device read on, so this browser's own position is older.
    await goto(path);
    await keep(reader, 8);
    await goto(first);
    await isAt(page, 8);
    await press(page, 'Home');
    await eventually('it follows', async () => (await mineOf(reader)).continue?.item === 1);
    t.equal((await known(reader)).furthest_item, 8, 'the furthest stays');
    await expect.poll(() => places(page)).toContain(story.slug);
    await context.clearCookies();
    await goto('/');
    await expect.poll(() => places(page), 'places of an account go with its session').toBe('{}');
    t.same(faults, []);
    await context.close();
  },
);

await t.test('SOC-08 a link to the first page stays there, however late the account answers', async (t) => {
  const reader = await site.signUp('Noor');
  await keep(reader, 6);
  const { page, context, faults } = await site.open({ ...phone, as: reader });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/mine\?/, (route) => held.then(() => route.continue()));
  const answered = page.waitForResponse(/\/mine\?/);
  await page.goto(`${first}#p1`);
  await expect(page, 'the address of a first page names none').not.toHaveURL(/#/);
  release();
  await answered;
  await expect(page.locator('[data-resume]'), 'it is offered').toBeVisible();
  await isAt(page, 1);
  t.same(faults, []);
  await context.close();
});

await t.test('SOC-08 what a visitor has read comes along once when they sign in', async (t) => {
  const { page, context, goto } = await openReader(site, first, phone);
  await press(page, 'ArrowRight', 'ArrowRight');
  await reaches(page, 3);
  await goto(down.path);
  const reader = await site.signUp('Late Reader');
  const cookie = { url: site.origin, sameSite: 'Lax' as const };
  await context.addCookies([
    { ...cookie, name: 'auth_token', value: reader.token, httpOnly: true },
    { ...cookie, name: 'signed_in', value: '1' },
  ]);
  await goto('/');
  await eventually('the account has the place', async () => (await mineOf(reader)).continue?.item === 3);
  await expect.poll(() => places(page), 'it is noted').toContain('"isSent":true');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await goto('/');
  await page.waitForLoadState('networkidle');
  t.ok(sent.length > 0);
  t.notOk(sent.includes('/api/library/progress'), 'once');
  await context.close();
});

await t.test('SOC-08 a place of the account that could not be read is written by who turns', async (t) => {
  const reader = await site.signUp('Ada Berg');
  await keep(reader, 6);
  const { page, context, goto } = await site.open({ ...phone, as: reader });
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
  await page.clock.install();
  await page.route('**/mine?*', (route) => route.abort());
  const asked = page.waitForRequest('**/mine?*');
  await goto(first);
  await asked;
  await page.clock.fastForward('00:20');
  await goto('/about');
  t.same(sent, [], 'not by merely opening it');
  await goto(first);
  await goTo(page, 3);
  await eventually('who reads on is followed', async () => {
    await page.clock.fastForward('00:02');
    return (await known(reader)).item === 3;
  });
  await context.close();
});

await t.test('SOC-08 whoever has followed a link is offered the place of the account', async (t) => {
  const reader = await site.signUp('Ida Brandt');
  for (const [view, hash] of [
    [phone, '#p3'],
    [wide, '#p4'],
  ] as const) {
    await keep(reader, 6);
    const { page, context, faults } = await openReader(site, first + hash, { ...view, as: reader });
    const offer = page.getByRole('button', { name: 'Continue on page 6' });
    await expect(offer).toBeVisible();
    await isAt(page, Number(hash.slice(2)));
    await click(offer);
    await isAt(page, 6);
    await expect(offer).toBeHidden();
    t.same(faults, []);
    await context.close();
  }
});

const island = (page: Page) => page.locator('tsuzuki-island[name=goOn]');
const heading = (page: Page) => island(page).getByRole('heading');
const rows = (page: Page) => island(page).getByRole('listitem');
const note = (page: Page, number: number, place: object) =>
  page.evaluate(([key, kept]) => localStorage.setItem('places', JSON.stringify({ [key]: kept })), [
    `${story.slug}/${number}`,
    { item: 'x', number: 3, furthest: 3, fraction: 0, anchor: 'p3', at: 1, ...place },
  ] as const);

await t.test(
  'LEG-12 a visitor goes on where the browser has kept the place, and nothing moves',
  async (t) => {
    const { page, faults, context, goto } = await site.open(phone);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await watchShifts(page);
    await goto('/');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(heading(page)).toBeHidden();
    t.notMatch(asked.join(' '), /library|goOn/, 'for who has read nothing, nothing is asked for');
    for (const [address, said] of [
      ['/', 'Ep. 1 · 3 of 10'],
      ['/de', 'Folge 1 · 3 von 10'],
    ] as const) {
      const prefix = address === '/' ? '' : address;
      await note(page, 1, { episodeId: episodes[0].id });
      await goto(address);
      await expect(rows(page)).toContainText(said);
      await expect(rows(page).getByRole('link')).toHaveAttribute('href', `${prefix}${first}#p3`);
      t.same(await settled(page, () => shiftsOf(page)), []);
    }
    t.same(await violations(page), []);
    await click(rows(page).getByRole('link'));
    await expect(page).toHaveURL(new RegExp(`/de${first}#p3$`));
    t.same(faults, []);
    await context.close();
  },
);

await t.test(
  'LEG-12 the next episode follows; after the last one, in what is gone or is no place, there is none',
  async (t) => {
    const { page, context, goto, faults } = await site.open(wide);
    await watchShifts(page);
    const none = island(page).getByText('You’re all caught up.');
    await goto('/sign_in');
    await note(page, 1, { episodeId: episodes[0].id, number: PAGES, isDone: true });
    await goto('/');
    await expect(rows(page)).toContainText('Ep. 2 is next');
    await expect(rows(page).getByRole('link')).toHaveAttribute('href', `${path}/2`);
    await note(page, 3, { episodeId: episodes[2].id, number: 5, isDone: true });
    await goto('/');
    await expect(none).toBeVisible();
    t.same(await settled(page, () => shiftsOf(page)), []);
    await goto('/');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(heading(page), 'the next time there is no room for nothing').toBeHidden();
    await note(page, 1, { episodeId: '01900000-0000-7000-8000-000000000000' });
    await page.evaluate(() => localStorage.removeItem('goOn'));
    await goto('/');
    await expect(none).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('places', '{"a":null,"b":{"episodeId":"<b>"}}');
      localStorage.removeItem('goOn');
    });
    await goto('/');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('LEG-12 an account goes on from the second visit on', async (t) => {
  const reader = await site.signUp('Mei Tan');
  t.equal((await keep(reader, 2)).statusCode, 204);
  const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
  await watchShifts(page);
  await goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('goOn'))).toBe('1');
  await expect(heading(page), 'nothing comes in late').toBeHidden();
  t.same(await settled(page, () => shiftsOf(page)), []);
  await goto('/');
  await expect(rows(page)).toContainText('Ep. 1 · 2 of 10');
  t.same(await settled(page, () => shiftsOf(page)), []);
  t.same(faults, []);
  await context.close();
});
