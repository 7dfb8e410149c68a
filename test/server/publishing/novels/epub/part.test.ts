import { rm } from 'node:fs/promises';
import t from 'tap';
import { settleChapter } from '#server/domains/publishing/novels/books/settle.ts';
import { CHAPTER_MAX_BYTES } from '#server/domains/publishing/novels/rules.ts';
import { isStoredProse } from '#server/domains/publishing/novels/sanitize.ts';
import { sectionsIn } from '#server/lib/prose/sections.ts';
import { WEIGHT_MAX, weightOf } from '#server/lib/prose/weight.ts';
import { makeBook } from '#test/support/books.ts';
import { draw } from '#test/support/pictures.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom, refusalOf } = await startReading();
const png = await draw({ width: 6, height: 8, format: 'png' }, (x, y) => [x, y, 128]);
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const toc = '<li><a href="one.xhtml">One</a></li><li><a href="two.xhtml">Two</a></li>';

t.test('OPS-10 RDN-05 sections of a parted chapter end between its blocks', async (t) => {
  const one = lines(
    9000,
    (n) => `<p id="l${n}">Line ${n} <a href="#l${8999 - n}">${'far away '.repeat(6)}</a></p>`,
  );
  const { book } = await readFrom(
    makeBook({ texts: { 'one.xhtml': `<h1>One</h1>${one}`, 'two.xhtml': '<h1>Two</h1><p>End</p>' }, toc }),
  );
  t.ok(book.chapters.length > 2, 'it is parted');
  for (const { key, html, sectionEnds } of book.chapters)
    for (const section of sectionsIn(html, sectionEnds)) {
      if (!isStoredProse(section)) t.fail(`${key}: a section is cut: ${section.slice(0, 80)}`);
    }
  t.ok(book.chapters[0]?.sectionEnds.length, 'it has sections');
});

t.test('NOV-02 OPS-10 a chapter fits when its links and pictures have ids', async (t) => {
  const one = lines(9000, (n) => `<p id="l${n}"><a href="two.xhtml">a</a> <a href="#l${8999 - n}">b</a></p>`);
  const two = lines(7000, () => '<p><img src="a.png"/></p>');
  const { book } = await readFrom(
    makeBook({
      texts: { 'one.xhtml': `<h1>One</h1>${one}`, 'two.xhtml': `<h1>Two</h1>${two}` },
      toc,
      files: { 'OPS/a.png': png },
    }),
  );
  const id = '01900000-0000-7000-8000-000000000000';
  for (const chapter of book.chapters) {
    const { html } = settleChapter(chapter, { chapterOf: () => id, pictureOf: () => id });
    if (Buffer.byteLength(html) > CHAPTER_MAX_BYTES)
      t.fail(`${chapter.key}: ${Buffer.byteLength(html)} bytes`);
  }
  t.match(book.chapters.map(({ title }) => title).slice(0, 2), ['One', 'One (2)']);
});

t.test('OPS-10 text that looks like markup counts as text', async (t) => {
  const one = lines(
    9000,
    (n) => `<p>Line ${n} says id="t1" and role="doc-noteref" ${'again '.repeat(8)}</p>`,
  );
  const links = '<p id="here">Here.</p><p><a href="#here">back</a></p>';
  const { book } = await readFrom(makeBook({ texts: { 'one.xhtml': `<h1>One</h1>${links}${one}` } }));
  t.match(book.chapters[0]?.html, '<a href="#t1">back</a>');
  t.same([...new Set(book.chapters.map(({ notes }) => notes))], [0]);
});

t.test('NOV-02 a title is cut between characters', async (t) => {
  const title = '🌧'.repeat(130);
  const text = lines(9000, (n) => `<p>Line ${n} ${'of the long chapter '.repeat(4)}</p>`);
  const { book } = await readFrom(
    makeBook({
      texts: { 'one.xhtml': `<h1>One</h1>${text}` },
      toc: `<li><a href="one.xhtml">${title}</a></li>`,
    }),
  );
  t.equal(book.chapters[0]?.title, '🌧'.repeat(120));
  t.equal(book.chapters[1]?.title, `${'🌧'.repeat(114)} (2)`);
});

t.test('NOV-02 more than 2,000 chapters are refused, by their parts too', async (t) => {
  const texts = (count: number, first: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`${n}.xhtml`, `<h1>${n}</h1>${n === 0 ? first : '<p>a</p>'}`]),
    );
  const of = (count: number, first = '<p>a</p>') =>
    makeBook({ texts: texts(count, first), toc: '<li><a href="0.xhtml">0</a></li>' });
  t.equal((await readFrom(of(2000))).book.chapters.length, 2000);
  t.equal((await refusalOf(of(2001))).reason, 'too_many_chapters');
  const long = lines(9000, (n) => `<p>Line ${n} ${'of the long chapter '.repeat(4)}</p>`);
  t.equal((await refusalOf(of(2000, long))).reason, 'too_many_chapters');
});

t.test(
  'OPS-10 a chapter that would freeze a phone is divided, and nothing of its text is lost',
  async (t) => {
    const ruby = (n: number) => `<ruby>漢${n}<rt>かん</rt></ruby>`;
    const cases: Record<string, [string, (html: string) => number, number]> = {
      'readings in one paragraph': [
        `<p>${lines(15_000, ruby)}</p>`,
        (html) => html.split('<ruby>').length - 1,
        15_000,
      ],
      'a list of readings': [
        `<ul>${lines(9000, (n) => `<li>${ruby(n)}</li>`)}</ul>`,
        (html) => html.split('<li>').length - 1,
        9000,
      ],
      terms: [
        `<dl>${lines(5000, (n) => `<dt>${ruby(n)}</dt><dd>b</dd>`)}</dl>`,
        (html) => html.split('<dt>').length - 1,
        5000,
      ],
      formulas: [
        `<p>${lines(6000, () => '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>')}</p>`,
        (html) => html.split('<mi>').length - 1,
        6000,
      ],
      emphasis: [
        `<p>${lines(30_000, (n) => `<em>w${n}</em> `)}</p>`,
        (html) => html.split('<em>').length - 1,
        30_000,
      ],
    };
    for (const [name, [body, countIn, wanted]] of Object.entries(cases)) {
      const { book } = await readFrom(makeBook({ texts: { 'one.xhtml': `<h1>One</h1>${body}` } }));
      const all = book.chapters.map(({ html }) => html);
      t.ok(
        all.every((html) => weightOf(html) <= WEIGHT_MAX),
        `${name}: no chapter is heavy`,
      );
      t.ok(all.every(isStoredProse), `${name}: each may be stored`);
      t.equal(countIn(all.join('')), wanted, `${name}: nothing is lost`);
      t.match(book.leftOut, [{ kind: 'long_lines', count: 1 }], `${name}: it is said`);
    }
    const cell = `<table><tr><td>${lines(6000, ruby)}</td></tr></table>`;
    const { book } = await readFrom(makeBook({ texts: { 'one.xhtml': `<h1>One</h1>${cell}` } }));
    const html = book.chapters.map((chapter) => chapter.html).join('');
    t.match(html, '漢5999(かん)', 'what cannot be divided keeps its readings as text');
    t.match(book.leftOut, [{ kind: 'long_lines' }, { kind: 'dense', count: 1, chapters: [1] }]);
  },
);

t.teardown(() => rm(root, { recursive: true }));
