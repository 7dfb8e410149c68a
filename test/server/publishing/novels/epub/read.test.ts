import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import { type BookParts, makeBook, xhtml } from '#test/support/books.ts';
import { draw } from '#test/support/pictures.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom } = await startReading();
const jpeg = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
const png = await draw({ width: 6, height: 8, format: 'png' }, (x, y) => [x, y, 128]);

const read = async (parts: BookParts): Promise<Book> => (await readFrom(makeBook(parts))).book;
const titles = ({ chapters }: Book) => chapters.map(({ title }) => title);
const htmlOf = ({ chapters }: Book) => chapters.map(({ html }) => html).join('\n');
const kindsOf = ({ leftOut }: Book) => leftOut.map(({ kind }) => kind);

t.test('OPS-10 NOV-02 a book becomes chapters, called as its table of contents says', async (t) => {
  const book = await read({
    title: 'The Long Way',
    language: 'en-GB',
    metadata: '<dc:creator>Mira Sol</dc:creator>',
    texts: {
      'one.xhtml': '<section><h1>Chapter 1</h1><h2>Morning</h2><p>It <i>began</i>.</p></section>',
      'more.xhtml': '<p>It went on.</p>',
      'two.xhtml': '<h1>Evening</h1><p>It ended.</p>',
      'blank.xhtml': '<p> </p>',
      'nav.xhtml': '<p>never read as this</p>',
    },
    toc: '<li><a href="one.xhtml">Chapter 1: Morning</a></li>',
    files: {
      'OPS/nav.xhtml': xhtml(
        '<nav epub:type="toc"><ol><li><a href="one.xhtml">Chapter 1: Morning</a></li></ol></nav>',
      ),
    },
  });
  t.match(book, {
    title: 'The Long Way',
    authors: ['Mira Sol'],
    language: 'en-GB',
    direction: null,
    isVertical: false,
  });
  t.same(
    book.chapters.map(({ title, html }) => [title, html]),
    [
      ['Chapter 1: Morning', '<p>It <em>began</em>.</p>\n<p>It went on.</p>'],
      ['Evening', '<p>It ended.</p>'],
    ],
    'headings that repeat a title go, files without a name continue, empty ones and lists of links are none',
  );
  t.match(book.chapters[0], { key: 'c1', words: 5, source: 'OPS/one.xhtml' });
});

t.test('OPS-10 EPUB 2: NCX, guide, cover, named entities, no namespaces', async (t) => {
  const { book, folder } = await readFrom(
    makeBook({
      texts: {
        'cover.xhtml':
          '<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="c.jpg" width="60" height="80"/></svg>',
        'one.xhtml':
          '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://127.0.0.1:45999/x.dtd"><html><head><title/></head><body><p>Caf&eacute;&nbsp;&mdash; noir</p></body></html>',
      },
      items: ['ncx toc.ncx application/x-dtbncx+xml', 'c c.jpg image/jpeg'],
      metadata: '<meta name="cover" content="c"/>',
      spine: '<itemref idref="x0"/><itemref idref="x1"/>',
      files: {
        'OPS/c.jpg': jpeg,
        'OPS/toc.ncx':
          '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Caf&#233;</text></navLabel><content src="one.xhtml"/></navPoint></navMap></ncx>',
      },
      without: ['OPS/nav.xhtml'],
    }),
  );
  t.same(titles(book), ['Café'], 'a page of nothing but the cover is no chapter');
  t.equal(htmlOf(book), '<p>Café\u00a0— noir</p>');
  t.equal(book.cover, 'p1');
  t.match(book.pictures, [{ token: 'p1', name: 'c.jpg', type: 'image/jpeg' }]);
  t.same(await readFile(join(folder, 'p1.jpg')), jpeg);
});

t.test('OPS-10 a file with several chapters is divided, and links find them', async (t) => {
  const book = await read({
    texts: {
      'one.xhtml': `<section id="a"><h2>First</h2><p>Go to <a href="#note">the end</a> or <a href="two.xhtml#x">on</a>.</p></section>
        <section id="b"><h2>Second</h2><p>Text.</p><p id="note">The end. <a href="#a">First</a></p></section>`,
      'two.xhtml':
        '<h1>Third</h1><p>A.</p><p>B <span id="x">here</span>. <a href="http://example.com/">Out</a></p>',
    },
    toc: '<li><a href="one.xhtml#a">First</a></li><li><a href="one.xhtml#b">Second</a></li><li><a href="two.xhtml">Third</a></li>',
  });
  t.same(titles(book), ['First', 'Second', 'Third']);
  const [first = '', second = '', third = ''] = book.chapters.map(({ html }) => html);
  t.match(first, '<a href="chapter:c2#t1">the end</a>');
  t.match(first, '<a href="chapter:c3#t1">on</a>');
  t.match(second, '<p id="t1">The end. <a href="chapter:c1');
  t.match(third, 'id="t1"');
  t.match(third, '<a href="http://example.com/" rel=');
});

t.test('OPS-10 notes of EPUB 3 and of EPUB 2', async (t) => {
  const book = await read({
    texts: {
      'one.xhtml': `<h1>One</h1><p>Rain<a epub:type="noteref" href="#n1">1</a> and snow<sup><a id="r2" href="notes.xhtml#n2">2</a></sup>.</p>
        <aside epub:type="footnote" id="n1"><p>Of March.</p></aside>`,
      'notes.xhtml': '<h1>Notes</h1><p id="n2"><a href="one.xhtml#r2">2</a> Of April.</p>',
    },
    toc: '<li><a href="one.xhtml">One</a></li><li><a href="notes.xhtml">Notes</a></li>',
  });
  const [one, notes] = book.chapters;
  t.match(one?.html, /<a href="#t\d" role="doc-noteref">1<\/a>/);
  t.match(one?.html, /<sup>.*role="doc-noteref".*<\/sup>|role="doc-noteref"[^>]*><sup>2/);
  t.match(
    one?.html,
    /<aside id="t\d" role="doc-footnote"><p>Of March\.<\/p><\/aside>|<aside role="doc-footnote" id="t\d">/,
  );
  t.equal(one?.notes, 2);
  t.match(notes?.html, /<a href="chapter:c1#t\d+" role="doc-backlink">2<\/a>/);
});

t.test('OPS-10 pictures come out by their content, with their words', async (t) => {
  const book = await read({
    texts: {
      'one.xhtml': `<h1>One</h1><figure><img src="../pics/a%20b.jpg" alt="A hill"/><figcaption>Hill</figcaption></figure>
        <p>Small <img src="small.png"/> one, <img src="gone.png" alt="lost"/> and <img src="x.gif" alt="moving"/>
        and <img src="http://127.0.0.1:45999/far.png" alt="far"/>.</p>
        <p><img src="data:image/png;base64,${png.toString('base64')}" alt="inside"/></p>`,
    },
    files: { 'pics/a b.jpg': jpeg, 'OPS/small.png': png, 'OPS/x.gif': 'BM' },
  });
  const html = htmlOf(book);
  t.match(html, /<img data-picture="p1" alt="A hill">/);
  t.match(html, 'lost and moving and far', 'words stay where pictures go');
  t.match(book.pictures, [
    { token: 'p1', name: 'a b.jpg', uses: 1, withoutAlt: 0 },
    { token: 'p2', type: 'image/png', withoutAlt: 1 },
    { token: 'p3' },
  ]);
  t.match(book.leftOut, [
    { kind: 'remote', count: 1, names: ['http://127.0.0.1:45999/far.png'], chapters: [1] },
    { kind: 'pictures', count: 2, names: ['OPS/gone.png', 'OPS/x.gif'], chapters: [1] },
  ]);
});

t.test('OPS-10 WebP and GIF pictures of a book are taken, whatever they are called', async (t) => {
  const webp = Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1');
  const { pictures, leftOut } = await read({
    texts: { 'one.xhtml': '<h1>One</h1><p><img src="a.webp"/><img src="b.gif"/><img src="c.jpg"/></p>' },
    files: { 'OPS/a.webp': webp, 'OPS/b.gif': 'GIF89a', 'OPS/c.jpg': Buffer.concat([webp, webp]) },
  });
  t.same(
    pictures.map(({ name, type }) => [name, type]),
    [
      ['a.webp', 'image/webp'],
      ['b.gif', 'image/gif'],
      ['c.jpg', 'image/webp'],
    ],
  );
  t.same(leftOut, []);
});

t.test('OPS-10 what is active, far or only looks is left out, and said', async (t) => {
  const book = await read({
    language: 'ja',
    texts: {
      'one.xhtml': xhtml(
        `<h1>One</h1><p onclick="x()">Text <a href="javascript:x()">link</a></p><script>x()</script><form><input name="q"/>Ask</form>
        <audio src="a.mp3"/><video><source src="v.mp4"/></video><iframe src="http://127.0.0.1:45999/"/>
        <p class="mid">Middle</p><p>An <span class="it">idea</span></p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>
        <svg xmlns="http://www.w3.org/2000/svg"><title>A square</title><path d="M0 0"/></svg>`,
        '<link rel="stylesheet" href="s.css"/>',
      ),
    },
    items: ['css s.css text/css', 'f f.otf font/otf'],
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    files: {
      'OPS/s.css':
        '@import url("http://127.0.0.1:45999/i.css"); html { writing-mode: vertical-rl } .mid { text-align: center } /* } */ span.it { font-style: italic }',
    },
  });
  const html = htmlOf(book);
  t.same(kindsOf(book).sort(), [
    'audio',
    'embedded',
    'fonts',
    'forms',
    'layout',
    'links',
    'remote',
    'scripts',
    'styles',
    'svg',
    'video',
  ]);
  t.ok(book.isVertical);
  t.match(html, '<p class="center">Middle</p>');
  t.match(html, '<em>idea</em>');
  t.match(html, '<math><mi>x</mi></math>');
  t.match(html, 'A square');
  t.match(html, 'Ask');
  t.notMatch(html, /script|onclick|127\.0\.0\.1|iframe/);
});

t.test('OPS-10 a long chapter is parted between blocks, and links follow', async (t) => {
  const lines = Array.from(
    { length: 9000 },
    (_, index) => `<p id="l${index}">Line ${index} ${'of the long chapter '.repeat(4)}</p>`,
  );
  const book = await read({
    texts: {
      'one.xhtml': `<h1>One</h1>${lines.join('')}<p><a href="#l5">back</a></p>`,
      'two.xhtml': '<h1>Two</h1><p><a href="one.xhtml#l8999">there</a></p>',
    },
    toc: '<li><a href="one.xhtml">One</a></li><li><a href="two.xhtml">Two</a></li>',
  });
  t.same(titles(book), ['One', 'One (2)', 'One (3)', 'Two']);
  const last = book.chapters[2];
  t.match(last?.html, '<a href="chapter:c1#t1">back</a>');
  t.match(book.chapters[3]?.html, new RegExp(`<a href="chapter:${last?.key}#t2">there</a>`));
  t.ok(last?.html.includes('<p id="t2">Line 8999'));
});

t.test('nothing is left but pictures', async (t) => {
  const { folder } = await readFrom(makeBook());
  t.same(await readdir(folder), []);
  await rm(root, { recursive: true });
});
