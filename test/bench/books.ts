import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { epubs } from '#db/schema/index.ts';
import { readBook } from '#server/domains/publishing/novels/books/read.ts';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import { isEpubRefused } from '#server/domains/publishing/novels/epub/refused.ts';
import { readEpubApart } from '#server/domains/publishing/novels/epub/run.ts';
import { EPUB_MAX_BYTES } from '#server/domains/publishing/novels/rules.ts';
import { sanitizeProse } from '#server/domains/publishing/novels/sanitize.ts';
import { startTestApp } from '../support/app.ts';
import { makeBook } from '../support/books.ts';
import { type CorpusRow, corpusFile, corpusRows } from '../support/corpus.ts';
import { openImports } from '../support/imports.ts';
import { draw } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { cpuOf } from './bare.ts';
import { atLeast, atMost, figure, median, type Row } from './row.ts';

const MIB = 1024 * 1024;
const PICTURES = 300;
const TAIL_BYTES = 84_000;
const CHAPTERS = 60;
const SAMPLE_EVERY_MS = 10;
const ROUNDS = 5;

export async function benchBooks(): Promise<Row[]> {
  const rows = await corpusRows(['epub']);
  const { figures, books } = await readCorpus(
    '236 valid books of the corpus',
    rows.filter(({ file }) => file.startsWith('epub/valid/')),
  );
  const hostile = await readCorpus(
    'hostile books',
    rows.filter(({ file }) => /\/(?:gen|evil)-/.test(file)),
  );
  return [...figures, ...(await benchSanitizer(books)), ...hostile.figures, ...(await benchLargest())];
}

async function readCorpus(
  name: string,
  rows: readonly CorpusRow[],
): Promise<{ figures: Row[]; books: Book[] }> {
  const root = await temporaryFolder();
  const books: Book[] = [];
  const times: number[] = [];
  const { peakMib } = await watched(async () => {
    for (const { file } of rows) {
      const folder = await mkdtemp(join(root, 'book-'));
      const begun = performance.now();
      try {
        books.push(await readEpubApart(corpusFile(file), { folder }));
      } catch (error) {
        if (!isEpubRefused(error)) throw error;
      }
      times.push(performance.now() - begun);
      await rm(folder, { recursive: true });
    }
  });
  await rm(root, { recursive: true });
  const all = times.reduce((sum, time) => sum + time, 0);
  const figures = [
    figure(`${name}: read, of ${rows.length}`, books.length, ''),
    figure(`${name}: median, process and all`, median(times), 'ms'),
    figure(`${name}: all together`, all / 1000, 's'),
    figure(`${name}: the slowest`, Math.max(...times) / 1000, 's'),
    atMost(`${name}: memory of a reader at most`, peakMib, 600, 'MiB'),
  ];
  return { figures, books };
}

/** At the least speed, the largest chapter takes a sixth of a second of a thread of its own. */
const PROSE_MIN_SPEED = 3;

async function benchSanitizer(books: readonly Book[]): Promise<Row[]> {
  const texts = books.flatMap(({ chapters }) => chapters.map(({ html }) => html));
  const long = texts.filter((html) => html.length > 10_000);
  const prose = long.filter((html) => !html.includes('<math'));
  const formulas = long.filter((html) => html.includes('<math'));
  return [
    atLeast('prose through the sanitizer', await speedOf(prose), PROSE_MIN_SPEED, 'MiB/s CPU'),
    figure('formulas through the sanitizer', await speedOf(formulas), 'MiB/s CPU'),
  ];
}

async function speedOf(texts: readonly string[]): Promise<number> {
  const bytes = texts.reduce((sum, html) => sum + Buffer.byteLength(html), 0);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(
      await cpuOf(async () => {
        for (const html of texts) sanitizeProse(html);
      }),
    );
  return bytes / MIB / (median(times) / 1000);
}

async function benchLargest(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    const creator = await app.signUp('Mira');
    const { startNovel, begin } = openImports(app, creator);
    const { episodeId } = await startNovel();
    const data = await largestBook();
    const epubId = await begin(episodeId, data);
    const begun = performance.now();
    const { peakMib, grownMib } = await watched(() => readBook(app.deps, { epubId }));
    const seconds = (performance.now() - begun) / 1000;
    const [epub] = await app.deps.db.select().from(epubs).where(eq(epubs.id, epubId));
    const { chapters = 0, pictures = 0 } = epub?.findings ?? {};
    const name = `a book of ${Math.round(data.length / MIB)} MiB, ${chapters} chapters, ${pictures} pictures`;
    return [
      atMost(`${name}: until it is found`, seconds, 60, 's'),
      figure('its reader: memory', peakMib, 'MiB'),
      atMost('its reader, and what the worker grows by', peakMib + grownMib, 600, 'MiB'),
    ];
  } finally {
    await app.close();
  }
}

async function largestBook(): Promise<Buffer> {
  // The random bytes follow the picture, where no decoder looks.
  const jpeg = await draw({ width: 1000, height: 1400, format: 'jpeg' }, (x, y) => [x / 4, y / 6, 128]);
  const files: Record<string, Buffer> = {};
  for (let number = 0; number < PICTURES; number += 1) {
    files[`OPS/${number}.jpg`] = Buffer.concat([jpeg, randomFillSync(Buffer.alloc(TAIL_BYTES))]);
  }
  const texts: Record<string, string> = {};
  for (let chapter = 0; chapter < CHAPTERS; chapter += 1) {
    const shown = Array.from(
      { length: PICTURES / CHAPTERS },
      (_, at) => chapter * (PICTURES / CHAPTERS) + at,
    );
    const lines = Array.from({ length: 200 }, (_, at) => `<p>${'The lamp burns. '.repeat(10)}${at}</p>`);
    texts[`${chapter}.xhtml`] =
      `<h1>Part ${chapter}</h1>${lines.join('')}${shown.map((at) => `<p><img src="${at}.jpg" alt="${at}"/></p>`).join('')}`;
  }
  const data = makeBook({ texts, files, toc: '<li><a href="0.xhtml">Part 0</a></li>' });
  if (data.length > EPUB_MAX_BYTES) throw new Error(`it has ${data.length} bytes`);
  return data;
}

/** Peak memory of the process that reads the book, and growth of this process. */
async function watched(work: () => Promise<unknown>): Promise<{ peakMib: number; grownMib: number }> {
  const before = process.memoryUsage.rss();
  let own = before;
  let peakKib = 0;
  const timer = setInterval(() => {
    own = Math.max(own, process.memoryUsage.rss());
    peakKib = Math.max(peakKib, ...readersKib());
  }, SAMPLE_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { peakMib: peakKib / 1024, grownMib: (own - before) / MIB };
}

function readersKib(): number[] {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.map((child) => {
    try {
      const isReader = readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('epub/child.ts');
      const status = isReader ? readFileSync(`/proc/${child}/status`, 'utf8') : '';
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
}
