/** A novel's journey in a browser: a real book to a second device, a written chapter to a checked ePub. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode, createStory, uploadCover } from '../support/console.ts';
import { corpusFile } from '../support/corpus.ts';
import { awake } from '../support/editor.ts';
import { epubProblems } from '../support/epubcheck.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel } from '../support/panels.ts';
import { mustDo } from '../support/releases.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary.ts';

const BOOK = 'se-arthur-conan-doyle_the-adventures-of-sherlock-holmes.epub';
/** Lowest allowed position of the first line below the bar. */
const TOP_MAX = 150;

const site = await startSite();
const creator = await site.signUp('Ida');
const startNovel = async (title: string) => {
  const cover_media_id = await uploadCover(site, creator);
  const story = await createStory(site, creator, { title, publication_type: 'novel', cover_media_id });
  await site.runJobs();
  const { id } = await createEpisode(site, creator, story.id);
  return {
    id,
    storyId: story.id,
    editor: `/creator/stories/${story.id}/episodes/${id}`,
    path: `/stories/${story.slug}/1`,
  };
};

const firstWords = (page: Page): Promise<string> =>
  page.evaluate((top) => {
    const walker = document.createTreeWalker(document.querySelector('[data-prose]') as Node, 4);
    const range = document.createRange();
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (!node.parentElement?.closest('[data-text]')) continue;
      for (const { index } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        if (range.getBoundingClientRect().top >= top) return node.data.slice(index).trim().slice(0, 60);
      }
    }
    return '';
  }, 60);

/** Distance of these words from the top edge of the screen. */
const topOf = (page: Page, words: string): Promise<number> =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('[data-prose]') as Node, 4);
    const range = document.createRange();
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().top;
    }
    return Number.NaN;
  }, words);

t.test('NOV-05 NOV-09 RDN-06 SOC-08 a real novel goes from its file to a second browser', async (t) => {
  const { id, storyId, editor, path } = await startNovel('The Adventures');
  const console = await site.open({ as: creator, ...wide });
  await console.goto(`${editor}/epub`);
  await awake(console.page, 'EpubUpload');
  await console.page.locator('input[type=file]').setInputFiles(corpusFile(`epub/valid/${BOOK}`));
  await console.page.getByRole('heading', { name: 'Reading your book' }).waitFor();
  await site.runJobs();
  await console.page.getByRole('heading', { name: 'This is what we found' }).waitFor();
  t.match(await console.page.locator('main').innerText(), /Arthur Conan Doyle/);
  await console.page.getByRole('button', { name: /^Import \d+ chapters$/ }).click();
  await console.page.waitForURL((url) => url.pathname === editor);
  await site.runJobs();
  await mustDo(site, creator, id, 'publish', {});
  t.same(console.faults, []);
  await console.context.close();

  const reader = await site.signUp('Noor');
  const small = await site.open({ as: reader, ...phone });
  const chapter = `${path}?chapter=5`;
  await small.goto(chapter);
  await awake(small.page, 'prose');
  await openPanel(small.page, 'reading');
  await small.page.getByRole('radio', { name: 'Sepia' }).check({ force: true });
  await small.page.keyboard.press('Escape');
  await small.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const words = await eventually('a sentence', async () => (await firstWords(small.page)) || null);
  await eventually('the account knows', async () => {
    const reply = await site.call(`GET /stories/${storyId}/mine`, { as: reader });
    const { episodes, prose } = reply.json<{
      episodes: { item: number; offset: number }[];
      prose: { ground: string } | null;
    }>();
    const [known] = episodes;
    return known?.item === 5 && known.offset > 0.3 && prose?.ground === 'sepia';
  });
  t.same(small.faults, []);
  await small.context.close();
  const large = await site.open({ as: reader, ...wide });
  await large.goto(path);
  await large.page.waitForURL(`**${chapter}`);
  await awake(large.page, 'prose');
  await eventually('the same sentence', async () => {
    const top = await topOf(large.page, words);
    return top > 0 && top < TOP_MAX;
  });
  await eventually(
    'set as chosen',
    async () => (await large.page.evaluate(() => document.documentElement.dataset.ground)) === 'sepia',
  );
  t.same(large.faults, []);
  await large.context.close();
});

t.test('NOV-06 NOV-08 what is written in the editor comes back as an ePub that is in order', async (t) => {
  const root = await temporaryFolder();
  const { id, editor } = await startNovel('The Ledger');
  const { page, context, goto, faults } = await site.open({ as: creator, ...wide });
  await goto(editor);
  await awake(page, 'NovelEditor');
  await page.getByLabel('Title of the first chapter').fill('Ice & <snow>');
  await page.getByRole('button', { name: 'Add chapter' }).click();
  const area = page.getByRole('textbox', { name: 'Text of the chapter' });
  await area.click();
  await page.keyboard.type('Nobody had ever seen the sea stop.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('***');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It was Tuesday.');
  await eventually('the text is kept', async () => {
    const reply = await site.call(`GET /creator/episodes/chapters?episode_id=${id}`, { as: creator });
    return reply.json<{ chapters: { words_count: number }[] }>().chapters[0]?.words_count === 10;
  });
  await mustDo(site, creator, id, 'publish', {});
  const book = join(root, 'ledger.epub');
  const reply = await context.request.get(`/api/episodes/epub/${id}`);
  t.equal(reply.headers()['content-type'], 'application/epub+zip');
  await writeFile(book, await reply.body());
  t.ok((await readFile(book)).length > 1000);
  t.same(await epubProblems(book), []);
  t.same(faults, []);
  await context.close();
  await rm(root, { recursive: true });
  await site.close();
});
