/** Fallback content of a book is text like any other. */
import { rm } from 'node:fs/promises';
import t from 'tap';
import { makeBook } from '#test/support/books.ts';
import { draw } from '#test/support/pictures.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom } = await startReading();
const png = await draw({ width: 6, height: 8, format: 'png' }, (x, y) => [x, y, 128]);

async function read(body: string) {
  const files = { 'OPS/a.png': png };
  const { book } = await readFrom(
    makeBook({ texts: { 'one.xhtml': `<h1>One</h1><p>Begin.</p>${body}` }, files }),
  );
  return { html: book.chapters[0]?.html ?? '', kinds: book.leftOut.map(({ kind }) => kind), book };
}

/** Unsupported elements, nested. */
const inside = (what: string) => `<p>Before ${what}.</p>
  <object data="x.swf"><noscript><p>Instead of ${what}.</p></noscript></object>
  <video src="v.mp4"><svg xmlns="http://www.w3.org/2000/svg"><text>Drawn in ${what}</text></svg></video>
  <button onclick="x()">Pressed in ${what}</button><picture><source srcset="b.webp"/><img src="a.png" alt="a"/></picture>
  <script>gone()</script><span epub:type="pagebreak" id="p7">7</span>`;

for (const name of ['noscript', 'canvas', 'object', 'video', 'audio', 'applet', 'map', 'noframes', 'div']) {
  t.test(`OPS-10 what stands in ${name} is read like what stands anywhere`, async (t) => {
    const { html, kinds, book } = await read(`<${name}>${inside(name)}</${name}>`);
    for (const text of [`Before ${name}.`, `Instead of ${name}.`, `Drawn in ${name}`, `Pressed in ${name}`])
      t.match(html, text);
    t.match(html, '<img data-picture="p1" alt="a">');
    t.notMatch(html, /gone|>7</);
    for (const kind of ['scripts', 'video', 'embedded', 'forms'] as const) t.ok(kinds.includes(kind), kind);
    const scripts = book.leftOut.find(({ kind }) => kind === 'scripts');
    t.equal(scripts?.count, 2, 'each script is told once: the element and the handler');
  });
}

t.test('OPS-10 of a choice between contents the chosen one is read like any other', async (t) => {
  const ops = 'xmlns:ops="http://www.idpf.org/2007/ops"';
  const { html } = await read(
    `<ops:switch ${ops}><ops:case required-namespace="x"><p>Never</p></ops:case><ops:default><object data="x.swf"><p>Chosen</p></object></ops:default></ops:switch>`,
  );
  t.match(html, '<p>Chosen</p>');
  t.notMatch(html, 'Never');
});

t.test('OPS-10 HTML in a drawing is read like any other', async (t) => {
  const { html } = await read(
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><noscript xmlns="http://www.w3.org/1999/xhtml"><p>In it</p></noscript></foreignObject></svg>',
  );
  t.match(html, '<p>In it</p>');
});

t.test('OPS-10 links find what stands in the place of something else', async (t) => {
  const { html } = await read(
    `<p><a href="#n">one</a> <a href="#d">two</a> <a href="#o">three</a></p><noscript id="n"><p>First</p></noscript>
     <svg xmlns="http://www.w3.org/2000/svg" id="d"><text>Second</text></svg><object data="x.swf" id="o"><p>Third</p></object>`,
  );
  for (const text of ['First', 'Second', 'Third']) {
    const place = new RegExp(`<p id="(t\\d)">${text}`).exec(html)?.[1];
    t.ok(place, text);
    t.match(html, `<a href="#${place}">`);
  }
});

t.teardown(() => rm(root, { recursive: true }));

const POEMS: readonly [string, string, string][] = [
  [
    'breaks and spans of lines',
    '<blockquote epub:type="z3998:verse"><p><span>one</span><br/><span class="i1">two</span><br/>three</p><p>four</p></blockquote>',
    '<p>one</p><p class="line indent">two</p><p class="line">three</p><p>four</p>',
  ],
  [
    'divisions with numbers',
    '<div class="poetry-container"><div class="stanza"><div class="verse indent0">Sing,<span class="linenum">5</span></div><div class="verse indent2">the anger</div></div><div class="stanza"><div class="verse">of</div></div></div>',
    '<p>Sing,<span class="number">5</span></p><p class="line indent">the anger</p><p>of</p>',
  ],
  [
    'spans that a sheet sets as blocks',
    '<div class="poem"><span class="line">thou <em>warrior</em></span> <span class="c8">must die</span></div>',
    '<p>thou <em>warrior</em></p><p class="line">must die</p>',
  ],
  [
    'breaks within emphasis',
    '<div class="poem"><p>our <em>sincerest<br/>laughter</em></p></div>',
    '<p>our <em>sincerest</em></p><p class="line"><em>laughter</em></p>',
  ],
  [
    'a paragraph each',
    '<p class="poem">one</p> <p class="poem">two</p>',
    '<p>one</p><p class="line">two</p>',
  ],
  ['an empty line', '<p class="poem">one<br/><br/>two</p>', '<p>one</p><p>two</p>'],
  [
    'a heading and prose',
    `<section epub:type="z3998:poem"><h3>Ode</h3><p>one</p><p>two</p><p>${'prose '.repeat(40).trim()}</p></section>`,
    `<h3>Ode</h3><p>one</p><p class="line">two</p><p>${'prose '.repeat(40).trim()}</p>`,
  ],
];

for (const [name, poem, lines] of POEMS) {
  t.test(`OPS-10 verse is set line by line: ${name}`, async (t) => {
    const { html } = await read(`<style>.c8 { display: block }</style>${poem}<p>Prose again.</p>`);
    t.match(html, `<blockquote class="verse">${lines}</blockquote>\n<p>Prose again.</p>`);
  });
}

t.test('OPS-10 links lead to lines, stanzas and numbers of a poem', async (t) => {
  const { html } = await read(
    '<p><a href="#a">a</a> <a href="#b">b</a></p><div class="poem"><div class="stanza" id="a">one<br/></div><div class="stanza"><span id="b">two</span></div></div>',
  );
  t.match(html, /<p id="t1">one<\/p>/);
  t.match(html, /<p id="t2">two<\/p>/);
});
