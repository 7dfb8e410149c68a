import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { click, expect, press, reach, select, settled } from '../../support/hand.ts';
import { openPanel, overflowOf, panel } from '../../support/panels.ts';
import { openShelf } from '../../support/shelf.ts';
import { phone, type Site, startSite, wide } from '../../support/site.ts';
import { finish, giveVoices, said } from '../../support/speech.ts';
import { addUprightBook } from '../../support/upright.ts';

const LINES = Array.from(
  { length: 60 },
  (_, at) => `<p>Sentence ${at} is here. He sat down on ${at}.</p>`,
).join('');
const ODD = [
  '<p>The <ruby>sea<rt>see</rt></ruby> stopped<a href="#t2" role="doc-noteref">1</a>.</p>',
  '<figure><img data-picture="0193d5a0-0000-7000-8000-00000000000a" alt="A wave"><figcaption>It stands.</figcaption></figure>',
  '<table><tbody><tr><th scope="row">Ice</th><td>4</td></tr><tr><th scope="row">Snow</th><td>5</td></tr></tbody></table>',
  '<p lang="de">Das Meer.</p>',
  '<aside id="t2" role="doc-footnote"><p>A note.</p></aside>',
].join('');

const bar = (page: Page) => page.getByRole('region', { name: 'Read aloud' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const control = (page: Page) => page.locator('[data-reader-bar] [data-tool=aloud]');
const last = async (page: Page) => (await said(page)).at(-1);
const isSaid = (page: Page, text: string) =>
  expect.poll(async () => (await last(page))?.text, `“${text}” is said`).toBe(text);
const marked = (page: Page) =>
  page.evaluate(() => {
    const [range] = (CSS.highlights.get('aloud') ?? []) as Iterable<Range>;
    const box = range?.getClientRects()[0];
    const isInSight =
      box !== undefined &&
      box.top >= 0 &&
      box.bottom < innerHeight - 52 &&
      box.left >= 0 &&
      box.right <= innerWidth;
    return { text: range?.toString(), isInSight };
  });
const isInSight = (page: Page) =>
  expect.poll(async () => (await marked(page)).isInSight, 'its sentence is in sight').toBe(true);

/** Finishes utterances until the voice says `to` or the bar shows a message. Returns everything said. */
const saysOn = (page: Page, to: string | null): Promise<string[]> =>
  page.evaluate(async (to) => {
    const { said } = globalThis.speech;
    const isOver = () => document.querySelector('#reader-aloud [role=status]')?.textContent?.trim();
    while (said.at(-1)?.text !== to && !isOver()) {
      const { length } = said;
      globalThis.speech.finish();
      while (said.length === length && !isOver()) await new Promise(requestAnimationFrame);
    }
    return said.map(({ text }) => text);
  }, to);

async function open(
  site: Site,
  path: string,
  {
    languages = ['en-GB', 'en-US', 'de-DE'],
    refusal,
    ...options
  }: Parameters<Site['open']>[0] & {
    languages?: string[];
    refusal?: string;
  },
) {
  const tab = await site.open(options);
  await giveVoices(tab.page, { languages, ...(refusal && { refusal }) });
  await tab.goto(path);
  return tab;
}

const ours = (faults: readonly string[]) => faults.filter((fault) => !/\b404\b/.test(fault));

t.test('reading aloud', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addStory, addEpisode } = openShelf(site.deps);
  const author = await addAuthor();
  const book = await addStory(author, { publicationType: 'novel' });
  await addEpisode(book, 1, {}, { pages: 0, chapters: [LINES, ODD] });
  const path = `/stories/${book.slug}/1`;
  const danish = await addStory(author, { publicationType: 'novel', language: 'da' });
  await addEpisode(danish, 1, {}, { pages: 0, chapters: ['<p>Havet standsede.</p>'] });

  await t.test('RDN-04 a chapter is read aloud, as its reader chooses', async (t) => {
    const { page, context, faults } = await open(site, path, phone);
    await click(control(page));
    await isSaid(page, 'Chapter title 1');
    const first = { text: 'Chapter title 1', lang: 'en-GB', rate: 1, voice: 'Voice of en-GB' };
    await expect.poll(() => last(page)).toEqual(first);
    await finish(page);
    await isSaid(page, 'Sentence 0 is here.');
    await expect.poll(() => marked(page)).toEqual({ text: 'Sentence 0 is here.', isInSight: true });
    t.same(await violations(page), []);
    for (const { viewport } of [wide, phone]) {
      await page.setViewportSize(viewport);
      t.equal(await settled(page, () => overflowOf(page)), 0);
    }
    const session = () =>
      page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState]);
    await expect.poll(session).toEqual(['Chapter title 1', 'playing']);

    await click(button(page, 'Next sentence'));
    await isSaid(page, 'He sat down on 0.');
    await click(button(page, 'Previous sentence'));
    await isSaid(page, 'Sentence 0 is here.');
    await click(button(page, 'Pause'));
    await expect(button(page, 'Play')).toBeVisible();
    const { length } = await settled(page, () => said(page));
    await press(page, '.');
    await expect.poll(async () => (await marked(page)).text, 'the mark moves').toBe('He sat down on 0.');
    t.equal((await settled(page, () => said(page))).length, length, 'what is paused is silent');
    await press(page, 'p');
    await isSaid(page, 'He sat down on 0.');

    await select(bar(page).getByRole('combobox', { name: 'Speed' }), '1.5×');
    await expect.poll(() => last(page), 'it is faster').toMatchObject({ rate: 1.5 });
    const voices = bar(page).getByRole('combobox', { name: 'Voice' });
    await expect(voices.locator('option')).toHaveCount(2);
    await select(voices, 'Voice of en-US');
    await expect.poll(() => last(page), 'another voice').toMatchObject({ lang: 'en-US' });

    await press(page, 'Escape');
    await expect(bar(page)).toBeHidden();
    await expect.poll(() => page.evaluate(() => speechSynthesis.speaking), 'and it is silent').toBe(false);
    await expect.poll(async () => (await marked(page)).text).toBeUndefined();
    await expect(control(page)).toBeFocused();
    await page.reload();
    await click(control(page));
    await expect.poll(() => last(page), 'it is as it was chosen').toMatchObject({ rate: 1.5, lang: 'en-US' });
    t.same(ours(faults), []);
    await context.close();
  });

  for (const move of ['scroll', 'pages'] as const)
    await t.test(`RDN-04 the sentence stays in sight (${move}), and waits for who turns away`, async () => {
      const { page, context } = await open(site, path, phone);
      await page.evaluate((move) => globalThis.setProse?.({ move }), move);
      await click(control(page));
      await isSaid(page, 'Chapter title 1');
      await saysOn(page, 'Sentence 20 is here.');
      await isInSight(page);
      const follow = button(page, 'Back to the sentence');
      await expect(follow).toBeHidden();
      if (move === 'pages') await press(page, 'ArrowRight', 'ArrowRight');
      else await page.mouse.wheel(0, 1500);
      await expect(follow).toBeVisible();
      await saysOn(page, 'He sat down on 21.');
      await expect
        .poll(() => marked(page), 'whoever reads elsewhere is left there')
        .toEqual({ text: 'He sat down on 21.', isInSight: false });
      await click(follow);
      await isInSight(page);
      await expect(follow).toBeHidden();
      await saysOn(page, 'Sentence 23 is here.');
      await isInSight(page);
      await context.close();
    });

  await t.test('RDN-04 upright lines are read aloud and stay in sight', async (t) => {
    const { path } = await addUprightBook(site.deps, author);
    const { page, context } = await open(site, path, { ...phone, languages: ['ja-JP'] });
    await click(control(page));
    await isSaid(page, 'Part 1');
    const texts = await saysOn(page, '段落20番。');
    t.match(texts.at(2), /^腕組をして/, 'a reading is not said besides');
    await isInSight(page);
    await page.evaluate(() => globalThis.setProse?.({ move: 'pages' }));
    await saysOn(page, '段落30番。');
    await isInSight(page);
    await context.close();
  });

  await t.test('RDN-04 it goes on into the next chapter, and says where the episode ends', async (t) => {
    const { page, context, faults } = await open(site, path, phone);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => scrollY), 'the end is in sight').toBeGreaterThan(500);
    await click(control(page));
    await expect.poll(async () => (await last(page))?.text, 'it begins where one is').toMatch(/5\d/);
    await saysOn(page, 'He sat down on 59.');
    await finish(page);
    await expect(page).toHaveURL(/chapter=2$/);
    await isSaid(page, 'Chapter title 2');
    const texts = await saysOn(page, null);
    t.same(texts, [
      'Chapter title 2',
      'The sea stopped.',
      'A wave',
      'It stands.',
      'Ice, 4',
      'Snow, 5',
      'Das Meer.',
      'A note.',
    ]);
    await expect(bar(page).getByRole('status')).toHaveText('The episode ends here.');
    const all = await settled(page, () => said(page));
    t.equal(all.find(({ text }) => text === 'Das Meer.')?.voice, 'Voice of de-DE');
    t.same(ours(faults), []);
    await page.reload();
    await page.mouse.move(0, 0);
    await (await reach(control(page))).hover();
    await expect(page.locator('tsuzuki-island[name=aloud][awake]')).toBeAttached();
    await expect(bar(page), 'a page that is opened by hand is silent').toBeHidden();
    await context.close();
  });

  await t.test(
    'RDN-04 a language without a voice is said to have none, and a browser that wants a press is given one',
    async (t) => {
      const { page, context } = await open(site, `/stories/${danish.slug}/1`, phone);
      await click(control(page));
      await expect(bar(page).getByRole('status')).toContainText('no voice for this language');
      t.same(await settled(page, () => said(page)), []);
      t.same(await violations(page), []);
      await click(button(page, 'Stop reading aloud'));
      await expect(bar(page)).toBeHidden();
      await context.close();
      const other = await open(site, path, { ...phone, refusal: 'not-allowed' });
      await click(control(other.page));
      await expect(bar(other.page).getByRole('status')).toContainText('Press Play to continue.');
      await expect(button(other.page, 'Play')).toBeVisible();
      await other.context.close();
    },
  );

  await t.test('RDN-04 the settings read aloud, too, in German', async () => {
    const { page, context } = await open(site, `/de${path}`, wide);
    const opened = await openPanel(page, 'reading');
    await click(opened.getByRole('button', { name: 'Vorlesen' }));
    await isSaid(page, 'Chapter title 1');
    const own = page.getByRole('region', { name: 'Vorlesen' });
    await expect(own.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(panel(page, 'reading').locator('#panel-reading')).toBeHidden();
    await context.close();
  });
});
