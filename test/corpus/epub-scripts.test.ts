/** Nothing in a hostile book runs in a browser: neither with our policy nor without it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Route } from 'playwright';
import t from 'tap';
import { chapterPictures, chapters } from '../../db/schema/index.ts';
import { settleChapter } from '../../server/domains/publishing/novels/books/settle.ts';
import { readEpub } from '../../server/domains/publishing/novels/epub/read.ts';
import { isEpubRefused } from '../../server/domains/publishing/novels/epub/refused.ts';
import { sectionEndsOf } from '../../server/lib/prose/sections.ts';
import { corpusFile, corpusRows } from '../support/corpus.ts';
import { openShelf } from '../support/shelf.ts';
import { startSite, type Tab } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PAGE_LENGTH = 200_000;
const POLICY = 'content-security-policy';

type Found = { title: string; html: string };

const SMALL_BYTES = 100_000;

/** Chapters of all hostile books and of small test books, as stored before the import is confirmed. */
async function hostileChapters(): Promise<{ books: number; found: Found[] }> {
  const root = await temporaryFolder();
  const rows = await corpusRows(['epub']);
  const found: Found[] = [];
  let books = 0;
  for (const { file } of rows.filter(
    ({ file, bytes }) => /\/(?:gen|evil)-/.test(file) || bytes < SMALL_BYTES,
  )) {
    const folder = await mkdtemp(join(root, 'book-'));
    try {
      const book = await readEpub(corpusFile(file), { folder });
      books += 1;
      found.push(...book.chapters);
    } catch (error) {
      if (!isEpubRefused(error)) throw error;
    }
  }
  await rm(root, { recursive: true });
  return { books, found };
}

function pagesOf(found: readonly Found[]): Found[] {
  const pages: Found[] = [];
  let room = 0;
  for (const { title, html } of found) {
    room -= html.length;
    const page = pages.at(-1);
    if (page === undefined || room < 0) {
      pages.push({ title, html });
      room = PAGE_LENGTH - html.length;
    } else page.html += `\n${html}`;
  }
  return pages;
}

const site = await startSite();
const shelf = openShelf(site.deps);

const { books, found } = await hostileChapters();
const pages = pagesOf(found);
const story = await shelf.addStory(await shelf.addAuthor('Mallory'), { publicationType: 'novel' });
const { id: episodeId } = await shelf.addEpisode(
  story,
  1,
  {},
  { pages: 0, chapters: pages.map(() => '<p>x</p>') },
);
const picture = await shelf.addPicture(story.ownerId, 'page');
const rows = await site.deps.db
  .select({ id: chapters.id })
  .from(chapters)
  .where(eq(chapters.episodeId, episodeId))
  .orderBy(chapters.position);
for (const [index, { title, html: raw }] of pages.entries()) {
  const chapterId = rows[index]?.id ?? '';
  const { html } = settleChapter(
    { html: raw, sectionEnds: [] },
    { chapterOf: () => rows[0]?.id, pictureOf: () => picture },
  );
  const text = { title, html, sectionEnds: sectionEndsOf(html) };
  await site.deps.db.update(chapters).set(text).where(eq(chapters.id, chapterId));
  await site.deps.db.insert(chapterPictures).values({ episodeId, mediaId: picture, chapterId });
}

/** Scripts that ran and requests to other hosts, such as the corpus's canary. Missing picture files are fine. */
const seriousOf = ({ faults }: Tab): string[] =>
  faults.filter((fault) => !fault.startsWith('404: ') && !/Failed to load resource/.test(fault));

const activeIn = ({ page }: Tab): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-text] *')].flatMap((element) => {
      const isActive = element.matches(
        'script,style,link,meta,base,iframe,object,embed,form,input,button,textarea,select,svg,audio,video,template',
      );
      const attributes = [...element.attributes].filter(
        ({ name, value }) => /^on|^srcdoc$/i.test(name) || /^\s*(?:javascript|vbscript|data):/i.test(value),
      );
      const names = attributes.map(({ name, value }) => `${element.localName} ${name}=${value.slice(0, 80)}`);
      return isActive ? [element.localName, ...names] : names;
    }),
  );

async function readAll(tab: Tab): Promise<{ active: string[]; letters: number }> {
  const active: string[] = [];
  let letters = 0;
  for (const [index] of pages.entries()) {
    const status = await tab.goto(addressOf(index + 1));
    if (status !== 200) active.push(`${addressOf(index + 1)}: ${status}`);
    active.push(...(await activeIn(tab)));
    letters += await tab.page.evaluate(
      () => document.querySelector('[data-prose]')?.textContent?.length ?? 0,
    );
  }
  return { active, letters };
}

const addressOf = (number: number): string => `/stories/${story.slug}/1?chapter=${number}`;

type Change = { keepsPolicy: boolean; add?: string };

/** Serves the page without its policy, or with added active content. */
const changed =
  ({ keepsPolicy, add = '' }: Change) =>
  async (route: Route): Promise<void> => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const { [POLICY]: policy = '', ...others } = response.headers();
    const body = (await response.text()).replace('</main>', `${add}</main>`);
    const headers = keepsPolicy ? { ...others, [POLICY]: policy } : others;
    await route.fulfill({ status: response.status(), headers, body });
  };

const RUNS =
  '<img src="/none" onerror="alert(1)"><img src="http://canary.invalid/a"><script>alert(2)</script>';

await t.test('OPS-10 NOV-06 nothing of a hostile book runs under the policy of our pages', async (t) => {
  t.ok(books >= 20, `${books} books, ${found.length} chapters, ${pages.length} pages`);
  const reply = await site.app.inject({ url: addressOf(1) });
  t.match(reply.headers[POLICY], /default-src 'none'/);
  const tab = await site.open();
  const { active, letters } = await readAll(tab);
  t.same(active, []);
  t.same(seriousOf(tab), []);
  t.ok(letters > 10_000, `${letters} characters are there to be read`);
  await tab.context.route('**', changed({ keepsPolicy: true, add: RUNS }));
  await tab.goto(addressOf(1));
  t.notOk(
    tab.faults.some((fault) => fault.startsWith('dialog')),
    'the policy holds by itself',
  );
  await tab.context.close();
});

await t.test('OPS-10 NOV-06 nothing of a hostile book runs without the policy either', async (t) => {
  const tab = await site.open();
  await tab.context.route('**', changed({ keepsPolicy: false }));
  const { active, letters } = await readAll(tab);
  t.same(active, []);
  t.same(seriousOf(tab), []);
  t.ok(letters > 10_000, `${letters} characters`);
  await tab.context.unrouteAll();
  await tab.context.route('**', changed({ keepsPolicy: false, add: RUNS }));
  await tab.goto(addressOf(1));
  const noticed = seriousOf(tab);
  t.ok(noticed.includes('dialog: 2'), 'what does run is noticed');
  t.ok(noticed.includes('request to another host: http://canary.invalid/a'), 'what is asked for, too');
  await tab.context.close();
});

await site.close();
