/** A book's metadata can always be stored: without forbidden characters, and at most one line. */
import { rm } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { isStorable } from '#server/lib/text.ts';
import { makeBook } from '#test/support/books.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom, refusalOf } = await startReading();
const LONG = 'x'.repeat(100_000);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function holdStorable(t: Test, value: unknown, what: string): void {
  for (const text of textsIn(value)) {
    t.notOk(
      [...text].some((sign) => sign < '\t'),
      what,
    );
    t.ok(isStorable(text), what);
    t.ok(text.length <= 1000, `${what}: ${text.length} characters`);
  }
}

t.test('NOV-10 what a refusal says of a book can be stored', async (t) => {
  const nul = '\0';
  const cases = {
    'a NUL in a line': { 'OPS/one.xhtml': `<html><body><p>a${nul}b</body></html>` },
    'a NUL in a name': {
      'META-INF/container.xml': '<container><rootfile full-path="OPS/%00.opf"/></container>',
    },
    'a long line': { 'OPS/one.xhtml': `<html><body><p>${LONG}<b></p></body></html>` },
    'a long name': { 'OPS/one.xhtml': `<html><body><p><x${LONG}></p></body></html>` },
    'a long path': {
      'META-INF/container.xml': `<container><rootfile full-path="${LONG}.opf"/></container>`,
    },
  };
  for (const [what, files] of Object.entries(cases)) {
    const refusal = await refusalOf(makeBook({ files }));
    t.ok(refusal.reason, what);
    holdStorable(t, refusal, what);
  }
});

t.test('NOV-10 OPS-10 what is found in a book can be stored', async (t) => {
  const odd = '&#x1;&#x7f;a\u{1f327}';
  const old = (text: string) => `<?xml version="1.1"?>${text}`;
  const book = old(
    `<package xmlns="http://www.idpf.org/2007/opf" version="${LONG}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>${odd}${LONG}</dc:title><dc:creator>${odd}${LONG}</dc:creator><dc:language>${odd}${LONG}</dc:language></metadata>
      <manifest><item id="x" href="one.xhtml" media-type="application/xhtml+xml"/><item id="f" href="${odd}${LONG}.otf" media-type="font/otf"/></manifest>
      <spine><itemref idref="x"/></spine></package>`,
  );
  const text = old(
    `<html><head><title>${odd}</title></head><body><h1>${odd}${LONG}</h1><p>a <a href="javascript:${odd}${LONG}">b</a> <img src="${LONG}.png" alt="${odd}"/></p></body></html>`,
  );
  const found = await readFrom(makeBook({ files: { 'OPS/book.opf': book, 'OPS/one.xhtml': text } }));
  const { chapters, pictures: _, ...said } = found.book;
  holdStorable(t, said, 'said');
  holdStorable(
    t,
    chapters.map(({ html: _, ...chapter }) => chapter),
    'chapters',
  );
  for (const { html } of chapters) t.ok(isStorable(html));
  t.match(said.title, /^a🌧xxx/u);
});

t.teardown(() => rm(root, { recursive: true }));
