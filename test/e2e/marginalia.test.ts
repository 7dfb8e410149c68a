/** Short notes beside the text of a novel, and what readers feel at its chapters. */
import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters } from '#db/schema/index.ts';
import type { Account } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, overflowOf, panel } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const line = (at: number) =>
  `Sentence ${at} is here. The inspector wanted nothing of the kind; he wanted to sit down, with a stone in his shoe.`;
const TEXT = Array.from({ length: 40 }, (_, at) => `<p>${line(at)}</p>`).join('\n');
/** Where a paragraph begins, in characters. */
const startOf = (at: number): number =>
  Array.from({ length: at }, (_, before) => line(before).length).reduce((sum, each) => sum + each, 0);

const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));
const layer = (page: Page) => page.locator('[data-marginalia]');
const bubble = (page: Page, text: string) => layer(page).getByText(text, { exact: true });
const marks = (page: Page) => layer(page).locator('[data-mark]');
/** How far the text has been moved by anything that came. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += Reflect.get(entry, 'value') as number;
      document.documentElement.dataset.shift = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftOf = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
const set = (page: Page, change: object) =>
  page.evaluate((change) => void globalThis.setProse?.(change), change);
/** Tops of a note and of its paragraph. */
const tops = async (page: Page, text: string, at: number) => {
  const [note, words] = await Promise.all([
    bubble(page, text).boundingBox(),
    page.locator('[data-text] p').nth(at).boundingBox(),
  ]);
  return note && words ? Math.abs(note.y - words.y) : Number.POSITIVE_INFINITY;
};

t.test('short notes beside a text', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const author = await addAuthor();
  const [mika, noor, sora] = [
    await site.signUp('Mika'),
    await site.signUp('Noor'),
    await site.signUp('Sora'),
  ];

  async function publish(texts: string[], values: Parameters<typeof addStory>[1] = {}) {
    const story = await addStory(author, { publicationType: 'novel', ...values });
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
    const rows = await site.deps.db
      .select({ id: chapters.id })
      .from(chapters)
      .where(eq(chapters.episodeId, id))
      .orderBy(asc(chapters.position));
    const parts = rows.map((row) => row.id);
    const leave = async (offset: number, body: string, as: Account = mika, part = 0) => {
      const place = { episode_id: id, chapter_id: parts[part], offset };
      const reply = await site.call('POST /tsukkomi_comments', { as, body: { ...place, body } });
      if (reply.statusCode !== 201) throw new Error(reply.body);
    };
    return { id, parts, leave, path: `/stories/${story.slug}/1` };
  }
  const open = async (options: Parameters<typeof site.open>[0], path: string) => {
    const tab = await site.open(options);
    await watchShifts(tab.page);
    await tab.goto(path);
    await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    return tab;
  };

  await t.test('SOC-13 notes stand in the margin at their lines, and move nothing', async (t) => {
    const { path, leave } = await publish([TEXT, TEXT]);
    await leave(startOf(1) + 13, 'he never sits');
    await leave(startOf(30), 'the stone again');
    const { page, context, faults } = await open(wide, path);
    await bubble(page, 'he never sits').waitFor();
    t.ok((await tops(page, 'he never sits', 1)) < 40, 'at its line');
    const [note, text] = [
      await bubble(page, 'he never sits').boundingBox(),
      await page.locator('[data-text]').first().boundingBox(),
    ];
    t.ok(note && text && note.x >= text.x + text.width, 'beside the text');
    t.equal(await bubble(page, 'the stone again').count(), 0, 'nothing of what has not been on the screen');
    t.same(await violations(page), []);
    await page.locator('[data-text] p').nth(32).scrollIntoViewIfNeeded();
    await bubble(page, 'the stone again').waitFor();
    await set(page, { size: 7 });
    await eventually(
      'it follows when letters grow',
      async () => (await tops(page, 'the stone again', 30)) < 60,
    );
    await page.setViewportSize({ width: 360, height: 740 });
    await eventually('marks where there is no room', async () => (await marks(page).count()) > 0);
    t.equal(await overflowOf(page), 0);
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('SOC-13 on phones a mark stands for them, and opens them', async (t) => {
    const { path, leave } = await publish([TEXT, TEXT]);
    await leave(startOf(1), 'first of two');
    await leave(startOf(1) + 4, 'second of two', noor);
    await leave(startOf(4), '<img src=x onerror=alert(1)> &amp; \u202egnp');
    const { page, context, faults } = await open(phone, path);
    await eventually('both marks', async () => (await marks(page).count()) === 2);
    t.equal(await marks(page).first().textContent(), '2');
    const [mark, text] = [
      await marks(page).first().boundingBox(),
      await page.locator('[data-text] p').nth(1).boundingBox(),
    ];
    t.ok(mark && text && mark.x >= text.x + text.width - 1 && mark.x + mark.width <= 360, 'in the gutter');
    await marks(page).first().tap();
    const opened = page.getByRole('dialog', { name: 'Notes' });
    await opened.getByText('second of two').waitFor();
    t.match(await opened.textContent(), /first of two.*Mika.*second of two.*Noor/);
    t.same(await violations(page), []);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    await marks(page).nth(1).tap();
    await opened.getByText('<img src=x').waitFor();
    t.equal(await overflowOf(page), 0);
    await opened.getByRole('button', { name: 'All notes of this chapter' }).tap();
    await panel(page, 'notes').getByText('second of two').waitFor();
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('SOC-13 on turned pages they stand at the page that is shown', async (t) => {
    const { path, leave } = await publish([TEXT, TEXT]);
    await leave(startOf(2), 'on the first page');
    for (const screen of [phone, wide]) {
      const { page, context, faults } = await open(screen, path);
      await set(page, { move: 'pages' });
      await eventually('the mark of this page', async () => (await marks(page).count()) === 1);
      const isBeside = () =>
        page.evaluate(() => {
          const mark = document.querySelector('[data-mark]')?.getBoundingClientRect();
          const lines = [...document.querySelectorAll('[data-text] p')].flatMap((p) => [
            ...p.getClientRects(),
          ]);
          return (
            mark !== undefined &&
            mark.left >= 0 &&
            mark.right <= innerWidth &&
            lines.some(({ top, bottom }) => mark.top >= top - 2 && mark.bottom <= bottom + 2) &&
            !lines.some(
              ({ left, right, top, bottom }) =>
                mark.right > left + 1 && mark.left < right - 1 && mark.bottom > top && mark.top < bottom,
            )
          );
        });
      t.ok(await isBeside(), 'it stands beside its line and over no words');
      await page.keyboard.press('ArrowRight');
      await eventually('another page is shown', async () => (await marks(page).count()) === 0);
      await page.keyboard.press('Home');
      await eventually(
        'it is there again',
        async () => (await marks(page).count()) === 1 && (await isBeside()),
      );
      t.equal(await overflowOf(page), 0);
      t.same(ours(faults), []);
      await context.close();
    }
  });

  await t.test('SOC-13 notes stand at the left of Arabic', async (t) => {
    const arabic = '<p>حُكي، والله أعلم، أنه كان فيما مضى من قديم الزمان وسالف العصر والأوان.</p>'.repeat(20);
    const right = await publish([arabic], { language: 'ar' });
    await right.leave(20, 'كان يا ما كان');
    const { page, context } = await open(wide, right.path);
    await bubble(page, 'كان يا ما كان').waitFor();
    const [note, text] = [
      await bubble(page, 'كان يا ما كان').boundingBox(),
      await page.locator('[data-text]').first().boundingBox(),
    ];
    t.ok(note && text && note.x >= 0 && note.x + note.width <= text.x, 'where its lines end');
    await context.close();
  });

  await t.test('SOC-19 SOC-13 selected words get a note, whose draft is kept', async (t) => {
    const { path, id, parts } = await publish([TEXT]);
    const { page, context, faults } = await open({ ...wide, as: noor }, path);
    const select = async (at: number) => {
      const words = page.locator('[data-text] p').nth(at);
      await words.dispatchEvent('pointerover');
      await page.waitForSelector('tsuzuki-island[name=notes][awake]', { state: 'attached' });
      await words.evaluate((element) => {
        const first = element.firstChild as Text;
        getSelection()?.setBaseAndExtent(first, first.data.indexOf('stone'), first, first.data.length);
      });
    };
    await select(3);
    const bar = page.getByRole('region', { name: 'Selected words' });
    await bar.getByRole('button', { name: 'Note', exact: true }).click();
    const field = panel(page, 'notes').getByRole('textbox', { name: 'Short note' });
    await field.waitFor();
    await eventually('the words are led to', () => field.evaluate((each) => each === document.activeElement));
    await page.keyboard.type('pumice, surely');
    await layer(page).getByText('pumice, surely').waitFor();
    await panel(page, 'notes').getByText('at “stone in his shoe.').waitFor();
    await panel(page, 'notes').getByText('14 / 80').waitFor();
    t.ok((await tops(page, 'pumice, surely', 3)) < 60, 'the draft stands where it will stay');
    t.same(await violations(page), []);
    await page.reload();
    await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    await openPanel(page, 'notes');
    await field.focus();
    await eventually('what was begun is there', async () => (await field.inputValue()) === 'pumice, surely');
    await page.keyboard.press('ArrowDown');
    await panel(page, 'notes').getByText('at “Sentence 4 is here.').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await bubble(page, 'pumice, surely').waitFor();
    const list = async () =>
      (await site.call(`GET /tsukkomi_comments?episode_id=${id}&chapter_id=${parts[0]}`, { as: noor })).json()
        .tsukkomi_comments;
    const told = await eventually('it is sent', async () => {
      const [note] = await list();
      return note;
    });
    t.equal(told.offset, startOf(3) + line(3).indexOf('The inspector'));
    await panel(page, 'notes').locator('[aria-label="More on note 1"]').click();
    await panel(page, 'notes').getByRole('button', { name: 'Delete' }).click();
    await bubble(page, 'pumice, surely').waitFor({ state: 'detached' });
    t.same(await list(), []);
    t.same(ours(faults), []);
    await context.close();
  });

  await t.test('SOC-20 SOC-14 the end of a chapter takes what readers feel', async (t) => {
    const { path } = await publish(['<p>Short.</p>', '<p>End.</p>']);
    const { page, context, faults } = await open({ ...wide, as: noor }, path);
    const feel = (name: string) =>
      page.getByRole('group', { name: /What do you feel/ }).getByRole('button', { name });
    await feel('Wow').click();
    await eventually('it is felt', async () => (await feel('Wow').getAttribute('aria-pressed')) === 'true');
    t.equal(await feel('Wow').textContent(), 'Wow1');
    t.ok((await shiftOf(page)) < 0.001);
    await page.reload();
    await eventually('and known', async () => (await feel('Wow').getAttribute('aria-pressed')) === 'true');
    await feel('Love').click();
    await eventually('another takes its place', async () => (await feel('Wow').textContent()) === 'Wow0');
    t.same(await violations(page), []);
    t.same(ours(faults), []);
    await context.close();
    const visitor = await open(phone, path);
    const { page: other } = visitor;
    await other.getByRole('button', { name: 'Love' }).tap();
    await other.getByText('Sign in to say what you feel.').waitFor();
    t.equal(await overflowOf(other), 0);
    await visitor.context.close();
  });

  await t.test('SOC-13 who wants none sees none, and N writes one', async (t) => {
    const { path, leave } = await publish([TEXT]);
    await leave(startOf(1), 'to be put away', sora);
    const { page, context } = await open(wide, path);
    await bubble(page, 'to be put away').waitFor();
    await page.keyboard.press('n');
    const field = panel(page, 'notes').getByRole('textbox', { name: 'Short note' });
    await eventually('the words are led to', () => field.evaluate((each) => each === document.activeElement));
    await page.keyboard.type('kept');
    await page.keyboard.press('Enter');
    await panel(page, 'notes').getByText('Sign in to pin it').waitFor();
    await panel(page, 'notes').locator('input[name=notes-shown]').uncheck({ force: true });
    await bubble(page, 'to be put away').waitFor({ state: 'detached' });
    await page.reload();
    await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    await openPanel(page, 'notes');
    await panel(page, 'notes').getByText('to be put away').waitFor();
    t.equal(await bubble(page, 'to be put away').count(), 0);
    await context.close();
  });
});
