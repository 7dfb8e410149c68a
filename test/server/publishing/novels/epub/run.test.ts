import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { isEpubRefused } from '#server/domains/publishing/novels/epub/refused.ts';
import { type ReadingOptions, readEpubApart } from '#server/domains/publishing/novels/epub/run.ts';
import { type BookParts, makeBook } from '#test/support/books.ts';
import { eventually } from '#test/support/eventually.ts';
import { draw } from '#test/support/pictures.ts';
import { temporaryFolder } from '#test/support/temporary.ts';

const root = await temporaryFolder();
const png = await draw({ width: 6, height: 8, format: 'png' }, (x, y) => [x, y, 128]);
const lines = Array.from({ length: 20_000 }, (_, index) => `<p>Line ${index}.</p>`).join('');
const long = { texts: { 'one.xhtml': `<h1>One</h1>${lines}` } };

const pictured = {
  texts: { 'one.xhtml': '<h1>One</h1><p><img src="a.png" alt="A"/></p>' },
  files: { 'OPS/a.png': png },
};
const busy = {
  texts: { 'one.xhtml': `<h1>One</h1><p><img src="a.png"/></p>${lines.repeat(6)}` },
  files: { 'OPS/a.png': png },
};

function readerOf(folder: string): number | null {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const isReader = (pid: string): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  return Number(children.find((pid) => pid !== '' && isReader(pid)) ?? 0) || null;
}

async function read(parts: BookParts, options: Partial<ReadingOptions> = {}) {
  const folder = await mkdtemp(join(root, 'book-'));
  const path = `${folder}.epub`;
  await writeFile(path, makeBook(parts));
  const book = await readEpubApart(path, { folder, ...options });
  return { book, files: await readdir(folder) };
}

t.test('OPS-10 books are read beside each other, and only pictures are left', async (t) => {
  const [one, other] = await Promise.all([read(pictured), read(long)]);
  t.same(one.files, ['p1.png']);
  t.match(one.book.chapters, [{ title: 'One', html: /<img data-picture="p1" alt="A">/ }]);
  t.same(other.files, []);
  t.equal(
    other.book.chapters.reduce((sum, { words }) => sum + words, 0),
    40_000,
  );
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

t.test('OPS-10 a book that takes too much is refused', async (t) => {
  t.same(await refusalOf(read(long, { limits: { timeoutMs: 1 } })), { reason: 'too_slow' });
  t.same(await refusalOf(read(long, { limits: { heapMib: 12 } })), { reason: 'too_much_memory' });
});

/** Reads a slow book, and acts on its process once it has begun to store pictures. */
async function interrupt(
  act: (pid: number) => void,
  options: Partial<ReadingOptions> = {},
): Promise<unknown> {
  const folder = await mkdtemp(join(root, 'book-'));
  await writeFile(`${folder}.epub`, makeBook(busy));
  const reading = readEpubApart(`${folder}.epub`, { folder, ...options });
  const outcome = reading.then(
    () => 'taken',
    (error: unknown) => error,
  );
  const pid = await eventually('it takes pictures', async () =>
    (await readdir(folder)).length === 0 ? null : readerOf(folder),
  );
  act(pid);
  const end = await outcome;
  t.equal(readerOf(folder), null, 'the process is gone when this is told');
  return end;
}

t.test('OPS-10 a book that nobody wants is given up, and its process with it', async (t) => {
  const stop = new AbortController();
  const reason = new Error('nobody wants it');
  t.equal(await interrupt(() => stop.abort(reason), { signal: stop.signal }), reason);
  const late = readEpubApart('/nowhere', { folder: root, signal: stop.signal });
  await t.rejects(late, reason, 'before it begins');
});

t.test('OPS-10 what happens to the machine is no fault of the book', async (t) => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const end = await interrupt((pid) => process.kill(pid, signal));
    t.notOk(isEpubRefused(end), signal);
    t.match(end, { message: new RegExp(signal) });
  }
  const folder = await mkdtemp(join(root, 'book-'));
  await writeFile(`${folder}.epub`, makeBook(pictured));
  await mkdir(join(folder, 'p1.png'));
  await t.rejects(readEpubApart(`${folder}.epub`, { folder }), /EISDIR/, 'what the disk refuses');
});

t.test('NOV-10 what was found in a book has a bound', async (t) => {
  t.same(await refusalOf(read(long, { limits: { answerMaxBytes: 1000 } })), { reason: 'too_large' });
});

t.teardown(() => rm(root, { recursive: true }));
