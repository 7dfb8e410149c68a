import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode, createStory, jpegPart, upload, uploadPages } from '../../support/console.ts';
import { dialogOf, faultsOf, startEditors } from '../../support/editor.ts';
import { click, expect, fill, press, settled } from '../../support/hand.ts';
import { visitPlainly } from '../../support/plain.ts';
import { episodeIn, mustDo, readyEpisode, startRelease, viewOf } from '../../support/releases.ts';
import { phone, wide } from '../../support/site.ts';

const { site, owner, administrator, storyId } = await startEditors();
const story = await createStory(site, owner);
const ids: string[] = [];
for (const title of ['One', 'Two', 'Three']) ids.push((await createEpisode(site, owner, story.id, title)).id);
await uploadPages(site, owner, ids[0] ?? '', ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
await site.runJobs();
const desk = await site.open({ as: owner, ...wide });
const { page } = desk;

const ordered = (at: Page, ...titles: string[]) => {
  const shown = () =>
    at.evaluate(() =>
      [...document.querySelectorAll('[data-tile] a')].map(({ lastChild }) => lastChild?.textContent),
    );
  return expect.poll(shown).toEqual(titles);
};
/** Waits for the pages in this order, by the letters of their file names. */
const paged = (at: Page, letters: string) => {
  const shown = () =>
    at.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('[data-tile] img')]
        .map(({ alt }) => /(\w)\.jpg/.exec(alt)?.[1])
        .join(''),
    );
  return expect.poll(shown).toBe(letters);
};
const said = (at: Page, text: string) =>
  expect(at.locator('[role=status]').filter({ hasText: text }).first()).toBeAttached();
const grip = (name: string | RegExp) => page.getByRole('button', { name });
/** Focus loads the sorting library. */
const near = async (at: Page, name: string | RegExp) => {
  const found = at.getByRole('button', { name });
  await found.focus();
  await expect(found).toHaveAttribute('aria-roledescription', /./);
};
const answered = (at: Page, end: string) => at.waitForResponse((answer) => answer.url().endsWith(end));

await t.test('episodes are put in order by keys: lifted, moved, put down, put back', async (t) => {
  await desk.goto(`/creator/stories/${story.id}`);
  await near(page, 'Reorder Three');
  await press(page, 'Space');
  await said(page, 'Three picked up, place 1 of 3');
  await press(page, 'ArrowDown');
  await ordered(page, 'Two', 'Three', 'One');
  await said(page, 'Three: place 2 of 3');
  await press(page, 'Escape');
  await ordered(page, 'Three', 'Two', 'One');
  await said(page, 'Three is back in place 1 of 3');
  await near(page, 'Reorder Three');
  await press(page, 'Space');
  await said(page, 'Three picked up, place 1 of 3');
  await press(page, 'ArrowDown');
  await ordered(page, 'Two', 'Three', 'One');
  const saved = answered(page, '/number');
  await press(page, 'Space');
  t.equal((await saved).status(), 204);
  await expect(grip('Reorder Three')).toBeFocused();
  await page.reload();
  await ordered(page, 'Two', 'Three', 'One');
  t.same(desk.faults, []);
});

await t.test('episodes are put in order by mouse', async (t) => {
  await desk.goto(`/creator/stories/${story.id}`);
  const place = (name: string) => settled(page, () => grip(name).boundingBox());
  const [from, to] = [await place('Reorder Two'), await place('Reorder One')];
  if (from === null || to === null) throw new Error('no grips');
  const saved = answered(page, '/number');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 12 });
  await ordered(page, 'Three', 'One', 'Two');
  await page.mouse.up();
  t.equal((await saved).status(), 204);
  await expect(page.getByText('Order changed')).toBeVisible();
  t.same(desk.faults, []);
});

await t.test(
  'EPI-16 the order of episodes: by buttons, by a number, and what becomes of published ones',
  async (t) => {
    const own = await startRelease(site, owner);
    for (const title of ['A', 'B', 'C']) await createEpisode(site, owner, own, title);
    const shown = await readyEpisode(site, owner, own, 'D');
    await mustDo(site, owner, shown, 'publish', {});
    await desk.goto(`/creator/stories/${own}`);
    const titles = (...all: string[]) => expect(page.locator('[data-tile] a')).toHaveText(all);
    let done = answered(page, '/number');
    await click(grip('Move “A” up'));
    await done;
    await titles('4D', '3C', '2A', '1B');
    await expect(grip('Move “A” up'), 'the focus goes along').toBeFocused();
    await page.locator('[data-move$=" grip"]').first().focus();
    await press(page, 'Enter');
    await fill(dialogOf(page).getByLabel('Move to position (1 to 4)'), '1');
    await click(dialogOf(page).getByRole('button', { name: 'Move', exact: true }));
    await expect(dialogOf(page).getByText('“D” moves from number 4 to 1.')).toBeVisible();
    // STO-30: the console asks before readers see another number.
    await titles('4D', '3C', '2A', '1B');
    done = answered(page, '/number');
    await click(dialogOf(page).getByRole('button', { name: 'Change the order' }));
    await done;
    await titles('4C', '3A', '2B', '1D');
    await expect(page.getByText('Published episodes have new numbers and addresses.')).toBeVisible();
    await page.reload();
    await titles('4C', '3A', '2B', '1D');
    t.equal((await site.call(`GET /episodes/${shown}`)).json().episode.number, 1);
    t.same(faultsOf(desk), []);
  },
);

await t.test('PAG-04 a page is lifted, moved and put down by keys; a press of Enter opens it', async (t) => {
  await desk.goto(`/creator/stories/${story.id}/episodes/${ids[0]}`);
  await near(page, /^Page 4:/);
  await press(page, 'Space');
  await said(page, 'd.jpg picked up, place 4 of 4');
  await press(page, 'ArrowLeft');
  await said(page, 'd.jpg: place 3 of 4');
  const sorted = answered(page, '/api/creator/pages/sort');
  await press(page, 'Enter');
  t.equal((await sorted).status(), 200);
  await paged(page, 'abdc');
  await expect(grip(/^Page 3:/)).toBeFocused();
  await expect(page.getByRole('dialog'), 'the key that puts it down opens nothing').toHaveCount(0);
  await press(page, 'Enter');
  await expect(page.getByRole('dialog', { name: 'Page 3' })).toBeVisible();
  t.same(desk.faults, []);
});

await t.test('PAG-04 pages are put in order by a finger on the grip, in German words', async (t) => {
  const tab = await site.open({ ...phone, as: owner, locale: 'de-DE' });
  await tab.goto(`/de/creator/stories/${story.id}/episodes/${ids[0]}`);
  await paged(tab.page, 'abdc');
  await near(tab.page, /^Seite 1:/);
  const grips = await settled(tab.page, () =>
    tab.page
      .locator('[data-grip]')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON())),
  );
  const [from, , to] = grips;
  if (from === undefined || to === undefined) throw new Error('no grips');
  const finger = await tab.context.newCDPSession(tab.page);
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await touch('touchStart', from.x + 20, from.y + 20);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', from.x + 20 + ((to.x - from.x) * step) / 10, from.y + 20);
  await said(tab.page, 'a.jpg: Stelle 3 von 4');
  const sorted = answered(tab.page, '/api/creator/pages/sort');
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  t.equal((await sorted).status(), 200);
  await expect(tab.page.getByText('Seiten sortiert')).toBeVisible();
  await paged(tab.page, 'bdac');
  t.same(tab.faults, []);
  await tab.context.close();
});

/** Link, text, status class and picture of each row. Also runs in the page. */
const readRows = (from: Document = document) =>
  [...from.querySelectorAll('[data-tile]')].map((row) => [
    row.querySelector('a')?.attributes.getNamedItem('href')?.value,
    row.textContent,
    row.querySelector('[data-status] > *')?.className,
    row.querySelector('img')?.attributes.getNamedItem('src')?.value.replace(/\?.*/, ''),
  ]);

await t.test(
  'EPI-12 the island draws the rows of the server again, and moves them as they are',
  async (t) => {
    const people = { owner, administrator };
    for (const status of ['published', 'scheduled', 'blocked'] as const)
      await episodeIn(site, people, { storyId, status });
    const named = await readyEpisode(site, owner, storyId, ' Two  “Lamps” & <b>no</b> &amp; light‏ ');
    await createEpisode(site, owner, storyId, 'Last');
    const picture = await upload(site, owner, 'POST /media', [
      { name: 'purpose', value: 'episode_cover' },
      await jpegPart('file', 'thumbnail.jpg', { width: 200, height: 200 }),
    ]);
    const { lock_version } = await viewOf(site, owner, named);
    await site.call(`PATCH /creator/episodes/${named}`, {
      as: owner,
      body: { thumbnail_media_id: picture.json().media.id, lock_version },
    });
    await site.runJobs();
    const path = `/creator/stories/${storyId}`;
    const plain = visitPlainly(site.app, { as: owner });
    await plain.goto(path);
    const drawn = readRows(plain.document());
    const texts = drawn.map(([, text]) => text);
    t.equal(drawn.length, 5);
    t.match(texts[4], /^1One1 pagePublished\d\d\/\d\d\/\d{4}$/);
    t.match(texts[3], /^2One1 pageScheduled\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    t.match(texts[2], /^3One1 pageBlocked/);
    t.ok(texts[1]?.includes('“Lamps” & <b>no</b> &amp; light'), texts[1] ?? '');
    t.match(texts[0], /^5Last0 pagesIn progress$/);
    t.match(drawn[1]?.[3], /^\/media\//);

    await desk.goto(path);
    const rows = () => page.evaluate(readRows as () => ReturnType<typeof readRows>);
    await expect.poll(rows).toEqual(drawn);
    const withoutNumber = (all: typeof drawn) =>
      all.map(([to, text, ...rest]) => [to, text?.replace(/^\d+/, ''), ...rest]);
    const [last = [], two = [], ...others] = drawn;
    for (const [way, first, second] of [
      ['up', two, last],
      ['down', last, two],
    ] as const) {
      const saved = answered(page, '/number');
      await click(grip(new RegExp(`^Move “ ?Two .* ${way}$`)));
      t.equal((await saved).status(), 204);
      const wanted = withoutNumber([first, second, ...others]);
      await expect.poll(async () => withoutNumber(await rows())).toEqual(wanted);
    }
    t.same(faultsOf(desk), []);
  },
);

await site.close();
