import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { chapters } from '#db/schema/index.ts';
import type { Hit } from '#server/domains/reading/reader/search.ts';
import { plainTextOf } from '#server/lib/prose/plain.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { rowsRead } from '../../../support/plans.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

const app = await startTestApp();
const { deps } = app;
const { addAuthor, addEpisode, addStory } = openShelf(deps);
const author = await addAuthor('P. L. Moreau');
const novel = { publicationType: 'novel', title: 'Room 313' } as const;

const ask = (id: string, q: string, { as, address }: { as?: Account; address?: string } = {}) =>
  app.call(`GET /episodes/${id}/search?q=${encodeURIComponent(q)}`, {
    as,
    ...(address === undefined ? {} : { address }),
  });
const find = async (id: string, q: string): Promise<{ hits: Hit[]; has_more: boolean }> =>
  (await ask(id, q)).json();
const marked = ({ excerpt, mark }: Hit): string =>
  `${excerpt.slice(0, mark.from)}[${excerpt.slice(mark.from, mark.to)}]${excerpt.slice(mark.to)}`;

async function publish(texts: string[]): Promise<string> {
  const story = await addStory(author, novel);
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
  return id;
}

t.test('RDN-05 a phrase is found in every chapter, with its sentence and its place', async (t) => {
  const texts = [
    '<p>The <em>Key</em> to 313 was warm.</p><p>No <ruby>k<rt>xx</rt></ruby>ey.</p>',
    '<p>Nothing here.</p>',
    '<p>A KÉY is a promise<br>with teeth; a key is a promise.</p>',
  ];
  const id = await publish(texts);
  const { hits, has_more } = await find(id, 'kEY');
  t.notOk(has_more);
  t.same(
    hits.map((hit) => [hit.chapter.number, hit.chapter.title, marked(hit)]),
    [
      [1, 'Chapter title 1', 'The [Key] to 313 was warm.'],
      [1, 'Chapter title 1', 'No [key].'],
      [3, 'Chapter title 3', 'A [KÉY] is a promise with teeth; a key is a promise.'],
      [3, 'Chapter title 3', 'A KÉY is a promise with teeth; a [key] is a promise.'],
    ],
  );
  for (const { chapter, at, length, offset } of hits) {
    const text = plainTextOf(texts[chapter.number - 1] ?? '').replace(/[\r\n]/g, '');
    t.match(
      text.slice(at, at + length),
      /^k[eé]y$/i,
      'the place is told by the characters that readers count',
    );
    t.equal(offset, at / text.length);
  }
});

t.test('RDN-05 a phrase goes on over words and lines of its paragraph, not over its end', async (t) => {
  const id = await publish(['<p>One two<br>three</p><p>four</p>']);
  t.equal((await find(id, 'two three')).hits.length, 1);
  t.equal((await find(id, 'three four')).hits.length, 0);
  t.equal((await find(id, 'wo th')).hits.length, 1);
  t.equal((await find(id, '.*')).hits.length, 0, 'a phrase is text, whatever signs it has');
});

t.test(
  'RDN-05 languages without spaces and from right to left are searched by what is written',
  async (t) => {
    const id = await publish([
      '<p>彼女は<ruby>鍵<rt>かぎ</rt></ruby>を手に取った。</p>',
      '<p>كَانَ المِفْتَاحُ دَافِئًا.</p>',
    ]);
    t.same((await find(id, '鍵を手')).hits.map(marked), ['彼女は[鍵を手]に取った。']);
    t.same((await find(id, 'المفتاح')).hits.map(marked), ['كَانَ [المِفْتَاحُ] دَافِئًا.']);
    t.equal((await find(id, 'かぎ')).hits.length, 0, 'readings are no text');
  },
);

t.test('RDN-05 an excerpt is short, and whole words stand in it', async (t) => {
  const id = await publish([`<p>${'before '.repeat(40)}key ${'behind '.repeat(40)}</p>`]);
  const [hit] = (await find(id, 'key')).hits;
  t.match(hit && marked(hit), /^… (?:before ){1,9}\[key\](?: behind){1,13} …$/);
  const dense = await publish([`<p>${'😀'.repeat(90)}鍵${'😀'.repeat(90)}</p>`]);
  const [among] = (await find(dense, '鍵')).hits;
  t.ok(among?.excerpt.isWellFormed(), 'no sign is cut in two');
});

t.test('RDN-05 hits are bounded', async (t) => {
  const id = await publish(['<p>a key </p>'.repeat(60), '<p>key</p>'.repeat(60)]);
  const { hits, has_more } = await find(id, 'key');
  t.equal(hits.length, 100);
  t.ok(has_more);
  t.same([...new Set(hits.map(({ chapter }) => chapter.number))], [1, 2]);
  const many = await publish(Array.from({ length: 20 }, (_, at) => `<p>key ${at}</p>`));
  t.same(
    (await find(many, 'key')).hits.map(({ chapter }) => chapter.number),
    Array.from({ length: 20 }, (_, at) => at + 1),
    'chapters are numbered through all that are read at once',
  );
});

t.test('RDN-05 a phrase says something, and no more than a hundred signs', async (t) => {
  const id = await publish(['<p>key</p>']);
  for (const phrase of ['', '  ', '\u00ad', 'k'.repeat(101)]) {
    const reply = await ask(id, phrase);
    t.equal(reply.statusCode, 422, JSON.stringify(phrase));
    t.same(
      reply.json().fields.flatMap((field: object) => Object.keys(field)),
      ['q'],
    );
  }
  t.equal((await ask(id, 'k'.repeat(100))).statusCode, 200);
});

t.test('RDN-05 PRI-29 what is locked, hidden or gone is not searched', async (t) => {
  const pricing = { type: 'all_premium', priceCoins: 5 } as const;
  const premium = await addStory(author, novel, { pricing });
  const locked = await addEpisode(premium, 1, {}, { pages: 0, chapters: ['<p>Secret.</p>'] });
  t.equal((await ask(locked.id, 'secret')).statusCode, 402);
  const open = await addStory(author, novel);
  const draft = await addEpisode(
    open,
    1,
    { status: 'in_progress' },
    { pages: 0, chapters: ['<p>Draft.</p>'] },
  );
  t.equal((await ask(draft.id, 'draft')).statusCode, 404);
  t.equal((await ask(author, 'key')).statusCode, 404);
  const abroad = await addStory(author, novel, { geofilter: { type: 'allow', countries: ['DE'] } });
  const filtered = await addEpisode(abroad, 1, {}, { pages: 0, chapters: ['<p>Here.</p>'] });
  t.equal((await ask(filtered.id, 'here')).statusCode, 451);
  const comic = await addEpisode(await addStory(author), 1);
  t.same((await ask(comic.id, 'key')).json(), { hits: [], has_more: false });
});

t.test('RDN-05 one address has its share of searches', async (t) => {
  const id = await publish(['<p>key</p>']);
  const codes: number[] = [];
  for (let turn = 0; turn < 121; turn += 1)
    codes.push((await ask(id, 'key', { address: '203.0.113.9' })).statusCode);
  t.same([new Set(codes.slice(0, 120)), codes[120]], [new Set([200]), 429]);
});

t.test('RDN-05 a book beyond all measure is searched so far and no further', async (t) => {
  const id = await publish(['<p>key</p>', '<p>long</p>', '<p>long</p>', '<p>key</p>']);
  await deps.db.execute(sql`update chapters set plain = case when position in (2, 3)
    then repeat('long ', 1000000) else 'key' end where episode_id = ${id}`);
  const { hits, has_more } = await find(id, 'key');
  t.same(
    hits.map(({ chapter }) => chapter.number),
    [1],
  );
  t.ok(has_more, 'there may be more');
});

t.test('RDN-05 a chapter from before is found at once, and read through once', async (t) => {
  const id = await publish(['<p>An <em>old</em> key.</p>']);
  await deps.db.update(chapters).set({ plain: null }).where(eq(chapters.episodeId, id));
  t.same((await find(id, 'old key')).hits.map(marked), ['An [old key].']);
  await runSweeps(deps, 'novels.read_old_chapters');
  const [row] = await deps.db
    .select({ plain: chapters.plain })
    .from(chapters)
    .where(eq(chapters.episodeId, id));
  t.equal(row?.plain, 'An old key.');
  const rows = await rowsRead(deps, () => runSweeps(deps, 'novels.read_old_chapters'));
  t.equal(rows.chapters, 0);
});

t.teardown(() => app.close());
