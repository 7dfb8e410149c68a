import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readEpub } from '../../server/domains/publishing/novels/epub/read.ts';
import type { OwnBook } from '../../server/domains/publishing/novels/epub/write.ts';
import { owned } from '../../server/lib/streams.ts';
import { corpusFile } from '../support/corpus.ts';
import { epubProblems } from '../support/epubcheck.ts';
import { ownBook, writtenBook } from '../support/own-book.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = await temporaryFolder();

async function problemsOf(book: OwnBook): Promise<string[]> {
  const path = join(await mkdtemp(join(root, 'book-')), 'book.epub');
  await writeFile(path, await writtenBook(book));
  return epubProblems(path);
}

await t.test('NOV-08 EPUBCheck passes a book with all that chapters may hold', async (t) => {
  t.same(await problemsOf(await ownBook()), []);
  t.same(await problemsOf(await ownBook({ direction: 'rtl', isVertical: true, language: 'ja' })), []);
  t.same(await problemsOf(await ownBook({ cover: null, authors: [], language: 'ar', direction: 'rtl' })), []);
});

await t.test('NOV-08 EPUBCheck passes real books after they were read and written again', async (t) => {
  const books = [
    'se-arthur-conan-doyle_the-adventures-of-sherlock-holmes',
    'idpf-georgia-cfi',
    'idpf-kusamakura-japanese-vertical-writing',
    'daisy-epub30-test-0303',
  ];
  for (const name of books) {
    const folder = await mkdtemp(join(root, 'read-'));
    const book = await readEpub(corpusFile(`epub/valid/${name}.epub`), { folder });
    const { facts } = await ownBook();
    const { title, authors, direction, isVertical, cover } = book;
    const problems = await problemsOf({
      facts: { ...facts, title, authors, direction, isVertical, cover, language: book.language ?? 'und' },
      chapters: book.chapters.map((chapter) => ({ id: chapter.key, title: chapter.title })),
      htmlOf: async (key) => book.chapters.find((chapter) => chapter.key === key)?.html ?? '',
      pictures: book.pictures.flatMap(({ token, type, file }) =>
        // The product converts other formats when it stores them.
        type === 'image/jpeg' || type === 'image/png'
          ? [{ id: token, type, open: () => owned(createReadStream(file)) }]
          : [],
      ),
    });
    t.same(problems, [], name);
  }
});

await rm(root, { recursive: true });
