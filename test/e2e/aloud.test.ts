/** A chapter that is read aloud: sentence by sentence, in sight, and on into the next one. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, overflowOf } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, type Site, startSite, wide } from '../support/site.ts';
import { finish, giveVoices, said } from '../support/speech.ts';

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
const isSaid = (page: Page, text: string) =>
  eventually(`“${text}” is said`, async () => (await said(page)).at(-1)?.text === text);
/** What stands out, and whether it is on the screen. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const [range] = (CSS.highlights.get('aloud') ?? []) as Iterable<Range>;
    const box = range?.getBoundingClientRect();
    const isInSight =
      box !== undefined &&
      box.top >= 0 &&
      box.bottom < innerHeight - 52 &&
      box.left >= 0 &&
      box.right <= innerWidth;
    return { text: range?.toString(), isInSight };
  });

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
  await tab.page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
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

  for (const [name, screen] of [
    ['phone', phone],
    ['wide screen', wide],
  ] as const)
    await t.test(`RDN-04 a chapter is read aloud on a ${name}`, async (t) => {
      const { page, context, faults } = await open(site, path, screen);
      await control(page).click();
      await isSaid(page, 'Chapter title 1');
      t.same((await said(page)).at(-1), {
        text: 'Chapter title 1',
        lang: 'en-GB',
        rate: 1,
        voice: 'Voice of en-GB',
      });
      await finish(page);
      await isSaid(page, 'Sentence 0 is here.');
      t.same(await marked(page), { text: 'Sentence 0 is here.', isInSight: true });
      t.same(await violations(page), []);
      t.equal(await overflowOf(page), 0);
      t.same(
        await page.evaluate(() => [
          navigator.mediaSession.metadata?.title,
          navigator.mediaSession.playbackState,
        ]),
        ['Chapter title 1', 'playing'],
      );

      await button(page, 'Next sentence').click();
      await isSaid(page, 'He sat down on 0.');
      await button(page, 'Sentence before').click();
      await isSaid(page, 'Sentence 0 is here.');
      await button(page, 'Pause').click();
      const count = (await said(page)).length;
      await page.keyboard.press('.');
      await eventually('the mark moves', async () => (await marked(page)).text === 'He sat down on 0.');
      t.equal((await said(page)).length, count, 'what is paused is silent');
      await page.keyboard.press('p');
      await isSaid(page, 'He sat down on 0.');

      await bar(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5×');
      await eventually('it is faster', async () => (await said(page)).at(-1)?.rate === 1.5);
      await bar(page).getByRole('combobox', { name: 'Voice' }).selectOption('Voice of en-US');
      await eventually('another voice', async () => (await said(page)).at(-1)?.lang === 'en-US');
      t.equal(await bar(page).getByRole('combobox', { name: 'Voice' }).locator('option').count(), 2);

      await page.keyboard.press('Escape');
      await bar(page).waitFor({ state: 'hidden' });
      t.notOk(await page.evaluate(() => speechSynthesis.speaking), 'and it is silent');
      t.equal((await marked(page)).text, undefined);
      t.ok(await control(page).evaluate((element) => element === document.activeElement));
      await page.reload();
      await control(page).click();
      await eventually('it is as it was chosen', async () => {
        const last = (await said(page)).at(-1);
        return last?.rate === 1.5 && last.lang === 'en-US';
      });
      t.same(ours(faults), []);
      await context.close();
    });

  for (const move of ['scroll', 'pages'] as const)
    await t.test(`RDN-04 the sentence stays in sight (${move}), and waits for who turns away`, async (t) => {
      const { page, context } = await open(site, path, phone);
      await page.evaluate((move) => globalThis.setProse?.({ move }), move);
      await control(page).click();
      await isSaid(page, 'Chapter title 1');
      const ends = async (to: string) => {
        while ((await said(page)).at(-1)?.text !== to) {
          const count = (await said(page)).length;
          await finish(page);
          await eventually('something is said', async () => (await said(page)).length > count);
        }
      };
      await ends('Sentence 20 is here.');
      await eventually('it is in sight', async () => (await marked(page)).isInSight);
      const follow = button(page, 'Back to the sentence');
      t.notOk(await follow.isVisible());
      if (move === 'pages') {
        for (let turned = 0; turned < 2; turned += 1) await page.keyboard.press('ArrowRight');
      } else await page.mouse.wheel(0, 1500);
      await follow.waitFor();
      await ends('He sat down on 21.');
      t.notOk((await marked(page)).isInSight, 'whoever reads elsewhere is left there');
      await follow.click();
      await eventually('it is in sight again', async () => (await marked(page)).isInSight);
      await follow.waitFor({ state: 'hidden' });
      await ends('Sentence 23 is here.');
      t.ok((await marked(page)).isInSight);
      await context.close();
    });

  await t.test('RDN-04 it goes on into the next chapter, and says where the episode ends', async (t) => {
    const { page, context, faults } = await open(site, path, phone);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await eventually('the end is in sight', () => page.evaluate(() => scrollY > 500));
    await control(page).click();
    await eventually('it begins where one is', async () => /5\d/.test((await said(page)).at(-1)?.text ?? ''));
    while (!page.url().includes('chapter=2')) {
      await button(page, 'Next sentence')
        .click({ timeout: 5000 })
        .catch(() => undefined);
      await page.waitForTimeout(0);
    }
    await isSaid(page, 'Chapter title 2');
    t.notMatch(page.url(), '#', 'the address is that of the chapter');
    const texts = ['Chapter title 2'];
    for (;;) {
      const count = (await said(page)).length;
      await finish(page);
      const isOver = await eventually('it goes on or ends', async () => {
        const all = await said(page);
        if (all.length > count) return 'on';
        return (await bar(page).getByRole('status').textContent()) === 'The episode ends here.' && 'over';
      });
      if (isOver === 'over') break;
      texts.push((await said(page)).at(-1)?.text ?? '');
    }
    t.same(texts.slice(1), [
      'The sea stopped.',
      'A wave',
      'It stands.',
      'Ice, 4',
      'Snow, 5',
      'Das Meer.',
      'A note.',
    ]);
    t.equal((await said(page)).find(({ text }) => text === 'Das Meer.')?.voice, 'Voice of de-DE');
    t.same(ours(faults), []);
    await page.reload();
    await page.waitForSelector('tsuzuki-island[name=prose][awake]', { state: 'attached' });
    await control(page).hover();
    await page.waitForSelector('tsuzuki-island[name=aloud][awake]', { state: 'attached' });
    t.notOk(await bar(page).isVisible(), 'a page that is opened by hand is silent');
    await context.close();
  });

  await t.test('RDN-04 a language without a voice is said to have none', async (t) => {
    const { page, context } = await open(site, `/stories/${danish.slug}/1`, phone);
    await control(page).click();
    await bar(page).getByRole('status').getByText('no voice for this language').waitFor();
    t.same(await said(page), []);
    t.same(await violations(page), []);
    await button(page, 'Stop reading aloud').click();
    await bar(page).waitFor({ state: 'hidden' });
    await context.close();
  });

  await t.test('RDN-04 a browser that wants a press is given one', async (t) => {
    const { page, context } = await open(site, path, { ...phone, refusal: 'not-allowed' });
    await control(page).click();
    await bar(page).getByRole('status').getByText('Press Play to go on.').waitFor();
    t.ok(await button(page, 'Play').isVisible());
    await context.close();
  });

  await t.test('RDN-04 the settings read aloud, too, in German', async (t) => {
    const { page, context } = await open(site, `/de${path}`, wide);
    await openPanel(page, 'reading');
    await page.locator('[data-panel=reading]').getByRole('button', { name: 'Vorlesen' }).click();
    await isSaid(page, 'Chapter title 1');
    await page.getByRole('region', { name: 'Vorlesen' }).getByRole('button', { name: 'Pause' }).waitFor();
    t.notOk(await page.locator('[data-panel=reading]').evaluate((panel: HTMLDetailsElement) => panel.open));
    await context.close();
  });
});
