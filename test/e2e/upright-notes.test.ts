/** Short notes beside lines that run from top to bottom. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters, type EpubFindings, epubs } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { overflowOf, panel } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const FINDINGS: EpubFindings = {
  ...{ version: '3.0', title: '夢十夜', authors: ['夏目漱石'], language: 'ja', direction: 'rtl' },
  ...{ isVertical: true, coverMediaId: null, chapters: 1, words: 1, characters: 1, notes: 0 },
  ...{ pictures: 0, picturesWithoutAlt: 0, leftOut: [], refusedPictures: [] },
};
const READING = '<ruby>腕組<rt>うでぐみ</rt></ruby>';
const line = (at: number, arms: string) =>
  `段落${at}番。${arms}をして枕元に坐っていると、仰向に寝た女が、静かな声でもう死にますと云う。女は長い髪を枕に敷いて、輪郭の柔らかな顔をその中に横たえている。`;
const COUNT = 60;
const TEXT = Array.from({ length: COUNT }, (_, at) => `<p>${line(at, READING)}</p>`).join('\n');
/** Readings do not count. */
const startOf = (at: number): number =>
  Array.from({ length: at }, (_, before) => line(before, '腕組').length).reduce((sum, each) => sum + each, 0);

/** How far a mark stands from the sign that a note was left at: beside it, and in its height. */
const awayOf = (page: Page, at: number, sign: string) =>
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
      return Math.min(...gaps);
    },
    { at, sign },
  );

t.test('short notes beside upright lines', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor('夏目漱石');
  const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];

  async function publish() {
    const story = await addStory(author, { publicationType: 'novel', language: 'ja' });
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [TEXT] });
    await deps.db.insert(epubs).values({
      ...{ id: newId(), episodeId: id, ownerId: author, name: 'yume.epub', bytes: 1, findings: FINDINGS },
      ...{ hash: randomBytes(32).toString('hex'), state: 'taken' },
    });
    const [chapter] = await deps.db.select().from(chapters).where(eq(chapters.episodeId, id));
    const leave = async (offset: number, body: string) => {
      const place = { episode_id: id, chapter_id: chapter?.id, offset };
      const reply = await site.call('POST /tsukkomi_comments', { as: mika, body: { ...place, body } });
      if (reply.statusCode !== 201) throw new Error(reply.body);
    };
    return { id, leave, path: `/stories/${story.slug}/1` };
  }
  const marks = (page: Page) => page.locator('[data-marginalia] [data-mark]');
  const open = async (options: Parameters<typeof site.open>[0], path: string) => {
    const tab = await site.open(options);
    await watchShifts(tab.page);
    await tab.goto(path);
    await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    return tab;
  };

  for (const [name, screen] of Object.entries({ phone, wide }))
    await t.test(`SOC-13 a mark stands beside its sign, and widens nothing, on a ${name}`, async (t) => {
      const { leave, path } = await publish();
      await leave(startOf(0) + line(0, '腕組').indexOf('枕元'), 'しんとした夜だ');
      await leave(startOf(40) + line(40, '腕組').indexOf('仰向'), 'まだ先の話');
      const { page, context, faults } = await open(screen, path);
      const scrolled = () =>
        page.locator('[data-prose]').evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight]);
      const before = await scrolled();
      await eventually('the mark is there', async () => (await marks(page).count()) === 1);
      t.ok((await awayOf(page, 0, '枕元')) <= 2, 'at its sign');
      t.same(await scrolled(), before, 'nothing is wider for it');
      t.equal(await overflowOf(page), 0);
      t.same(await shiftsOf(page), []);
      t.same(await violations(page), []);
      await page.locator('[data-text] p').nth(40).scrollIntoViewIfNeeded();
      await eventually('what was further on comes', async () => {
        return (await marks(page).count()) > 0 && (await awayOf(page, 40, '仰向')) <= 2;
      });
      t.equal(await overflowOf(page), 0);
      for (const move of ['pages', 'scroll'] as const) {
        await page.evaluate((move) => void globalThis.setProse?.({ move }), move);
        await page.locator('[data-text] p').nth(40).scrollIntoViewIfNeeded();
        await eventually(`${move}: at its sign`, async () => {
          return (await marks(page).count()) > 0 && (await awayOf(page, 40, '仰向')) <= 2;
        });
        t.equal(await overflowOf(page), 0, move);
      }
      t.same(
        faults.filter((fault) => !/\b404\b/.test(fault)),
        [],
      );
      await context.close();
    });

  await t.test('SOC-13 SOC-19 keys write one beside upright lines, move it and list it', async (t) => {
    const { path, leave } = await publish();
    await leave(startOf(0), '夢十夜の始まり');
    const { page, context, faults } = await open({ ...wide, as: noor }, path);
    await eventually('the mark is there', async () => (await marks(page).count()) === 1);
    await page.keyboard.press('n');
    const field = panel(page, 'notes').getByRole('textbox', { name: 'Short note' });
    await eventually('the words are led to', () => field.evaluate((each) => each === document.activeElement));
    await panel(page, 'notes').getByRole('listitem').filter({ hasText: '夢十夜の始まり' }).waitFor();
    await page.keyboard.insertText('百年待っていて下さい');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await panel(page, 'notes').getByText('at “女は長い髪を').waitFor();
    await eventually(
      'the draft stands where it will stay',
      async () => (await awayOf(page, 0, '女は長い')) <= 2,
    );
    await page.keyboard.press('Enter');
    await panel(page, 'notes').getByRole('listitem').filter({ hasText: '百年待っていて下さい' }).waitFor();
    t.ok((await awayOf(page, 0, '女は長い')) <= 2, 'it stays there');
    t.equal(await overflowOf(page), 0);
    t.same(await violations(page), []);
    t.same(
      faults.filter((fault) => !/\b404\b/.test(fault)),
      [],
    );
    await context.close();
  });
});
