import t from 'tap';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { isWide } from '#server/domains/reading/reader/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('RDR-16 the reader is given the way of reading and each page with its shape', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const shelf = openShelf(app.deps);
  const story = await shelf.addStory(await shelf.addAuthor(), { format: 'page_rtl' });
  const stored = { readMode: 'page_flip', pageOrientation: 'horizontal' } as const;
  await shelf.addEpisode(story, 1, stored, { pages: 3 });
  const novel = await shelf.addStory(story.ownerId, { publicationType: 'novel' });
  await shelf.addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>One.</p>'] });
  const read = async (slug: string) => {
    const page = await findReaderPage(app.deps, slug, 1, { country: null });
    if ('movedTo' in page) throw new Error('it has no other address');
    return page;
  };
  const page = await read(story.slug);
  t.match(page, { format: 'page_rtl', readMode: 'page_flip', direction: 'rtl', hasUnlocked: false });
  const pages = page.content.kind === 'pages' ? page.content.pages : [];
  t.same(
    pages.map(({ number, pieces, isWide }) => ({ number, pieces: pieces.length, isWide })),
    [1, 2, 3].map((number) => ({ number, pieces: 1, isWide: false })),
  );
  t.equal(new Set(pages.map(({ id }) => id)).size, 3);
  t.match(await read(novel.slug), { format: null, readMode: 'continuous', content: { kind: 'chapters' } });
});

t.test('RDR-16 a page is wide as a whole, whatever its pieces are', async (t) => {
  const table: [string, [number, number][], boolean][] = [
    ['a page', [[1440, 2036]], false],
    ['a spread', [[1440, 1018]], true],
    ['a square', [[1440, 1440]], false],
    [
      'a strip whose last piece is low',
      [
        [1440, 2036],
        [1440, 300],
      ],
      false,
    ],
  ];
  for (const [what, pieces, wanted] of table)
    t.equal(isWide(pieces.map(([width, height]) => ({ width, height }))), wanted, what);
});
