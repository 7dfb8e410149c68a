/** How a reader sees a story follows the account, and nothing jumps when it comes late. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { awake, openPanel, openReader, rootData } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const itemOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.seen.item);
const isShown = (page: Page, facts: Record<string, string | undefined>) =>
  eventually(`it is shown as ${JSON.stringify(facts)}`, async () => {
    const data = await rootData(page);
    return Object.entries(facts).every(([name, value]) => data[name] === value);
  });
const choose = async (page: Page, name: RegExp) => {
  const panel = await openPanel(page, 'reading');
  await panel.getByRole('radio', { name }).check({ force: true });
  await page.keyboard.press('Escape');
};
const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('reading') ?? '{}'));

t.test('what a reader has chosen on several devices', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path, story } = await publishSerial(site, creator, { pages: 6, isPaged: true });
  const first = `${path}/1`;
  const mine = async () => {
    const { body } = await site.call(`GET /stories/${story.id}/mine`, { as: reader });
    return JSON.parse(body);
  };
  const knows = (direction: string | null) =>
    eventually(`the account knows ${direction}`, async () => (await mine()).choice?.direction === direction);
  const put = (choice: object) => site.call(`PUT /stories/${story.id}/choice`, { as: reader, body: choice });
  const DOWN = { direction: 'down', fit: 'width', pairs: 'cover', saver: false, onward: null };

  await t.test('RDR-12 RDR-13 what is chosen here is there on the other device, and back', async (t) => {
    const one = await openReader(site, first, { ...phone, as: reader });
    await choose(one.page, /Downwards/);
    await knows('down');
    await eventually('it is marked as sent', async () => (await kept(one.page))[story.slug]?.isSent === true);
    await one.page.keyboard.press('s');
    await one.page.locator('#reader-glide').waitFor();
    for (const _press of [1, 2]) await one.page.keyboard.press('.');
    await one.page.keyboard.press('s');
    await eventually('the speed as well', async () => (await mine()).glide_speed === 5);

    const two = await site.open({ ...wide, as: reader, bypassCSP: true });
    const { page } = two;
    await watchShifts(page);
    await two.goto(first);
    await isShown(page, { direction: 'down', way: 'scroll' });
    t.equal(await page.evaluate(() => localStorage.getItem('glide')), '5');
    await page.locator('#p1').waitFor();
    t.same(await shiftsOf(page), [], 'nothing jumps');
    await page.route('**/mine*', (route) => route.abort());
    await page.reload();
    t.match(await rootData(page), { direction: 'down' }, 'the next opening is right by itself');
    await awake(page);
    await page.unroute('**/mine*');

    // Taken back there, it is so here as well.
    const panel = await openPanel(page, 'reading');
    await panel.getByRole('button', { name: 'As the story sets it' }).click();
    await isShown(page, { direction: 'ltr', way: 'pages' });
    await knows(null);
    await one.page.reload();
    await isShown(one.page, { direction: 'ltr', way: 'pages', fit: undefined });
    t.equal((await kept(one.page))[story.slug], undefined);
    await choose(one.page, /Right to left/);
    await knows('rtl');
    await page.reload();
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
    await put(DOWN);
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
    await awake(page);
    await page.keyboard.press('ArrowRight');
    await eventually('a page was turned', async () => ((await itemOf(page)) ?? 0) > 1);
    const item = await itemOf(page);
    answer();
    await eventually('the copy is here', async () => (await kept(page))[story.slug]?.direction === 'down');
    t.match(await rootData(page), { direction: 'ltr', way: 'pages' });
    t.equal(await itemOf(page), item);
    await page.reload();
    t.match(await rootData(page), { direction: 'down', way: 'scroll' });
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-12 a visitor’s choice comes along, and leaves the device with the account', async (t) => {
    const other = await site.signUp('Ada Berg');
    const { page, context, goto, faults } = await openReader(site, first, wide);
    await choose(page, /Right to left/);
    t.notOk((await kept(page))[story.slug].isSent);
    const cookies = [
      { name: 'auth_token', value: other.token, httpOnly: true },
      { name: 'signed_in', value: '1' },
    ];
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.origin })));
    await goto('/');
    await eventually('the account knows it', async () => {
      const { body } = await site.call(`GET /stories/${story.id}/mine`, { as: other });
      return JSON.parse(body).choice?.direction === 'rtl';
    });
    await eventually('it is marked as sent', async () => (await kept(page))[story.slug].isSent === true);
    await context.clearCookies();
    await goto('/');
    await eventually('it is gone', async () => Object.keys(await kept(page)).length === 0);
    await goto(first);
    t.match(await rootData(page), { direction: 'ltr' });
    t.same(faults, []);
    await context.close();
  });

  await t.test('RDR-12 without a line it waits for the next opening', async (t) => {
    await put(DOWN);
    const { page, context, goto } = await openReader(site, first, { ...wide, as: reader });
    await isShown(page, { direction: 'down' });
    await page.route('**/choice', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/choice'));
    await choose(page, /Strip/);
    await refused;
    t.equal((await mine()).choice.direction, 'down');
    await page.unroute('**/choice');
    await goto(first);
    t.match(await rootData(page), { direction: 'strip' }, 'here it holds meanwhile');
    await knows('strip');
    await context.close();
  });
});
