import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { chapterPictures, chapters } from '#db/schema/index.ts';
import { textOf, visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';
import { addUprightBook } from '../../support/upright.ts';

const site = await startSite();
const { db } = site.deps;
const { addAuthor, addEpisode, addPicture, addStory } = openShelf(site.deps);
const author = await addAuthor('P. L. Moreau');
const publish = async (texts: string[], values: Parameters<typeof addStory>[1] = {}) => {
  const story = await addStory(author, { publicationType: 'novel', coverMediaId: null, ...values });
  const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
  return { story, id, path: `/stories/${story.slug}/1` };
};

await t.test('RDN-05 a phrase is looked for: the same page lists its places, and leads there', async (t) => {
  const { path } = await publish([
    '<p>The <em>key</em> to 313 was warm. Nobody had asked for that key.</p>',
    '<p>He sat<br>down. <ruby>鍵<rt>かぎ</rt></ruby> “A <em>K</em>éy is a promise,” <b>he</b> <i>said</i>.</p>',
    '<p>Nothing here.</p>',
  ]);
  const visitor = visitPlainly(site.app);
  await visitor.goto(`${path}?chapter=3`);
  await visitor.press('Contents');
  visitor.fill('Search in this book', 'KEY');
  await visitor.press('Search');
  t.equal(visitor.at(), `${path}?chapter=3&panels=1&search=KEY`);
  t.match(visitor.text(), '3 matches for “KEY”');
  const page = visitor.document();
  const hits = [...page.querySelectorAll<HTMLAnchorElement>('[data-hits] a')];
  t.same(hits.map(textOf), [
    'The key to 313 was warm. Nobody had asked for that key.',
    'The key to 313 was warm. Nobody had asked for that key.',
    'He sat down. 鍵 “A Kéy is a promise,” he said.',
  ]);
  t.same([...page.querySelectorAll('[data-hits] h3')].map(textOf), [
    '1 · Chapter title 12',
    '2 · Chapter title 21',
  ]);
  t.equal(page.querySelector('meta[name=robots]')?.getAttribute('content'), 'noindex');
  t.match(hits[2]?.getAttribute('href'), /\?chapter=2#hit-\d+-3:~:text=/);
});

await t.test('RDN-05 an answer to a phrase is kept for nobody else', async (t) => {
  const { path } = await publish(['<p>A key.</p>']);
  const reply = await site.app.inject({ url: `${path}?panels=1&search=key` });
  t.equal(reply.statusCode, 200);
  t.match(reply.headers['cache-control'], /no-store/);
  t.match(reply.body, '1 match for');
  const long = await site.app.inject({ url: `${path}?panels=1&search=${'k'.repeat(101)}` });
  t.equal(long.statusCode, 200);
  t.notMatch(long.body, 'data-hits=""><h3', 'what is too long is not looked for');
});

await t.test('NOV-08 the panel leads to the ePub, of an episode of one chapter too', async (t) => {
  for (const texts of [['<p>One.</p>', '<p>Two.</p>'], ['<p>Alone.</p>']]) {
    const { story, id, path } = await publish(texts);
    const visitor = visitPlainly(site.app);
    await visitor.goto(`${path}?panels=1`);
    const panel = visitor.document().querySelector('[data-panel=contents]') as HTMLElement;
    const link = visitor.get('link', 'Download as an ePub', panel);
    t.match(link.getAttribute('href'), `/api/episodes/epub/${id}`);
    const { statusCode, headers } = await site.app.inject({ url: link.getAttribute('href') ?? '' });
    t.equal(statusCode, 200);
    t.match(headers['content-disposition'], `${story.slug}-1.epub`);
  }
});

await t.test(
  'RDN-05 a call leads to its note, and the note back; a chapter without notes has no place for one',
  async (t) => {
    const { path } = await publish([
      [
        '<p>It was empty<a href="#t2" id="t1" role="doc-noteref">1</a>.</p>',
        '<aside id="t2" role="doc-footnote"><p>Lost. <a href="#t1" role="doc-backlink">Back</a></p></aside>',
      ].join(''),
      '<p>Nothing to note.</p>',
    ]);
    const visitor = visitPlainly(site.app);
    await visitor.goto(path);
    const page = visitor.document();
    t.equal(page.querySelector('[role=doc-noteref]')?.getAttribute('href'), '#t2');
    t.equal(page.querySelector('#t2 [role=doc-backlink]')?.getAttribute('href'), '#t1');
    t.equal(page.querySelectorAll('#t1, #t2').length, 2, 'a name stands once in the page');
    t.ok(page.querySelector('#note'));
    t.equal(page.querySelector('#note[open]'), null);
    await visitor.goto(`${path}?chapter=2`);
    t.equal(visitor.document().querySelector('#note'), null);
  },
);

await t.test('RDN-05 of upright books only those in a language that is written so lie so', async (t) => {
  for (const [language, isUpright] of [
    ['ja', true],
    ['en', false],
  ] as const) {
    const { path } = await addUprightBook(site.deps, author, { language });
    const visitor = visitPlainly(site.app);
    await visitor.goto(`${path}?panels=1`);
    t.equal(visitor.document().querySelector('[data-upright]') !== null, isUpright, language);
    t.equal(visitor.all('group', 'Writing').length, isUpright ? 1 : 0, 'and only there it can be chosen');
  }
});

await t.test('RDN-05 a reader gets pictures, notes and readings of a chapter', async (t) => {
  const { id, path } = await publish(['<p>Soon.</p>']);
  const mediaId = await addPicture(author, 'page');
  const html = [
    '<p>They came to <ruby>江戸<rp>(</rp><rt>Edo</rt><rp>)</rp></ruby>.</p>',
    `<figure><img data-picture="${mediaId}" alt="A sea"><figcaption>It stands.</figcaption></figure>`,
  ].join('');
  const ofEpisode = eq(chapters.episodeId, id);
  const [chapter] = await db.update(chapters).set({ html, sectionEnds: [] }).where(ofEpisode).returning();
  await db.insert(chapterPictures).values({ episodeId: id, mediaId, chapterId: chapter?.id ?? '' });
  const visitor = visitPlainly(site.app);
  await visitor.goto(path);
  t.equal(visitor.document().querySelector('[data-text] ruby rt')?.textContent, 'Edo');
  const picture = visitor.get('img', 'A sea');
  t.match(picture.getAttribute('src'), mediaId);
});

await t.test('RDN-05 the note of another chapter has the address of that chapter', async (t) => {
  const { id, path } = await publish([
    '<p>Soon.</p>',
    '<aside id="t1" role="doc-footnote"><p>There.</p></aside>',
  ]);
  const [first, second] = await db
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.episodeId, id))
    .orderBy(asc(chapters.position));
  const html = `<p>So it was said<a href="chapter:${second?.id}#t1" role="doc-noteref">1</a>.</p>`;
  await db
    .update(chapters)
    .set({ html, sectionEnds: [] })
    .where(eq(chapters.id, first?.id ?? ''));
  const visitor = visitPlainly(site.app);
  await visitor.goto(path);
  await visitor.press(visitor.document().querySelector('[role=doc-noteref]') as HTMLElement);
  t.match(visitor.at(), `${path}?chapter=2`);
  t.match(visitor.text(), 'There.');
});

await site.close();
