/** What a book shows where something cannot be shown is text like any other. */
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

/** Everything that is not kept itself, in itself. */
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
