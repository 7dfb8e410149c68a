/** A novel for readers: each chapter has its own address, whatever the others weigh. */
import { brotliCompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { chapters, episodes } from '#db/schema/index.ts';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { rowsRead } from '../../../support/plans.ts';
import { sampleProse } from '../../../support/sample-prose.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';
import { runSweeps } from '../../../support/sweeps.ts';

/** Random ids and file names change the size by forty bytes. */
const CHAPTER_MAX_BYTES = 20_620;
const SCRIPTS_MAX_BYTES = 8_000;

const site = await startSite();
const { deps } = site;
const { addAuthor, addEpisode, addStory } = openShelf(deps);
const author = await addAuthor('P. L. Moreau');
const novel = await addStory(author, { publicationType: 'novel', title: 'Room 313', slug: 'room-313' });
const get = (url: string) => site.app.inject({ url });
const canonicalOf = (html: string) =>
  /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace('http://tsuzuki.test', '');
/** Target of the previous or next link, without the fragment. */
const wayOf = (html: string, rel: 'prev' | 'next') => {
  const link = html.match(/<a [^>]*>/g)?.find((tag) => tag.includes(`rel="${rel}"`)) ?? '';
  return /href="([^"#]*)/.exec(link)?.[1];
};
const first = await addEpisode(
  novel,
  1,
  { title: 'The Hook' },
  { pages: 0, chapters: ['<p>One.</p>', '<p>Two.</p>', '<p>Three.</p>'] },
);
await addEpisode(novel, 2, { title: 'The Linen' }, { pages: 0, chapters: ['<p>Alone.</p>'] });

await t.test('RDN-05 each chapter has an address of its own, the first the episode’s', async (t) => {
  const page = await get('/stories/room-313/1?chapter=2');
  t.equal(page.statusCode, 200);
  t.match(page.body, /<p>Two\.<\/p>/);
  t.notMatch(page.body, /One\.|Three\./, 'no text of another');
  t.match(page.body, /<title>Chapter title 2 · Room 313 1 · Tsuzuki<\/title>/);
  t.equal(canonicalOf(page.body), '/stories/room-313/1?chapter=2');
  t.equal(wayOf(page.body, 'prev'), '/stories/room-313/1');
  t.equal(wayOf(page.body, 'next'), '/stories/room-313/1?chapter=3');
  t.match(page.body, /Chapter 2 of 3, .*1 minute left/);
  const opening = (await get('/stories/room-313/1')).body;
  t.equal(canonicalOf(opening), '/stories/room-313/1');
  t.equal(wayOf(opening, 'prev'), undefined);
  t.notMatch(opening, /<link[^>]* rel="(?:prev|next)"/, 'which Firefox would fetch at once');
  const last = (await get('/de/stories/room-313/1?chapter=3')).body;
  t.equal(wayOf(last, 'next'), '/de/stories/room-313/2', 'then the next episode');
  const alone = (await get('/stories/room-313/2')).body;
  t.match(alone, /<title>Room 313 2: The Linen · Tsuzuki<\/title>/, 'the only one has the episode’s name');
  t.equal(wayOf(alone, 'prev'), '/stories/room-313/1');
});

await t.test(
  'RDN-05 the contents of a long novel show a hundred chapters and lead to the others',
  async (t) => {
    const long = await addStory(author, { publicationType: 'novel', title: 'Long', slug: 'long-novel' });
    const texts = Array.from({ length: 250 }, (_, index) => `<p>Text ${index + 1}.</p>`);
    await addEpisode(long, 1, {}, { pages: 0, chapters: texts });
    const { body } = await get('/stories/long-novel/1?chapter=150&panels=1');
    const shown = [...body.matchAll(/data-chapter="(\d+)"/g)].map(([, number]) => Number(number));
    t.same([shown.length, Math.min(...shown), Math.max(...shown)], [100, 101, 200]);
    t.match(body, /href="\/stories\/long-novel\/1\?panels=1#[^"]*"[^>]*>1–100</);
    t.match(body, /href="\/stories\/long-novel\/1\?chapter=201&(?:amp;|#38;)?panels=1#[^"]*"[^>]*>201–250</);
  },
);

await t.test('RDN-05 an address that names no other chapter leads to the episode’s own', async (t) => {
  for (const [from, to] of [
    ['1?chapter=1', '1'],
    ['1?chapter=4', '1'],
    ['1?chapter=9999', '1'],
    ['1?chapter=1&panels=1', '1?panels=1'],
    ['2?chapter=2', '2'],
  ] as const) {
    const reply = await get(`/stories/room-313/${from}`);
    t.equal(reply.statusCode, 302, from);
    t.equal(reply.headers.location, `/stories/room-313/${to}`);
  }
  for (const made of ['0', '-1', 'x', '01', '2x'])
    t.match((await get(`/stories/room-313/1?chapter=${made}`)).body, /<p>One\.<\/p>/, made);
  const comics = await addStory(author);
  await addEpisode(comics, 1);
  t.equal((await get(`/stories/${comics.slug}/1?chapter=2`)).statusCode, 302, 'pages are no chapters');
});

await t.test('PRI-29 of a locked episode no chapter is told', async (t) => {
  const pricing = { type: 'first_free', freeCount: 1, priceCoins: 30 } as const;
  const premium = await addStory(author, { publicationType: 'novel' }, { pricing });
  await addEpisode(premium, 1, {}, { pages: 0, chapters: ['<p>Free.</p>'] });
  await addEpisode(premium, 2, {}, { pages: 0, chapters: ['<p>Sold.</p>', '<p>Sold, too.</p>'] });
  const reply = await get(`/stories/${premium.slug}/2?chapter=2`);
  t.equal(reply.statusCode, 402);
  t.notMatch(reply.body, /Sold|Chapter title/);
  t.match(reply.body, /name="robots" content="noindex"/);
});

await t.test(
  'RDN-05 a chapter costs four queries at most, and as much among two hundred of 200 kB',
  async (t) => {
    const many = await addEpisode(
      novel,
      3,
      {},
      { pages: 0, chapters: Array.from({ length: 200 }, () => '<p>Short.</p>') },
    );
    await deps.db
      .update(chapters)
      .set({ html: sampleProse(30_000, 7) })
      .where(eq(chapters.episodeId, many.id));
    await deps.db
      .update(chapters)
      .set({ html: '<p>Short.</p>' })
      .where(eq(chapters.title, 'Chapter title 120'));
    const read = () => findReaderPage(deps, 'room-313', 3, { country: null, chapter: 120 });
    const page = await read();
    t.ok((await countQueries(deps, read)) <= 4);
    if ('movedTo' in page || page.content.kind !== 'chapters') throw new Error('it is read');
    const { toc, chapter } = page.content;
    t.equal(toc.length, 200);
    t.same(chapter.sections, ['<p>Short.</p>']);
    t.notMatch(JSON.stringify(toc), '<p>', 'the names carry no text');
    t.match(
      (await get('/stories/room-313/3?chapter=200')).body,
      /data-whole/,
      'two hundred pieces are one line',
    );
  },
);

await t.test('RDN-05 a chapter of 5,000 words is small, and so is its script', async (t) => {
  await addEpisode(
    novel,
    4,
    {},
    { pages: 0, chapters: [sampleProse(2000, 3), sampleProse(5000, 5), '<ul><li>End.</li></ul>'] },
  );
  const { body } = await get('/stories/room-313/4?chapter=2');
  const { length } = brotliCompressSync(body);
  t.ok(length < CHAPTER_MAX_BYTES, `${length} bytes`);
  t.notMatch(body, 'figcaption', 'no rules of what it has nothing of');
  t.match((await get('/stories/room-313/4?chapter=3')).body, 'figcaption', 'rules of all else come together');
  const asleep = /<tsuzuki-island name="stage" wake="touch"/;
  t.match(body, asleep, 'what stands around it comes when somebody reaches for it');
  const [script] = /name="prose" chunks="([^"]*)"/.exec(body)?.[1]?.split(' ') ?? [];
  const scripts = [script, ...[...body.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, path]) => path)];
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const headers = { 'accept-encoding': 'br' };
      return (await site.app.inject({ url: url ?? '', headers })).rawPayload.length;
    }),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.ok(total <= SCRIPTS_MAX_BYTES, `${total} bytes`);
});

/** Ad slots on each chapter's page, with the number of paragraphs before them. */
async function slotsOf(number: number, chaptersCount: number) {
  const found: [slot: number, paragraphs: number][][] = [];
  for (let chapter = 1; chapter <= chaptersCount; chapter += 1) {
    const { body } = await get(`/stories/room-313/${number}${chapter > 1 ? `?chapter=${chapter}` : ''}`);
    const slots = [...body.matchAll(/data-slot="(\d+)"/g)].map(
      ({ 1: slot, index }) =>
        [Number(slot), body.slice(0, index).split('<p>word').length - 1] as [number, number],
    );
    found.push(slots);
  }
  return found;
}
const reader = await site.signUp('Reader');
const toldOf = async (id: string): Promise<number[]> =>
  (await site.call(`GET /episodes/${id}/ad_slots`, { as: reader })).json().slots;
const text = (words: number) => `<p>${'word '.repeat(words)}</p>`;

await t.test(
  'ADS-03 ADS-04 an advertisement stands behind every fourth section, through all chapters',
  async (t) => {
    const made = (count: number) => text(260).repeat(count);
    const texts = [made(3), made(6), made(1), made(3)];
    const { id } = await addEpisode(novel, 5, {}, { pages: 0, chapters: texts });
    const shown = await slotsOf(5, texts.length);
    const wanted = [
      [],
      [
        [4, 1],
        [8, 5],
      ],
      [],
      [[12, 2]],
    ];
    t.same(shown, wanted);
    t.same(await toldOf(id), [4, 8, 12]);
  },
);

await t.test('ADS-03 a long block is one section, and slots are counted by what is cut', async (t) => {
  // Five sections of 13,000 characters.
  const long = [800, 100, 800, 250, 250, 400].map(text).join('');
  const { id } = await addEpisode(novel, 6, {}, { pages: 0, chapters: [long, text(900), long] });
  const wanted = [[[4, 5]], [], [[8, 3]]];
  t.same(await slotsOf(6, 3), wanted);
  t.same(await toldOf(id), [4, 8]);
  await deps.db.update(chapters).set({ sectionEnds: null }).where(eq(chapters.episodeId, id));
  site.caches.purge([`episode:${id}`]);
  t.same(await slotsOf(6, 3), [[], [], []], 'from before sections were kept, a chapter is one');
  t.same(await toldOf(id), []);
  await runSweeps(deps, 'novels.read_old_chapters');
  t.same(await slotsOf(6, 3), wanted, 'until it is cut');
  t.same(await toldOf(id), [4, 8]);
  const rows = await rowsRead(deps, () => runSweeps(deps, 'novels.read_old_chapters'));
  t.equal(rows.chapters, 0, 'what is cut is not read again');
});

await t.test('SOC-08 what changes an episode changes each of its chapters', async (t) => {
  t.match((await get('/stories/room-313/1?chapter=3')).body, /Three\./);
  await deps.db.update(episodes).set({ title: 'Renamed' }).where(eq(episodes.id, first.id));
  site.caches.purge([`episode:${first.id}`]);
  t.match((await get('/stories/room-313/1?chapter=3')).body, /Renamed/);
});

await site.close();
