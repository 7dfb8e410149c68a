/** The process that a book is read in. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { isEpubRefused } from '#server/domains/novels/epub/refused.ts';
import { type ReadingOptions, readEpubApart } from '#server/domains/novels/epub/run.ts';
import { type BookParts, makeBook } from '#test/support/books.ts';
import { draw } from '#test/support/pictures.ts';
import { temporaryFolder } from '#test/support/temporary.ts';

const root = await temporaryFolder();
const png = await draw({ width: 6, height: 8, format: 'png' }, (x, y) => [x, y, 128]);
const lines = Array.from({ length: 20_000 }, (_, index) => `<p>Line ${index}.</p>`).join('');
const long = { texts: { 'one.xhtml': `<h1>One</h1>${lines}` } };

async function read(parts: BookParts, options: Partial<ReadingOptions> = {}) {
  const folder = await mkdtemp(join(root, 'book-'));
  const path = `${folder}.epub`;
  await writeFile(path, makeBook(parts));
  const book = await readEpubApart(path, { folder, ...options });
  return { book, files: await readdir(folder) };
}

t.test('OPS-10 books are read beside each other, and only pictures are left', async (t) => {
  const pictured = {
    texts: { 'one.xhtml': '<h1>One</h1><p><img src="a.png" alt="A"/></p>' },
    files: { 'OPS/a.png': png },
  };
  const [one, other] = await Promise.all([read(pictured), read(long)]);
  t.same(one.files, ['p1.png']);
  t.match(one.book.chapters, [{ title: 'One', html: /<img data-picture="p1" alt="A">/ }]);
  t.same(other.files, []);
  t.equal(other.book.chapters[0]?.words, 40_000);
});

const refusalOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'taken',
    (error) => (isEpubRefused(error) ? error.refusal : error),
  );

t.test('NOV-10 a refusal comes over with its place', async (t) => {
  const broken = await refusalOf(read({ texts: { 'one.xhtml': '<p>Not closed' } }));
  t.match(broken, { reason: 'not_closed', file: 'OPS/one.xhtml', element: 'p' });
});

t.test('OPS-10 a book that takes too much is refused, one that nobody wants is given up', async (t) => {
  t.same(await refusalOf(read(long, { limits: { timeoutMs: 1 } })), { reason: 'too_slow' });
  t.same(await refusalOf(read(long, { limits: { heapMib: 12 } })), { reason: 'too_much_memory' });
  const stop = new AbortController();
  const reading = read(long, { signal: stop.signal });
  stop.abort(new Error('nobody wants it'));
  await t.rejects(reading, { message: 'nobody wants it' });
});

t.teardown(() => rm(root, { recursive: true }));
