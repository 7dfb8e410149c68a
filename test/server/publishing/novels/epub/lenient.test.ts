/** Books that other readers open are accepted: names, encodings and syntax as programs really write them. */
import { rm } from 'node:fs/promises';
import t from 'tap';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import { type BookParts, bookFiles, makeBook } from '#test/support/books.ts';
import { makeZip, type ZipEntry } from '#test/support/make-zip.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom, refusalOf } = await startReading();
const read = async (parts: BookParts): Promise<Book> => (await readFrom(makeBook(parts))).book;
const htmlOf = ({ chapters }: Book) => chapters.map(({ html }) => html).join('\n');
const titles = ({ chapters }: Book) => chapters.map(({ title }) => title);
const page = (body: string, head = '') =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>${head}</head><body>${body}</body></html>`;

const renamed = (parts: BookParts, change: (entry: ZipEntry) => ZipEntry): Buffer =>
  makeZip(Object.entries(bookFiles(parts)).map(([name, data]) => change({ name, data: Buffer.from(data) })));

t.test('OPS-10 NOV-10 a file is found under any spelling of its name', async (t) => {
  const text = '<h1>Übung</h1><p>Text.</p>';
  const of = async (href: string, change: (entry: ZipEntry) => ZipEntry) => {
    const parts = { texts: { [href]: text }, toc: `<li><a href="${href}">Übung</a></li>` };
    return titles((await readFrom(renamed(parts, change))).book);
  };
  const call = (from: string, to: string | Buffer) => (entry: ZipEntry) =>
    String(entry.name).endsWith(from)
      ? { ...entry, name: to, ...(typeof to !== 'string' && { isUtf8: false }) }
      : entry;
  const cases: [string, string, (entry: ZipEntry) => ZipEntry][] = [
    ['another case', 'Text/ch1.xhtml', call('ch1.xhtml', 'OPS/text/Ch1.XHTML')],
    [
      'backslashes',
      'Text/ch1.xhtml',
      (entry) => ({ ...entry, name: String(entry.name).replaceAll('/', '\\') }),
    ],
    ['another form of Unicode', 'U\u0308bung.xhtml', call('bung.xhtml', 'OPS/Übung.xhtml')],
    ['escapes in the archive', 'my%20ch.xhtml', call('.xhtml', 'OPS/my%20ch.xhtml')],
    ['a percent sign', '100%.xhtml', (entry) => entry],
    ['UTF-8 without its flag', 'Übung.xhtml', call('bung.xhtml', Buffer.from('OPS/Übung.xhtml'))],
    [
      'the alphabet of old PCs',
      'Übung.xhtml',
      call('bung.xhtml', Buffer.from('OPS/\u009abung.xhtml', 'latin1')),
    ],
    ['the alphabet of Windows', 'Übung.xhtml', call('bung.xhtml', Buffer.from('OPS/Übung.xhtml', 'latin1'))],
    ['a dot before', 'ch1.xhtml', (entry) => ({ ...entry, name: `./${entry.name}` })],
  ];
  for (const [name, href, change] of cases) {
    const only = (entry: ZipEntry) => (String(entry.name).includes('nav.') ? entry : change(entry));
    t.same(await of(href, name === 'escapes in the archive' ? only : change), ['Übung'], name);
  }
  const two = renamed({ texts: { 'CH1.xhtml': text }, toc: '<li/>' }, call('CH1.xhtml', 'OPS/ch1.xhtml'));
  t.equal((await readFrom(two)).book.chapters.length, 1);
  const both = makeBook({
    texts: { 'CH1.xhtml': text },
    without: ['OPS/CH1.xhtml'],
    files: { 'OPS/ch1.xhtml': text, 'OPS/Ch1.xhtml': text },
  });
  t.equal((await refusalOf(both)).reason, 'missing_file', 'which of two is meant nobody knows');
  const out = renamed({}, (entry) => ({ ...entry, name: `..\\${entry.name}` }));
  t.equal((await refusalOf(out)).reason, 'unsafe', 'a way out by backslashes');
});

t.test('OPS-10 NOV-10 an encoding told wrongly, or only inside, is read by its bytes', async (t) => {
  const meta = (charset: string) =>
    `<meta http-equiv="Content-Type" content="text/html; charset=${charset}"/>`;
  const declared = (encoding: string, text: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n${page(text)}`;
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  const glava = [0xc3, 0xeb, 0xe0, 0xe2, 0xe0];
  const around = (bytes: readonly number[], head = '', start = '') =>
    Buffer.concat([
      Buffer.from(`${start}${page('<p>', head).split('</body>')[0]}`),
      Buffer.from(bytes),
      Buffer.from('</p></body></html>'),
    ]);
  const mark = Buffer.from('\ufeff');
  const cases: [string, Buffer, RegExp][] = [
    ['UTF-16 declared over UTF-8', Buffer.from(declared('utf-16', '<p>Größe</p>')), /Größe/],
    ['Latin 1 declared over UTF-8', Buffer.from(declared('iso-8859-1', '<p>Größe</p>')), /Größe/],
    [
      'a mark of UTF-8 against the declaration',
      Buffer.concat([mark, Buffer.from(declared('utf-16', '<p>Größe</p>'))]),
      /Größe/,
    ],
    ['UTF-16 with a mark, declared as UTF-8', utf16(`\ufeff${declared('utf-8', '<p>Größe</p>')}`), /Größe/],
    ['UTF-16 without a mark behind a blank line', utf16(`\n${declared('utf-16', '<p>Größe</p>')}`), /Größe/],
    ['windows-1251 in a meta', around(glava, meta('windows-1251')), /Глава/],
    [
      'windows-1251 in a meta against the declaration',
      around(glava, meta('windows-1251'), '<?xml version="1.0" encoding="utf-8"?>'),
      /Глава/,
    ],
    [
      'cp1251 in a declaration behind a blank line',
      around(glava, '', '\n<?xml version="1.0" encoding="cp-1251"?>'),
      /Глава/,
    ],
    ['KOI8-R', around([0xe7, 0xcc, 0xc1, 0xd7, 0xc1], meta('koi8-r')), /Глава/],
    ['Shift JIS', around([0x91, 0xe6, 0x88, 0xea, 0x8f, 0xcd], meta('Shift_JIS')), /第一章/],
    ['a name that nobody knows over UTF-8', Buffer.from(declared('x-unknown', '<p>Größe</p>')), /Größe/],
  ];
  for (const [name, data, wanted] of cases)
    t.match(htmlOf(await read({ files: { 'OPS/one.xhtml': data } })), wanted, name);
  const ncx =
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Größe</text></navLabel><content src="one.xhtml"/></navPoint></navMap></ncx>';
  const opf = bookFiles({
    title: 'Größe',
    items: ['ncx toc.ncx application/x-dtbncx+xml'],
    without: ['OPS/nav.xhtml'],
  });
  const book = await read({
    files: {
      'META-INF/container.xml': utf16(`\ufeff${opf['META-INF/container.xml']}`),
      'OPS/book.opf': Buffer.from(
        `\n<!-- made -->\n<?xml version="1.0" encoding="utf-16"?>${opf['OPS/book.opf']}`,
      ),
      'OPS/toc.ncx': Buffer.from(`<?xml version="1.0" encoding="latin-1"?>${ncx}`, 'latin1'),
    },
    without: ['OPS/nav.xhtml'],
  });
  t.same([book.title, titles(book)], ['Größe', ['Größe']], 'in container, package and NCX, too');
  const broken = await refusalOf(makeBook({ files: { 'OPS/one.xhtml': around([0xff, 0xfe], '', '\n\n') } }));
  t.match(broken, { reason: 'encoding', file: 'OPS/one.xhtml', line: 3, excerpt: [{}, {}, { number: 3 }] });
});

t.test('OPS-10 NOV-10 what stands before a file’s first element costs no book', async (t) => {
  const text = page('<p>Text&nbsp;here</p>');
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const cases = [
    `\n${declaration}\n${text}`,
    `<!-- made by hand -->\n${declaration}${text}`,
    `\ufeff\ufeff${declaration}${text}`,
    `${declaration}${declaration}${text}`,
    `<?xml version="1.0" encoding=utf-8?>${text}`,
    `<?xml version='1.0'?><!DOCTYPE html [<!ENTITY nbsp "&#160;"><!ENTITY lt "&#38;#60;">]>${text}`,
    `<!doctype html>${text}\0\0`,
  ];
  for (const file of cases)
    t.equal(
      htmlOf(await read({ files: { 'OPS/one.xhtml': file } })),
      '<p>Text\u00a0here</p>',
      file.slice(0, 40),
    );
  const subset = (declared: string) =>
    refusalOf(makeBook({ files: { 'OPS/one.xhtml': `<!DOCTYPE html [${declared}]>${text}` } }));
  for (const declared of [
    '<!ENTITY a SYSTEM "http://127.0.0.1:45999/a">',
    '<!ENTITY % a "b"> %a;',
    '<!ENTITY a "&b;"><!ENTITY b "b">',
    '<!ENTITY a "&#38;b;">',
    '<!ENTITY a "<b>x</b>">',
    '<!ENTITY a "longer than its name">',
    '<!ENTITY a PUBLIC "b" "c">',
  ])
    t.equal((await subset(declared)).reason, 'entities', declared);
});

t.test('OPS-10 NOV-10 prefixes that nobody declared are forgiven', async (t) => {
  const book = await read({
    texts: {
      'one.xhtml':
        '<p o:gfxdata="x">Word<o:p></o:p></p><w:sdt><p>held</p></w:sdt><st1:place w:st="on">Rome</st1:place><v:shape><v:imagedata src="x"/></v:shape><mml:math><mml:mi>x</mml:mi></mml:math><any:thing>else</any:thing>',
    },
    metadata: '<calibre:x>1</calibre:x><meta name="a" foo:bar="b"/>',
  });
  const html = htmlOf(book);
  for (const wanted of ['Word', 'held', 'Rome', '<mi>x</mi>', 'else']) t.ok(html.includes(wanted), wanted);
});

t.test('OPS-10 NOV-10 text that is written as HTML is read as HTML', async (t) => {
  const of = async (body: string) => htmlOf(await read({ texts: { 'one.xhtml': `<h1>One</h1>${body}` } }));
  t.equal(await of('<p>one<br>two</p><hr><p>three</p>'), '<p>one<br>two</p>\n<hr>\n<p>three</p>');
  t.equal(
    await of('<p>Graham & James, R&B &copy &foo; 1 < 2</p>'),
    '<p>Graham &amp; James, R&amp;B © &amp;foo; 1 &lt; 2</p>',
  );
  t.equal(
    await of('<P CLASS=x>a <B>b</b> c</P><ol reversed><li>d</li></ol>'),
    '<p>a <strong>b</strong> c</p>\n<ol reversed=""><li>d</li></ol>',
  );
  t.equal(
    await of('<p>x<br></br>y</p></p><a id="p1"/><p>z</p>'),
    '<p>x</p>\n<p>y</p>\n<p>z</p>'.replace('</p>\n<p>y', '<br>y'),
  );
  t.match(
    await of('<p>a<br></p><script src="x"/><p>b <![CDATA[<c>]]></p>'),
    /b &lt;c&gt;/,
    'an empty script holds nothing',
  );
  t.notMatch(await of('<p>a<br></p><script>alert(1)</script><p onclick=x>b</p>'), /alert|onclick/);
  t.match(
    await of('<p>a<br></p><svg><image xlink:href="x.png"/><text>in a drawing</text></svg>'),
    /in a drawing/,
  );
  const refuse = (body: string) => refusalOf(makeBook({ texts: { 'one.xhtml': body } }));
  t.match(await refuse('<p>a<br>\n<p>b</p>'), { reason: 'not_closed', element: 'p', line: 6 });
  t.match(
    await refuse('<p>a & b <i>c</p>'),
    { reason: 'not_closed', element: 'i', line: 6 },
    'not because of its ampersand',
  );
  t.match(
    await refuse('<p class="a>text</p>'),
    { reason: 'not_well_formed', file: 'OPS/one.xhtml' },
    'text would be lost',
  );
  t.match(await refuse(`<br>${'<div>'.repeat(300)}a${'</div>'.repeat(300)}`), { reason: 'too_tangled' });
  t.match(await refuse(`<br><p ${Array.from({ length: 300 }, (_, n) => `a${n}`).join(' ')}>a</p>`), {
    reason: 'too_tangled',
  });
});

t.test('OPS-10 NOV-10 a bare ampersand costs no package and no table of contents', async (t) => {
  const book = await read({
    title: 'Graham & James &foo',
    toc: '<li><a href="one.xhtml?a=1&b=2">Q & A<br></a></li>',
    texts: { 'one.xhtml': '<p>Text.</p>' },
  });
  t.same([book.title, titles(book)], ['Graham & James &foo', ['Q & A']]);
});

t.test('OPS-10 NOV-10 bytes behind a whole archive are nobody’s business', async (t) => {
  const whole = makeBook();
  for (const tail of [
    '\r\n',
    '------boundary--\r\n',
    `PK\u0005\u0006${'\0'.repeat(40)}`,
    'x'.repeat(60_000),
  ]) {
    const { book } = await readFrom(Buffer.concat([whole, Buffer.from(tail, 'latin1')]));
    t.equal(book.chapters.length, 1, JSON.stringify(tail.slice(0, 12)));
  }
  const cut = Buffer.concat([whole.subarray(0, whole.length - 30), Buffer.from('\r\n')]);
  t.equal((await refusalOf(cut)).reason, 'damaged');
});

t.test('NOV-10 a fault of the container is called by its name', async (t) => {
  const deep = renamed({}, (entry) => ({ ...entry, name: `My Book/${entry.name}` }));
  t.match(await refusalOf(deep), { reason: 'in_folder' });
  t.match(await refusalOf(makeBook({ without: ['mimetype'] })), {
    reason: 'mimetype_missing',
    file: 'mimetype',
  });
  const wrong = await refusalOf(makeBook({ files: { mimetype: 'application/zip' } }));
  t.match(wrong, { reason: 'mimetype_wrong', line: 1, excerpt: [{ number: 1, text: 'application/zip' }] });
  t.equal(
    (await readFrom(makeBook({ files: { mimetype: '\ufeffapplication/epub+zip\n' } }))).book.chapters.length,
    1,
  );
  t.equal((await refusalOf(makeZip([{ name: 'a.txt' }]))).reason, 'not_epub');
});

t.test('OPS-10 a file that the spine names twice is read once', async (t) => {
  const book = await read({
    texts: { 'one.xhtml': '<h1>One</h1><p>a</p>', 'two.xhtml': '<h1>Two</h1><p>b</p>' },
    items: ['again one.xhtml application/xhtml+xml'],
    spine: '<itemref idref="x0"/><itemref idref="again"/><itemref idref="X1"/>',
  });
  t.same(titles(book), ['One', 'Two']);
});

t.teardown(() => rm(root, { recursive: true }));
