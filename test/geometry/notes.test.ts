import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters, episodePages, tsukkomiComments, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { expect, press, settled, type } from '../support/hand.ts';
import { overflowOf, panel } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { addUprightBook, uprightLine } from '../support/upright.ts';

const PLACE = { x: 0.25, y: 0.75 };
const SIDEWAYS = { pageOrientation: 'horizontal', readMode: 'page_flip' } as const;
const DOWNWARDS = { pageOrientation: 'vertical', readMode: 'continuous' } as const;

const line = (at: number) =>
  `Sentence ${at} is here. The inspector wanted nothing of the kind; he wanted to sit down, with a stone in his shoe.`;
const TEXT = Array.from({ length: 40 }, (_, at) => `<p>${line(at)}</p>`).join('\n');
const startOf = (at: number, lineOf = line): number =>
  Array.from({ length: at }, (_, before) => lineOf(before).length).reduce((sum, each) => sum + each, 0);

const site = await startSite();
const { db } = site.deps;
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const mika = await site.signUp('Mika');
await db.update(users).set({ createdAt: new Date(0) });

async function publishPages(format: 'page_ltr' | 'page_rtl' | 'strip', values: object = {}): Promise<string> {
  const story = await addStory(author, { format });
  const { id: episodeId } = await addEpisode(story, 1, values, { pages: 4 });
  const items = await db
    .select({ id: episodePages.id })
    .from(episodePages)
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));
  const base = { episodeId, authorId: author, ...PLACE };
  await db
    .insert(tsukkomiComments)
    .values(
      items.map(({ id: pageId }, index) => ({ ...base, id: newId(), pageId, body: `note on ${index + 1}.` })),
    );
  return `/stories/${story.slug}/1`;
}

async function leave(
  episodeId: string,
  notes: readonly (readonly [offset: number, body: string])[],
): Promise<void> {
  const [chapter] = await db
    .select()
    .from(chapters)
    .where(eq(chapters.episodeId, episodeId))
    .orderBy(asc(chapters.position));
  for (const [offset, body] of notes) {
    const place = { episode_id: episodeId, chapter_id: chapter?.id, offset };
    const reply = await site.call('POST /tsukkomi_comments', { as: mika, body: { ...place, body } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
  }
}
async function publishText(
  text: string,
  notes: readonly (readonly [offset: number, body: string])[],
  language = 'en',
): Promise<string> {
  const story = await addStory(author, { publicationType: 'novel', language });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [text] });
  await leave(id, notes);
  return `/stories/${story.slug}/1`;
}
const open = async (path: string, options: Parameters<typeof site.open>[0]) => {
  const tab = await site.open(options);
  await watchShifts(tab.page);
  await tab.goto(path);
  return tab;
};
const set = (page: Page, change: object) =>
  page.evaluate((change) => void globalThis.setProse?.(change), change);

/** Distance of the page's note from its place, in pixels. Null before the note is there. */
const awayOf = (page: Page, number: number) =>
  page.evaluate(
    ({ text, x, y }) => {
      const notes = [...document.querySelectorAll('[data-note]')];
      const note = notes.find((each) => each.textContent?.includes(text));
      const sheet = note?.closest('[data-sheet]')?.getBoundingClientRect();
      if (!note || !sheet) return null;
      const own = note.getBoundingClientRect();
      const across = own.left + own.width * x - (sheet.left + sheet.width * x);
      const down = own.top + own.height * y - (sheet.top + sheet.height * y);
      return Math.max(Math.abs(across), Math.abs(down));
    },
    { text: `note on ${number}.`, ...PLACE },
  );
const isInPlace = async (page: Page, number: number, what: string) => {
  await page.locator('[data-note]', { hasText: `note on ${number}.` }).waitFor({ state: 'attached' });
  const away = await settled(page, () => awayOf(page, number));
  t.ok(away !== null && away < 2, `${what}, page ${number}: ${away} px away`);
};

await t.test(
  'SOC-13 a note stands at its place of the page, zoomed too, and nothing moves for it',
  async (t) => {
    for (const [name, path] of [
      ['left to right', await publishPages('page_ltr', SIDEWAYS)],
      ['right to left', await publishPages('page_rtl', SIDEWAYS)],
      ['downwards', await publishPages('page_ltr', DOWNWARDS)],
      ['a strip', await publishPages('strip')],
    ] as const) {
      const { page, context } = await open(path, phone);
      await isInPlace(page, 1, name);
      t.same(await settled(page, () => shiftsOf(page)), []);
      if (name === 'left to right') {
        const widthOf = () =>
          page.locator('#p1 [data-sheet]').evaluate((sheet) => sheet.getBoundingClientRect().width);
        const whole = await settled(page, widthOf);
        await press(page, '+', '+', '+');
        await expect.poll(widthOf, 'it is larger').toBeGreaterThan(whole * 1.2);
        await isInPlace(page, 1, 'zoomed');
        await press(page, '0');
        await expect.poll(widthOf).toBe(whole);
        await isInPlace(page, 1, 'whole again');
      }
      await page.setViewportSize(wide.viewport);
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(3));
      await isInPlace(page, 3, `${name}, wide`);
      await context.close();
    }
  },
);

const bubble = (page: Page, text: string) =>
  page.locator('[data-marginalia]').getByText(text, { exact: true });
const marks = (page: Page) => page.locator('[data-marginalia] [data-mark]');
/** Vertical distance of a note from its paragraph's top, and its side. */
const standsOf = (page: Page, text: string, at: number) =>
  page.evaluate(
    ({ text, at }) => {
      const notes = [...document.querySelectorAll('[data-marginalia] *')];
      const note = notes.findLast((each) => each.textContent === text)?.getBoundingClientRect();
      const words = document.querySelectorAll('[data-text] p')[at]?.getBoundingClientRect();
      const column = document.querySelector('[data-text]')?.getBoundingClientRect();
      if (!note || !words || !column) return null;
      return {
        below: Math.abs(note.top - words.top),
        isRight: note.left >= column.right,
        isLeft: note.left >= 0 && note.right <= column.left,
      };
    },
    { text, at },
  );

await t.test(
  'SOC-13 notes stand in the margin at their lines, also when letters grow, and move nothing',
  async (t) => {
    const path = await publishText(TEXT, [
      [startOf(1) + 13, 'he never sits'],
      [startOf(30), 'the stone again'],
    ]);
    const { page, context } = await open(path, wide);
    await bubble(page, 'he never sits').waitFor();
    const first = await settled(page, () => standsOf(page, 'he never sits', 1));
    t.ok(first && first.below < 40, 'at its line');
    t.ok(first?.isRight, 'beside the text');
    t.same(await settled(page, () => shiftsOf(page)), []);
    await page.locator('[data-text] p').nth(32).scrollIntoViewIfNeeded();
    await bubble(page, 'the stone again').waitFor();
    await set(page, { size: 7 });
    await expect
      .poll(async () => (await standsOf(page, 'the stone again', 30))?.below, 'it follows when letters grow')
      .toBeLessThan(60);
    await page.setViewportSize(phone.viewport);
    await expect.poll(() => marks(page).count(), 'marks where there is no room').toBeGreaterThan(0);
    t.equal(await settled(page, () => overflowOf(page)), 0);
    await context.close();
  },
);

await t.test('SOC-13 notes stand at the left of Arabic', async (t) => {
  const arabic = '<p>حُكي، والله أعلم، أنه كان فيما مضى من قديم الزمان وسالف العصر والأوان.</p>'.repeat(20);
  const { page, context } = await open(await publishText(arabic, [[20, 'كان يا ما كان']], 'ar'), wide);
  await bubble(page, 'كان يا ما كان').waitFor();
  const stands = await settled(page, () => standsOf(page, 'كان يا ما كان', 0));
  t.ok(stands?.isLeft, 'where its lines end');
  await context.close();
});

/** True when the mark is beside a visible line and covers no words. */
const isBeside = (page: Page) =>
  page.evaluate(() => {
    const mark = document.querySelector('[data-mark]')?.getBoundingClientRect();
    const lines = [...document.querySelectorAll('[data-text] p')].flatMap((p) => [...p.getClientRects()]);
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

await t.test(
  'SOC-13 where there is no room, or pages turn, a mark stands in the gutter of its page',
  async (t) => {
    const path = await publishText(TEXT, [[startOf(2), 'on the first page']]);
    const { page, context } = await open(path, phone);
    await expect(marks(page)).toHaveCount(1);
    t.ok(await settled(page, () => isBeside(page)), 'beside a text that scrolls');
    for (const { viewport } of [phone, wide]) {
      await page.setViewportSize(viewport);
      await set(page, { move: 'pages' });
      await expect(marks(page)).toHaveCount(1);
      await expect.poll(() => isBeside(page), 'it stands beside its line and over no words').toBe(true);
      await press(page, 'ArrowRight');
      await expect(marks(page)).toHaveCount(0);
      await press(page, 'Home');
      await expect(marks(page)).toHaveCount(1);
      await expect.poll(() => isBeside(page), 'it is there again').toBe(true);
      t.equal(await settled(page, () => overflowOf(page)), 0);
    }
    await context.close();
  },
);

/** Distance of the nearest mark from the noted character, horizontally and vertically. */
const awayOfSign = (page: Page, at: number, sign: string) =>
  page.evaluate(
    ({ at, sign }) => {
      const words = document.querySelectorAll('[data-text] p')[at];
      const walker = document.createTreeWalker(words as Element, NodeFilter.SHOW_TEXT);
      let node = walker.nextNode() as Text;
      while (!node.data.includes(sign)) node = walker.nextNode() as Text;
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(sign));
      range.setEnd(node, node.data.indexOf(sign) + 1);
      const own = range.getBoundingClientRect();
      const gaps = [...document.querySelectorAll('[data-marginalia] [data-mark]')].map((mark) => {
        const { left, right, top } = mark.getBoundingClientRect();
        const beside = Math.min(Math.abs(left - own.right), Math.abs(right - own.left));
        return Math.max(beside, Math.abs(top - own.top));
      });
      return Math.min(...gaps, 999);
    },
    { at, sign },
  );

await t.test('SOC-13 beside upright lines a mark stands at its sign, and widens nothing', async (t) => {
  const { id, path } = await addUprightBook(site.deps, author);
  await leave(id, [
    [uprightLine(0).indexOf('枕元'), 'しんとした夜だ'],
    [startOf(40, uprightLine) + uprightLine(40).indexOf('仰向'), 'まだ先の話'],
  ]);
  for (const screen of [phone, wide]) {
    const { page, context } = await open(path, screen);
    const scrolled = () =>
      page.locator('[data-prose]').evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
    const before = await settled(page, scrolled);
    await expect(marks(page)).toHaveCount(1);
    await expect.poll(() => awayOfSign(page, 0, '枕元'), 'at its sign').toBeLessThanOrEqual(2);
    t.same(await settled(page, scrolled), before, 'nothing is wider for it');
    t.same(await settled(page, () => shiftsOf(page)), []);
    for (const move of ['scroll', 'pages', 'scroll'] as const) {
      await set(page, { move });
      await page.locator('[data-text] p').nth(40).scrollIntoViewIfNeeded();
      await expect.poll(() => awayOfSign(page, 40, '仰向'), `${move}: at its sign`).toBeLessThanOrEqual(2);
      t.equal(await settled(page, () => overflowOf(page)), 0, move);
    }
    await context.close();
  }
});

await t.test('SOC-13 SOC-19 a draft stands at the words that it is moved to', async () => {
  const draft = '百年待っていて下さい';
  const { path: upright } = await addUprightBook(site.deps, author);
  for (const path of [upright, await publishText(TEXT, [])]) {
    const { page, context } = await open(path, { ...wide, as: mika });
    // The key works only after the notes have loaded.
    await expect(page.locator('[data-marginalia]')).toBeAttached();
    await press(page, 'n');
    await expect(panel(page, 'notes').getByRole('textbox', { name: 'Short note' })).toBeFocused();
    await type(page, draft);
    await press(page, 'ArrowDown', 'ArrowDown');
    if (path === upright) {
      await expect(panel(page, 'notes')).toContainText('at “女は長い髪を');
      await expect.poll(() => awayOfSign(page, 0, '女は長い')).toBeLessThanOrEqual(2);
    } else {
      await expect(panel(page, 'notes')).toContainText('at “Sentence 1 is here.');
      await expect.poll(async () => (await standsOf(page, draft, 1))?.below).toBeLessThan(60);
    }
    await context.close();
  }
});

await site.close();
