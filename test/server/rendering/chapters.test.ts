import t from 'tap';
import { visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const novel = await addStory(await addAuthor('P. L. Moreau'), {
  publicationType: 'novel',
  title: 'Room 313',
});
const prose = (paragraphs: number): string =>
  `<p>${'It was the key that had hung on its hook for years. '.repeat(4)}</p>\n`.repeat(paragraphs);
await addEpisode(novel, 1, { title: 'The Hook' }, { pages: 0, chapters: [20, 60, 4].map(prose) });
await addEpisode(novel, 2, { title: 'The Linen' }, { pages: 0, chapters: [prose(60)] });
await addEpisode(novel, 3, { title: 'The Attic' }, { pages: 0, chapters: [prose(4), prose(4)] });
const path = `/stories/${novel.slug}/1`;
const visitor = visitPlainly(site.app);

await t.test('RDN-05 RDR-18 one chapter leads to the next, and its line says where one is', async (t) => {
  await visitor.goto(path);
  t.match(visitor.text(), /Chapter 1 of 3, \d minutes left/);
  await visitor.press('Continue reading');
  t.equal(visitor.at(), `${path}?chapter=2`);
  t.match(visitor.text(), /Chapter 2 of 3, \d+ minutes left/);
  t.match(visitor.text(), /Book 2\d%/);
  await visitor.press('Contents');
  await visitor.press(visitor.document().querySelector('[data-chapter="3"]') as HTMLElement);
  t.equal(visitor.at(), `${path}?chapter=3`);
  t.match(visitor.text(), 'To be continued', 'behind the last one stands the end of the episode');
  await visitor.press('Previous chapter: 2');
  await visitor.press('Previous chapter: 1');
  t.equal(visitor.at(), path);
});

await t.test('RDN-05 from the first chapter a way leads to the end of the episode before', async (t) => {
  await visitor.goto(`/stories/${novel.slug}/3`);
  await visitor.press('Previous episode: 2');
  t.match(visitor.at(), `/stories/${novel.slug}/2`);
  await visitor.press('Previous episode: 1');
  t.match(visitor.at(), path);
  t.match(visitor.document().title, /Room 313/);
});

await site.close();
