/** The EPUB 3.3 that readers get, read back. */
import { rm } from 'node:fs/promises';
import t from 'tap';
import { writeEpub } from '#server/domains/novels/epub/write.ts';
import { parseXml } from '#server/domains/novels/epub/xml.ts';
import { ownBook, writtenBook } from '#test/support/own-book.ts';
import { startReading } from '#test/support/read-books.ts';
import { readZip } from '#test/support/zip.ts';

const { root, readFrom } = await startReading();

t.test('NOV-08 API-27 the ePub of an episode holds its chapters, pictures and notes', async (t) => {
  const data = await writtenBook(await ownBook());
  t.equal(
    data.toString('latin1', 30, 58),
    'mimetypeapplication/epub+zip',
    'the first entry, stored, without extras',
  );
  const files = await readZip(data);
  t.same(
    [...files.keys()].filter((name) => name.includes('picture')),
    [
      'EPUB/pictures/01900000-0000-7000-8000-000000000090.jpg',
      'EPUB/pictures/01900000-0000-7000-8000-000000000091.jpg',
    ],
    'what nothing shows is left out',
  );
  for (const [name, content] of files)
    if (/\.(?:xhtml|opf|xml)$/.test(name)) parseXml(name, content.toString());
  const { book } = await readFrom(data);
  t.match(book, {
    title: 'Salt & Lamp <3',
    authors: ['Mira "M" Sol'],
    language: 'en',
    cover: 'p1',
    leftOut: [{ kind: 'styles' }],
  });
  t.same(
    book.chapters.map(({ title }) => title),
    ['Rain & snow', 'On'],
  );
  const [one, two] = book.chapters;
  t.match(one?.html, /<a href="#t\d" role="doc-noteref">1<\/a>/);
  t.match(one?.html, 'role="doc-footnote"');
  t.match(one?.html, '<ruby>昨夕<rt>ゆうべ</rt></ruby>');
  t.match(one?.html, 'a picture that is gone');
  t.match(one?.html, '<ol start="3" reversed="">');
  t.match(
    two?.html,
    /<a href="chapter:c1#t\d">There<\/a>, <a href="chapter:c1">nowhere<\/a>,\s+gone, lost and/,
  );
  t.match(two?.html, '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>');
});

t.test('NOV-08 the same book is the same file', async (t) => {
  t.same(await writtenBook(await ownBook()), await writtenBook(await ownBook()));
  const files = await readZip(
    await writtenBook(await ownBook({ direction: 'rtl', isVertical: true, language: 'ja' })),
  );
  t.match(files.get('EPUB/package.opf')?.toString(), 'page-progression-direction="rtl"');
  t.match(
    files.get('EPUB/package.opf')?.toString(),
    '<meta property="dcterms:modified">2026-01-02T03:04:05Z</meta>',
  );
  t.match(files.get('EPUB/style.css')?.toString(), 'vertical-rl');
});

t.test('a chapter that cannot be read ends the download', async (t) => {
  const book = await ownBook();
  let asked = 0;
  const htmlOf = async (id: string): Promise<string> => {
    asked += 1;
    if (asked > 2) throw new Error('gone');
    return book.htmlOf(id);
  };
  const stream = await writeEpub({ ...book, htmlOf });
  await t.rejects(stream.toArray(), { message: 'gone' });
});

t.teardown(() => rm(root, { recursive: true }));
