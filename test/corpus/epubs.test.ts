/** Accepts or refuses every ePub of the corpus as its row says, hostile ones in the product's own process. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import t from 'tap';
import type { Book } from '../../server/domains/publishing/novels/epub/book.ts';
import { openContainer } from '../../server/domains/publishing/novels/epub/container.ts';
import { readPackage } from '../../server/domains/publishing/novels/epub/package.ts';
import { readEpub } from '../../server/domains/publishing/novels/epub/read.ts';
import { isEpubRefused, type Refusal } from '../../server/domains/publishing/novels/epub/refused.ts';
import { readEpubApart } from '../../server/domains/publishing/novels/epub/run.ts';
import { elementsNamed, type XmlNode } from '../../server/domains/publishing/novels/epub/xml.ts';
import { EPUB_REFUSALS } from '../../server/domains/publishing/novels/rules.ts';
import { sanitizeProse } from '../../server/domains/publishing/novels/sanitize.ts';
import { type CorpusRow, corpusFile, corpusRows } from '../support/corpus.ts';
import { dangersIn } from '../support/prose.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Outcome = { book: Book; refusal?: never } | { refusal: Refusal; book?: never };

const root = await temporaryFolder();
const rows = await corpusRows(['epub']);
const isHostile = ({ file }: CorpusRow): boolean => /\/(?:gen|evil)-/.test(file);

/** Receives every request that a book causes. */
let visits = 0;
const canary = createServer((_, reply) => {
  visits += 1;
  reply.end();
});
await new Promise<void>((resolve) => canary.listen(45_999, '127.0.0.1', resolve));

async function outcomeOf(row: CorpusRow, read = isHostile(row) ? readEpubApart : readEpub): Promise<Outcome> {
  const folder = await mkdtemp(join(root, 'book-'));
  try {
    const book = await read(corpusFile(row.file), { folder });
    t.same(
      (await readdir(folder)).toSorted(),
      book.pictures.map(({ file }) => basename(file)).toSorted(),
      row.file,
    );
    return {
      book: { ...book, pictures: book.pictures.map((each) => ({ ...each, file: basename(each.file) })) },
    };
  } catch (error) {
    if (!isEpubRefused(error)) throw new Error(row.file, { cause: error });
    return { refusal: error.refusal };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const wantsBook = ({ expected }: CorpusRow): boolean => expected.startsWith('accept');

const ID = '00000000-0000-4000-8000-000000000000';

/** Replaces the links and picture marks as when chapters and pictures get ids. */
const stored = (html: string): string =>
  html.replace(/"chapter:c\d+/g, `"chapter:${ID}`).replace(/data-picture="p\d+"/g, `data-picture="${ID}"`);

const outcomes = new Map<CorpusRow, Outcome>();

await t.test('OPS-10 NOV-10 every book of the corpus is taken or refused as its row says', async (t) => {
  t.ok(rows.length >= 390, 'the corpus is there');
  for (const row of rows) {
    const outcome = await outcomeOf(row);
    outcomes.set(row, outcome);
    const { book, refusal } = outcome;
    if (wantsBook(row)) t.ok(book, `${row.file}: ${JSON.stringify(refusal)}`);
    if (row.expected === 'reject') t.ok(refusal, row.file);
    if (refusal !== undefined) {
      t.ok(EPUB_REFUSALS.includes(refusal.reason), `${row.file}: ${refusal.reason}`);
      t.not(refusal.reason, 'failed', row.file);
      const isInFile = ['not_closed', 'not_well_formed', 'entities'].includes(refusal.reason);
      if (isInFile)
        t.ok(refusal.file && refusal.line && refusal.excerpt?.length, `${row.file}: where to mend`);
    }
    for (const { key, html } of book?.chapters ?? []) {
      const dangers = dangersIn(stored(html));
      if (dangers.length > 0) t.same(dangers, [], `${row.file} ${key}`);
      const kept = stored(html);
      const again = sanitizeProse(kept).html;
      if (again !== kept) t.equal(again, kept, `${row.file} ${key}: what is edited and saved stays as it is`);
    }
  }
});

await t.test('OPS-10 hostile and odd books come to the same whenever they are read', async (t) => {
  const some = rows.filter((row, index) => isHostile(row) || index % 7 === 0);
  for (const row of some.filter(({ bytes }) => bytes < 100_000)) {
    t.same(await outcomeOf(row, readEpub), outcomes.get(row), row.file);
  }
});

const SILENT = new Set('script style head iframe select textarea annotation annotation-xml'.split(' '));
const wordsIn = (node: XmlNode): string =>
  typeof node === 'string' ? node : SILENT.has(node.name) ? '' : node.children.map(wordsIn).join(' ');
const lettersOf = (text: string): number => text.replace(/[^\p{L}\p{N}]+/gu, '').length;

async function lettersIn(file: string): Promise<number> {
  const container = await openContainer(corpusFile(file));
  try {
    const { spine, nav } = await readPackage(container);
    const texts = spine.flatMap(({ item }) =>
      item.path === nav || !/html/.test(item.type) ? [] : [item.path ?? ''],
    );
    let letters = 0;
    for (const path of texts) {
      const file = await container.xmlOf(path, { isHtml: true });
      letters += lettersOf(wordsIn(elementsNamed(file, 'body')[0] ?? file));
    }
    return letters;
  } finally {
    await container.close();
  }
}

await t.test('OPS-10 no text of a valid book is lost', async (t) => {
  for (const row of rows.filter(
    ({ file, expected }) => file.startsWith('epub/valid/') && expected !== 'reject',
  )) {
    const { book } = outcomes.get(row) ?? {};
    const text = (book?.chapters ?? []).map(({ title, html }) => `${title} ${html.replace(/<[^>]*>/g, ' ')}`);
    const kept = lettersOf(text.join(' ').replace(/&(?:amp|lt|gt|quot);/g, ' '));
    const all = await lettersIn(row.file);
    if (kept < all * 0.97) t.fail(`${row.file}: ${kept} of ${all} letters`);
  }
  t.pass('compared');
});

await t.test('nothing was fetched, and nothing is left', async (t) => {
  t.equal(visits, 0, 'requests to the canary');
  t.same(await readdir(root), []);
  canary.close();
  await rm(root, { recursive: true });
});
