import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { violationReports } from '../../../db/schema/index.ts';
import { violations } from '../../support/axe.ts';
import { choose, click, expect, fill, press, settled } from '../../support/hand.ts';
import { openPanel, openReader, overflowOf, panel, rootData, tool } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { openShelf } from '../../support/shelf.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { goTo, reaches } from '../../support/stages.ts';

const PAGES = 5;

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mirko Haas');
const { path, episodes } = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
const first = `${path}/1`;
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const long = await addStory(author, { format: 'page_ltr', slug: 'long-way' });
for (const number of [1, 99, 100, 101, 102, 205]) await addEpisode(long, number);

const opened = (page: Page) => page.locator('[data-panel][open]');
for (const view of [phone, wide]) {
  const at = `at ${view.viewport.width} px`;
  const isWide = view === wide;

  await t.test(`RDR-02 RDR-11 HDR-29 one panel at a time, and the focus follows, ${at}`, async (t) => {
    const { page, faults, context } = await openReader(site, first, view);
    for (const name of ['episodes', 'reading', 'share']) {
      const now = await openPanel(page, name);
      await expect(opened(page)).toHaveCount(1);
      await expect(tool(page, name)).toHaveAttribute('aria-expanded', 'true');
      await expect(now.locator('h2').first()).toBeFocused();
      if (!isWide || name !== 'reading') t.same(await violations(page), [], name);
      await press(page, 'Escape');
      await expect(opened(page)).toHaveCount(0);
      await expect(tool(page, name)).toHaveAttribute('aria-expanded', 'false');
      await expect(tool(page, name)).toBeFocused();
    }
    await openPanel(page, 'episodes');
    await click(panel(page, 'episodes').locator('summary'));
    await expect(opened(page)).toHaveCount(0);
    if (isWide) {
      await openPanel(page, 'episodes');
      await openPanel(page, 'reading');
      await expect(opened(page)).toHaveCount(1);
      await press(page, 'Escape');
      await press(page, '?');
      await expect(page.locator('#reader-help')).toBeVisible();
      t.same(await violations(page), [], 'help');
    } else {
      await openPanel(page, 'share');
      await page.mouse.click(180, 20);
      await expect(opened(page)).toHaveCount(0);
    }
    t.same(faults, []);
    await context.close();
  });
}

await t.test('RDR-02 STP-08 the list says where one is and what is read', async (t) => {
  const { page, faults, context } = await openReader(site, first, phone);
  await page.evaluate(
    ([key = '']) =>
      localStorage.setItem('places', JSON.stringify({ [key]: { number: 2, furthest: 2, at: 1 } })),
    [`${path.replace('/stories/', '')}/2`],
  );
  await press(page, 'ArrowRight');
  await reaches(page, 2);
  // The bars are hidden by now, but the key still opens the panel.
  await press(page, 'e');
  const list = panel(page, 'episodes');
  await expect(list.getByText(`Page 2 of ${PAGES}`)).toBeVisible();
  await expect(list.locator('ol > li')).toHaveCount(3);
  await expect(list.locator('li', { hasText: 'The tunnel' })).toContainText('Read');
  await expect(list.locator('li', { hasText: 'The other side' })).not.toContainText('Read');
  await click(list.getByRole('link', { name: 'The tunnel' }));
  await expect(page).toHaveURL(new RegExp(`${path}/2`));
  t.same(faults, []);
  await context.close();
});

await t.test('RDR-02 RDN-01 another hundred is shown in the panel, and the episode stays', async (t) => {
  const { page, faults, context, goto } = await site.open(phone);
  await context.route('**/media/**', (route) => route.fulfill({ status: 200, body: '' }));
  await goto('/stories/long-way/101');
  const list = (await openPanel(page, 'episodes')).locator('[data-marks]');
  const numbers = () =>
    list.evaluate((each) =>
      [...each.querySelectorAll<HTMLElement>('[data-episode]')].map(({ dataset }) => dataset.episode).join(),
    );
  const hundreds = list.getByRole('navigation', { name: 'Episodes by hundreds' });
  const current = hundreds.locator('[aria-current]');
  await expect(list.getByText('Here')).toBeVisible();
  for (const [hundred, shown] of [
    ['1–100', '1,99,100'],
    ['205', '205'],
    ['101–102', '101,102'],
  ] as const) {
    await click(hundreds.getByRole('link', { name: hundred }));
    await expect(current).toContainText(hundred);
    await expect.poll(numbers).toBe(shown);
    await expect(current, 'the focus stays').toBeFocused();
    t.equal(new URL(page.url()).search, '', 'it takes the place of the other');
  }
  t.same(await violations(page), []);
  await expect(list.getByText('Here')).toBeVisible();
  t.same(faults, []);
  await context.close();
});

await t.test('STP-08 RDR-02 both lists of a long story say how much of it is read', async (t) => {
  const reader = await site.signUp('Jule Winter');
  const { story } = (await site.call('GET /stories/long-way')).json<{
    story: { episodes: { id: string; number: number }[] };
  }>();
  for (const { id, number } of story.episodes)
    if (number <= 100)
      await site.call(`PUT /episodes/${id}/progress`, { as: reader, body: { item: 2, furthest_item: 2 } });
  const { page, faults, context, goto } = await site.open({ ...phone, as: reader });
  await context.route('**/media/**', (route) => route.fulfill({ status: 200, body: '' }));
  await watchShifts(page);
  for (const [prefix, onPage, inPanel] of [
    ['', '6 · you read 3', '6, you read 3'],
    ['/de', '6 · 3 gelesen', '6, 3 gelesen'],
  ] as const) {
    await goto(`${prefix}/stories/long-way?episodes=201`);
    await expect(page.getByText(onPage, { exact: true })).toBeVisible();
    t.same(await settled(page, () => shiftsOf(page)), []);
    await goto(`${prefix}/stories/long-way/205`);
    const list = await openPanel(page, 'episodes');
    await expect(list.getByText(inPanel, { exact: true })).toBeVisible();
  }
  t.same(faults, []);
  await context.close();
});

await t.test('RDR-04 direction, fit, pairs and saving act at once and are kept', async (t) => {
  const { page, faults, context, goto } = await openReader(site, first, wide);
  const is = (facts: Record<string, unknown>) => expect.poll(() => rootData(page)).toMatchObject(facts);
  let reading = await openPanel(page, 'reading');
  await expect(reading.getByRole('radio', { name: /Left to right/ })).toBeChecked();
  await choose(reading.getByRole('radio', { name: 'Width' }));
  await expect(reading.getByText('As wide as the screen.')).toBeVisible();
  await choose(reading.getByRole('radio', { name: 'Moved by one page' }));
  await choose(reading.getByRole('switch', { name: 'Data saver' }));
  await is({ fit: 'width', pairs: 'moved', saver: '', way: 'pages' });
  await choose(reading.getByRole('radio', { name: /Downwards/ }));
  await is({ direction: 'down', way: 'scroll' });
  await expect(reading.getByRole('switch', { name: /Two pages/ })).toBeHidden();
  await goto(`${path}/2`);
  await is({ direction: 'down', fit: 'width', saver: '' });
  reading = await openPanel(page, 'reading');
  await expect(reading.getByRole('radio', { name: /Downwards/ })).toBeChecked();
  await click(reading.getByRole('button', { name: 'As set by the story' }));
  await is({ direction: 'ltr', pairs: 'cover' });
  const { fit, saver } = await rootData(page);
  t.same([fit, saver], [undefined, undefined]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('reading'))).toBe('{}');
  t.same(faults, []);
  await context.close();
});

await t.test(
  'SOC-06 RDR-22 RDR-23 ERR-25 ERR-30 ERR-72 the link is copied with its page, or taken by a network',
  async (t) => {
    const { page, faults, context } = await openReader(site, first, phone);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const isCopied = (address: string) =>
      expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const address = `${site.deps.config.BASE_URL}${first}`;
    let share = await openPanel(page, 'share');
    const told = share.getByRole('status');
    await click(share.getByRole('button', { name: 'Copy' }));
    await expect(told.getByText('Link copied', { exact: true })).toBeVisible();
    await expect(share.getByRole('button', { name: 'Copied' })).toBeVisible();
    await isCopied(address);
    await press(page, 'Escape');
    await goTo(page, 4);
    await reaches(page, 4);
    share = await openPanel(page, 'share');
    const box = share.getByRole('checkbox', { name: 'Open at page 4' });
    await expect(box).toBeChecked();
    await click(share.getByRole('button', { name: 'Copy' }));
    await expect(share.getByText('Link copied. It opens at page 4.')).toBeVisible();
    await isCopied(`${address}#p4`);
    await choose(box, false);
    await click(share.getByRole('button', { name: 'Copy' }));
    await expect(share.getByText('Link copied', { exact: true })).toBeVisible();
    await isCopied(address);

    await click(share.getByRole('button', { name: 'Mastodon' }));
    await expect(told.getByText('Mastodon is coming soon')).toBeVisible();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await click(share.getByRole('link', { name: 'Facebook' }));
    await expect(told.getByText('Error sharing on Facebook')).toBeVisible();
    const asked = await page.evaluate(() => {
      const addresses: string[] = [];
      window.open = (address) => {
        addresses.push(String(address));
        return { opener: window } as unknown as Window;
      };
      document.querySelector<HTMLElement>('[data-site=X]')?.click();
      return addresses;
    });
    t.equal(asked.length, 1);
    t.match(asked[0], /^https:\/\/twitter\.com\/intent\/tweet\?url=/);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('RDR-05 REP-02 REP-04 the episode is reported from its flag', async (t) => {
  const reader = await site.signUp('Jule Sommer');
  const { page, faults, context } = await openReader(site, first, { ...wide, as: reader });
  const report = await openPanel(page, 'report');
  await expect(page.locator('main'), 'all else rests').toHaveAttribute('inert', '');
  await expect(report.getByRole('dialog')).toHaveAttribute('aria-modal', 'true');
  t.same(await violations(page), []);
  await click(report.getByRole('button', { name: 'Send report' }));
  await expect(report.getByText('Choose a reason. Nothing has been sent yet.')).toBeVisible();
  await choose(report.getByRole('radio', { name: /^Something else/ }));
  await click(report.getByRole('button', { name: 'Send report' }));
  await expect(report.getByText("Text can't be blank")).toBeVisible();
  await fill(report.getByRole('textbox'), 'Panel 3');
  await click(report.getByRole('button', { name: 'Send report' }));
  await expect(report.getByText('Violation reported.')).toBeVisible();
  const [sent] = await site.deps.db
    .select()
    .from(violationReports)
    .where(eq(violationReports.reporterId, reader.id));
  t.match(sent, { subjectType: 'episode', subjectId: episodes[0].id, text: 'Panel 3' });
  await expect(report.locator('dl')).toContainText(String(sent?.number));
  await click(report.getByRole('button', { name: 'Back to the episode' }));
  await expect(opened(page)).toHaveCount(0);
  await expect(page.locator('main')).not.toHaveAttribute('inert');
  t.same(
    faults.filter((fault) => !/422/.test(fault)),
    [],
  );
  await context.close();
});

await t.test('without a script panels open and close, and offer nothing that needs one', async () => {
  const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
  await goto(first);
  await click(tool(page, 'episodes'));
  const list = panel(page, 'episodes');
  await expect(list.getByText('The tunnel')).toBeVisible();
  await expect(page.locator('[data-tool=reading], [data-tool=like]').filter({ visible: true })).toHaveCount(
    0,
  );
  await click(list.locator('summary'));
  await expect(list.getByText('The tunnel')).toBeHidden();
  await click(tool(page, 'share'));
  await expect(panel(page, 'share').getByRole('link', { name: 'Facebook' })).toBeVisible();
  await context.close();
});

await t.test('nothing of the panels is wider than the smallest phone, in both languages', async (t) => {
  const { page, faults, context, goto } = await site.open({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
  });
  for (const prefix of ['', '/de']) {
    await goto(prefix + first);
    for (const name of ['episodes', 'reading', 'share', 'report']) {
      const body = (await openPanel(page, name)).locator('[data-panel-body]');
      await expect.poll(() => overflowOf(page), name).toBe(0);
      await expect.poll(() => body.evaluate((each) => each.scrollWidth - each.clientWidth), name).toBe(0);
      await press(page, 'Escape');
      await expect(opened(page)).toHaveCount(0);
    }
  }
  t.same(faults, []);
  await context.close();
});
