/** A Japanese book whose lines run from top to bottom: scrolled sideways or turned to the left, unless its reader wants it otherwise. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import t from 'tap';
import { type EpubFindings, epubs } from '#db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, overflowOf } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';
import { finish, giveVoices, said } from '../support/speech.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('夏目漱石');
const findings: EpubFindings = {
  ...{
    version: '3.0',
    title: '夢十夜',
    authors: ['夏目漱石'],
    language: 'ja',
    direction: 'rtl',
    isVertical: true,
  },
  ...{
    coverMediaId: null,
    chapters: 1,
    words: 1,
    characters: 1,
    notes: 0,
    pictures: 0,
    picturesWithoutAlt: 0,
  },
  ...{ leftOut: [], refusedPictures: [] },
};
const cells = Array.from({ length: 14 }, (_, at) => `<td>第${at}夜の夢</td>`).join('');
const text = Array.from(
  { length: 60 },
  (_, at) =>
    `<p>段落${at}番。<ruby>腕組<rt>うでぐみ</rt></ruby>をして枕元に坐っていると、仰向に寝た女が、静かな声でもう死にますと云う。女は長い髪を枕に敷いて、輪郭の柔らかな顔をその中に横たえている。</p>`,
).join('\n');

async function addBook(language: string): Promise<string> {
  const story = await addStory(author, { publicationType: 'novel', language });
  const table = `<table><tbody><tr>${cells}</tr></tbody></table>`;
  const { id: episodeId } = await addEpisode(story, 1, {}, { pages: 0, chapters: [text + table] });
  await site.deps.db.insert(epubs).values({
    ...{ id: newId(), episodeId, ownerId: author, name: 'yume.epub', bytes: 1, findings },
    ...{ hash: randomBytes(32).toString('hex'), state: 'taken' },
  });
  return `/stories/${story.slug}/1`;
}
const path = await addBook('ja');

const article = (page: Page) => page.locator('[data-prose]');
const modeOf = (page: Page) => article(page).evaluate((element) => getComputedStyle(element).writingMode);
const wayOf = (page: Page) => article(page).evaluate(({ scrollLeft }) => -scrollLeft);
const fractionOf = (page: Page) =>
  article(page).evaluate((element) => (element as HTMLElement).book?.seen.fraction ?? 0);
/** A screen on is a way of many frames; nothing has moved for some. */
const rests = (page: Page) =>
  article(page).evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let [left, frames] = [element.scrollLeft, 0];
        const look = () => {
          frames = element.scrollLeft === left ? frames + 1 : 0;
          left = element.scrollLeft;
          if (frames > 20) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
const ours = ({ faults }: Tab) => faults.filter((fault) => !/\b404\b/.test(fault));
const open = async (options: Parameters<typeof site.open>[0], at = path): Promise<Tab> => {
  const tab = await site.open(options);
  await tab.goto(at);
  await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
  return tab;
};

for (const [name, screen] of Object.entries({ phone, wide }))
  await t.test(`RDN-04 upright lines scroll to the left, and back, on a ${name}`, async (t) => {
    const tab = await open(screen);
    const { page } = tab;
    t.equal(await modeOf(page), 'vertical-rl');
    t.equal(await wayOf(page), 0, 'it begins at the right');
    t.equal(await overflowOf(page), 0);
    await page.keyboard.press('ArrowLeft');
    await eventually('a screen on', async () => (await wayOf(page)) > 200);
    await page.keyboard.press('ArrowRight');
    await eventually('and back', async () => (await wayOf(page)) === 0);
    await page.keyboard.press('Space');
    await eventually('by the space bar', async () => (await wayOf(page)) > 200);
    const before = await wayOf(page);
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 150);
    await eventually('and by the wheel', async () => (await wayOf(page)) > before);
    await eventually('the place is known', async () => (await fractionOf(page)) > 0);
    t.same(await violations(page), []);
    await page.keyboard.press('End');
    await page.getByText('Episode 1, finished').waitFor();
    t.same(ours(tab), []);
    await tab.context.close();
  });

await t.test('RDN-06 SOC-08 its reader has it otherwise, and is at the same sentence', async (t) => {
  const tab = await open(phone);
  const { page, goto } = tab;
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft');
  await eventually('some screens on', async () => (await wayOf(page)) > 600);
  await rests(page);
  await eventually('the place is kept', async () => (await fractionOf(page)) > 0);
  const at = await fractionOf(page);
  const isAt = (what: string) => eventually(what, async () => Math.abs((await fractionOf(page)) - at) < 0.01);
  await openPanel(page, 'reading');
  const choose = (group: string, name: string) =>
    page
      .locator('[data-panel=reading]')
      .getByRole('group', { name: group })
      .getByRole('radio', { name, exact: true })
      .check({ force: true });
  await choose('Writing', 'Across');
  t.equal(await modeOf(page), 'horizontal-tb');
  await isAt('across');
  await choose('Move by', 'Pages');
  await isAt('across in pages');
  await choose('Writing', 'Vertical');
  t.equal(await modeOf(page), 'vertical-rl');
  await isAt('upright in pages');
  await page.setViewportSize({ width: 740, height: 500 });
  await isAt('on another screen');
  await goto(path);
  await isAt('it opens there');
  t.same(ours(tab), []);
  await tab.context.close();
});

await t.test('RDN-04 upright pages turn to the left by keys, thirds and the wheel', async (t) => {
  const tab = await open(wide);
  const { page } = tab;
  await page.evaluate(() => localStorage.setItem('prose', '{"move":"pages"}'));
  await tab.goto(path);
  await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
  const pageNow = () =>
    article(page).evaluate((element) => {
      const step = element.clientHeight + Number.parseFloat(getComputedStyle(element).columnGap);
      return Math.round((100 * element.scrollTop) / step) / 100;
    });
  const isAt = (at: number) => eventually(`page ${at}`, async () => (await pageNow()) === at);
  await page.keyboard.press('ArrowLeft');
  await isAt(1);
  await page.mouse.click(20, 400);
  await isAt(2);
  await page.mouse.click(1260, 400);
  await isAt(1);
  await page.mouse.wheel(0, 120);
  await isAt(2);
  await page.keyboard.press('Home');
  await isAt(0);
  const table = page.locator('[data-wide]');
  await table.focus();
  await eventually(
    'its page is whole',
    async () => (await pageNow()) > 0 && Number.isInteger(await pageNow()),
  );
  const box = await table.boundingBox();
  t.ok(box && box.x >= 0 && box.x + box.width <= 1280 && box.y >= 0 && box.y + box.height <= 900);
  t.same(await violations(page), []);
  await tab.context.close();
});

for (const move of ['scroll', 'pages'] as const)
  await t.test(`RDN-04 upright lines are read aloud and stay in sight (${move})`, async (t) => {
    const tab = await site.open(phone);
    const { page } = tab;
    await giveVoices(page, { languages: ['ja-JP'] });
    await tab.goto(path);
    await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    await page.evaluate((move) => globalThis.setProse?.({ move }), move);
    await page.locator('[data-reader-bar] [data-tool=aloud]').click();
    const last = async () => (await said(page)).at(-1)?.text ?? '';
    await eventually('it begins', async () => (await last()) !== '');
    while ((await said(page)).at(-2)?.text !== '段落20番。') {
      const { length } = await said(page);
      await finish(page);
      await eventually('it goes on', async () => (await said(page)).length > length);
    }
    t.match(await last(), /^腕組をして/, 'a reading is not said besides');
    const isInSight = () =>
      page.evaluate(() => {
        const [range] = (CSS.highlights.get('aloud') ?? []) as Iterable<Range>;
        const { left = -1, right = -1, top = -1 } = range?.getClientRects()[0] ?? {};
        return left >= 0 && right <= innerWidth && top >= 0 && top < innerHeight;
      });
    await eventually('its sentence is in sight', isInSight);
    await tab.context.close();
  });

await t.test('RDN-05 a book in another language lies as that is written', async (t) => {
  const tab = await open(phone, await addBook('en'));
  t.equal(await modeOf(tab.page), 'horizontal-tb');
  await openPanel(tab.page, 'reading');
  t.equal(await tab.page.getByRole('group', { name: 'Writing' }).count(), 0);
  await tab.context.close();
});

await site.close();
