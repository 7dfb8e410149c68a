import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import fastify from 'fastify';
import t from 'tap';
import { parseXml } from '#server/domains/publishing/novels/epub/parse.ts';
import { writeEpub } from '#server/domains/publishing/novels/epub/write.ts';
import { attributeOf, elementsNamed, textOf } from '#server/domains/publishing/novels/epub/xml.ts';
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

t.test('NOV-08 titles and languages are written as XML can hold them', async (t) => {
  const odd = 'Salt\u0001 & <b>"Lamp"</b>\ud800';
  const book = await ownBook({
    title: odd,
    language: 'en"',
    labels: { contents: odd, cover: odd, begin: odd },
  });
  const chapters = book.chapters.map((chapter) => ({ ...chapter, title: odd }));
  const files = await readZip(await writtenBook({ ...book, chapters }));
  const shown = 'Salt & <b>"Lamp"</b>';
  for (const name of ['nav', 'cover', 'chapter-001', 'chapter-002']) {
    const file = `EPUB/${name}.xhtml`;
    const root = parseXml(file, files.get(file)?.toString() ?? '');
    t.same(elementsNamed(root, 'title').map(textOf), [shown], file);
    t.equal(attributeOf(root, 'lang'), 'en"', file);
    for (const heading of elementsNamed(root, 'h1')) t.equal(textOf(heading), shown, file);
  }
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

t.test('NOV-08 API-27 who leaves in the middle of a download leaves no file open', async (t) => {
  const book = await ownBook();
  const left = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(64 * 1024, 7);
    } finally {
      left.resolve();
    }
  }
  const pictures = book.pictures.map((picture) => ({ ...picture, open: endless }));
  const server = fastify();
  server.get('/', async (_, reply) => reply.send(await writeEpub({ ...book, pictures })));
  const download = get(await server.listen({ host: '127.0.0.1', port: 0 }));
  const [reply] = await once(download, 'response');
  let bytes = 0;
  for await (const chunk of reply) {
    bytes += chunk.length;
    if (bytes > 1024 * 1024) break;
  }
  download.destroy();
  await left.promise;
  t.ok(bytes, 'the picture was on its way, and is closed');
  await server.close();
});

t.teardown(() => rm(root, { recursive: true }));
