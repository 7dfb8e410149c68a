/** Chapters of a book's table of contents are kept, wherever the links point and whatever surrounds them. */
import { rm } from 'node:fs/promises';
import t from 'tap';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import { type BookParts, makeBook, xhtml } from '#test/support/books.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom } = await startReading();
const read = async (parts: BookParts): Promise<Book> => (await readFrom(makeBook(parts))).book;
const titles = ({ chapters }: Book) => chapters.map(({ title }) => title);
const text = (name: string) => `<p>${`The text of ${name} goes on. `.repeat(30)}</p>`;
const NUMBERS = [1, 2, 3];
const toc = NUMBERS.map((n) => `<li><a href="all.xhtml#c${n}">Chapter ${n}</a></li>`).join('');
const wanted = NUMBERS.map((n) => `Chapter ${n}`);

const together = (body: string, more: BookParts = {}) => read({ texts: { 'all.xhtml': body }, toc, ...more });
const each = (chapter: (n: number) => string) =>
  NUMBERS.map((n) => chapter(n) + text(`part ${n}`)).join('\n');

/** True when each chapter contains its own text and no other. */
function holdsEach(book: Book): boolean {
  return NUMBERS.every((n, index) => {
    const html = book.chapters[index]?.html ?? '';
    return NUMBERS.every((other) => html.includes(`part ${other} goes`) === (other === n));
  });
}

t.test('NOV-02 a chapter begins at its heading, wherever in it or around it the link leads', async (t) => {
  const cases: Record<string, (n: number) => string> = {
    'before it': (n) => `<a id="c${n}"></a><h2>Chapter ${n}</h2>`,
    'in a paragraph before it': (n) => `<p><a id="c${n}"></a></p><h2>Chapter ${n}</h2>`,
    'behind its words': (n) => `<h2>Chapter ${n} <a id="c${n}"></a></h2>`,
    'deep in it': (n) => `<h2><b>Chapter <i><span id="c${n}">${n}</span></i></b></h2>`,
    'on its second line': (n) => `<h2>Chapter ${n}<br/><span id="c${n}">The title</span></h2>`,
    'behind it': (n) => `<h2>Chapter ${n}</h2><a name="c${n}"></a>`,
    'behind what holds it': (n) => `<div><h2>Chapter ${n}</h2></div><p id="c${n}">First.</p>`,
    'in a group': (n) => `<hgroup><h2>Chapter ${n}</h2><h3 id="c${n}">The title</h3></hgroup>`,
    'at a paragraph that looks like one': (n) =>
      `<p class="title">Chapter ${n}<br/><a id="c${n}"></a>The title</p>`,
    'in bare text': (n) => `Chapter ${n} <a id="c${n}"></a>The title`,
    'by another case': (n) => `<h2 id="C${n}">Chapter ${n}</h2>`,
    'at a section': (n) => `<section id="c${n}"><h2>Chapter ${n}</h2></section>`,
  };
  for (const [name, chapter] of Object.entries(cases)) {
    const book = await together(each(chapter));
    t.same(titles(book), wanted, name);
    t.ok(holdsEach(book), `${name}: each has its text`);
    t.ok(
      book.chapters.every(({ html }, index) => !html.includes(`Chapter ${index + 2}`)),
      `${name}: no heading stands in the chapter before`,
    );
  }
});

t.test('NOV-02 a chapter that begins in the middle of a paragraph begins there', async (t) => {
  const lines = NUMBERS.map((n) => `<a id="c${n}"></a>${'text '.repeat(50)} part ${n} goes `);
  const book = await together(`<p>${lines.join('')}</p>`);
  t.same(titles(book), wanted);
  t.ok(holdsEach(book));
  const breaks = await together(
    NUMBERS.map((n) => `Chapter ${n}<a id="c${n}"></a><br/><br/>part ${n} goes<br/><br/>`).join(''),
  );
  t.same(titles(breaks), wanted);
  t.ok(holdsEach(breaks));
});

t.test('NOV-02 whatever wraps the text of a file, its chapters are kept', async (t) => {
  const inner = each((n) => `<h2 id="c${n}">Chapter ${n}</h2>`);
  const wrappers =
    'blockquote div section article main figure center font span aside header footer form fieldset details address em i b big small u del ins label mark nobr pre q search x-own button noscript object map canvas o:p';
  const all: [string, string][] = [
    ...wrappers.split(' ').map((name): [string, string] => [`<${name}>`, `</${name}>`]),
    ['<table><tr><td>', '</td></tr></table>'],
    ['<table><tbody><tr><td>1</td><td>', '</td></tr></tbody></table>'],
    ['<ul><li>', '</li></ul>'],
    ['<dl><dd>', '</dd></dl>'],
    ['<div><blockquote><span>', '</span></blockquote></div>'],
    ['<a>', '</a>'],
  ];
  for (const [open, close] of all) {
    const book = await together(`${open}${inner}${close}`);
    t.same(titles(book), wanted, open);
    t.ok(holdsEach(book), `${open}: each has its text`);
    t.notMatch(book.chapters[1]?.html ?? '', /<(?:blockquote|table|ul|dl|figure)/, `${open} was layout`);
  }
  const apart = await together(
    each((n) => `<table><tr><td><a id="c${n}"></a><h2>Chapter ${n}</h2></td></tr></table>`),
  );
  t.same(titles(apart), wanted, 'a heading in a table of its own');
  t.match(apart.chapters[0]?.html, /part 1/);
});

t.test('NOV-02 the title of the book and its parts are no chapters, and hide none', async (t) => {
  const below = (head: string, list: string) => `<li><a href="all.xhtml">${head}</a><ol>${list}</ol></li>`;
  const chapters = each((n) => `<h2 id="c${n}">Chapter ${n}</h2>`);
  const rooted = await together(`<h1>The Lamp</h1>${chapters}`, { toc: below('The Lamp', toc) });
  t.same(titles(rooted), wanted, 'the title as root');
  const foreword = await together(`<h1>The Lamp</h1>${text('a foreword')}${chapters}`, {
    toc: below('The Lamp', toc),
  });
  t.same(titles(foreword), ['The Lamp', ...wanted], 'a root with a text of its own');
  const part = (n: number) =>
    `<li><a href="p${n}.xhtml">Part ${n}</a><ol><li><a href="p${n}.xhtml#a">A${n}</a></li><li><a href="p${n}.xhtml#b">B${n}</a></li></ol></li>`;
  const body = (n: number) =>
    `<h1>Part ${n}</h1><p>A motto.</p><h2 id="a">A${n}</h2>${text('a')}<h2 id="b">B${n}</h2>${text('b')}`;
  const parts = await read({ texts: { 'p1.xhtml': body(1), 'p2.xhtml': body(2) }, toc: part(1) + part(2) });
  t.same(titles(parts), ['Part 1', 'A1', 'B1', 'Part 2', 'A2', 'B2'], 'a motto is not lost');
  const point = (n: string, src: string, inner = '') =>
    `<navPoint><navLabel><text>${n}</text></navLabel><content src="${src}"/>${inner}</navPoint>`;
  const ncx = await together(`<h1>The Lamp</h1>${chapters}`, {
    items: ['ncx toc.ncx application/x-dtbncx+xml'],
    without: ['OPS/nav.xhtml'],
    files: {
      'OPS/toc.ncx': `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${point('The Lamp', 'all.xhtml', NUMBERS.map((n) => point(`Chapter ${n}`, `all.xhtml#c${n}`)).join(''))}</navMap></ncx>`,
    },
  });
  t.same(titles(ncx), wanted, 'by the NCX');
  const sections = await together(
    `<h1 id="c1">Chapter 1</h1>${text('one')}<h2 id="s">Section</h2>${text('two')}`,
    {
      toc: '<li><a href="all.xhtml#c1">Chapter 1</a><ol><li><a href="all.xhtml#s">Section</a></li></ol></li><li><a href="all.xhtml#c1">Chapter 1</a></li>',
    },
  );
  t.same(titles(sections), ['Chapter 1'], 'sections of a chapter are none');
});

t.test('NOV-02 a table of contents is found however it is marked', async (t) => {
  const texts = { 'a.xhtml': '<p>a</p>', 'b.xhtml': '<p>b</p>' };
  const links = ['a', 'b'].map((n) => `<a href="${n}.xhtml">Called ${n}</a>`);
  const items = links.map((link) => `<li>${link}</li>`).join('');
  const cases = {
    role: `<nav role="doc-toc"><ol>${items}</ol></nav>`,
    'nothing at all': `<nav><h2>Contents</h2><ol>${items}</ol></nav>`,
    'an id': `<nav><ol><li><a href="a.xhtml">no</a></li></ol></nav><nav id="toc"><ol>${items}</ol></nav>`,
    'an unordered list': `<nav epub:type="toc"><ul>${items}</ul></nav>`,
    'links in paragraphs': `<nav epub:type="toc"><ol>${links.map((link) => `<li><p><b>${link}</b></p></li>`).join('')}</ol></nav>`,
    'a list in a box': `<nav epub:type="toc"><div><ol>${items}</ol></div></nav>`,
    'no list': `<nav epub:type="toc">${links.map((link) => `<p>${link}</p>`).join('')}</nav>`,
    'no nav': `<div><ol>${items}</ol></div>`,
    landmarks: `<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="b.xhtml">Start</a></li></ol></nav><nav><ol>${items}</ol></nav>`,
  };
  for (const [name, nav] of Object.entries(cases))
    t.same(
      titles(await read({ texts, files: { 'OPS/nav.xhtml': xhtml(nav) } })),
      ['Called a', 'Called b'],
      name,
    );
});

t.test('NOV-02 a title over two lines keeps its words apart', async (t) => {
  const cases: [string, string][] = [
    ['Chapter One<br/>The Storm', 'Chapter One The Storm'],
    ['<span>2</span><span>The Calm</span>', '2 The Calm'],
    ['III<img src="x.png" alt=""/>The End', 'III The End'],
    ['<div>Chapter One</div><div>The Storm</div>', 'Chapter One The Storm'],
    ['<small>Chapter 1</small><b>The Storm</b>', 'Chapter 1 The Storm'],
    ['<span>T</span>he Storm', 'The Storm'],
    ['<span>T</span><span>he Storm</span>', 'The Storm'],
    ['<b>第一章</b><i>嵐</i>', '第一章 嵐'],
  ];
  for (const [heading, title] of cases) {
    const body = `<h1>${heading}</h1><p>Text.</p>`;
    t.same(titles(await read({ texts: { 'one.xhtml': body }, toc: '<li/>' })), [title], heading);
  }
  const link = '<li><a href="one.xhtml"><span>1</span><span>The Storm</span></a></li>';
  t.same(titles(await read({ toc: link })), ['1 The Storm'], 'in the table of contents, too');
});

t.teardown(() => rm(root, { recursive: true }));
