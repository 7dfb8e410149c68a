import t from 'tap';
import { fillProse, picturesIn } from '#server/lib/prose/fill.ts';

const CHAPTER = '0193d5a0-0000-7000-8000-00000000000a';
const PICTURE = '0193d5a0-0000-7000-8000-00000000000b';
const GONE = '0193d5a0-0000-7000-8000-00000000000c';
const filling = {
  hrefOf: (id: string, place: string | null) =>
    id === CHAPTER ? `/stories/a/1?chapter=2&x${place === null ? '' : `#${place}`}` : null,
  pictureOf: (id: string) =>
    id === PICTURE
      ? { sources: [{ type: 'image/webp', srcset: '/a 1w, /b 2w' }], url: '/c?a&b', width: 3, height: 4 }
      : null,
};
const fill = (html: string): string => fillProse(html, filling);

t.test('NOV-06 links lead to chapters, and nowhere when a chapter is gone', async (t) => {
  t.equal(
    fill(`<p><a href="chapter:${CHAPTER}#t3" id="t1" role="doc-noteref">1</a></p>`),
    '<p><a href="/stories/a/1?chapter=2&amp;x#t3" id="t1" role="doc-noteref">1</a></p>',
  );
  t.equal(fill(`<a href="chapter:${CHAPTER}">a</a>`), '<a href="/stories/a/1?chapter=2&amp;x">a</a>');
  t.equal(fill(`<a href="chapter:${GONE}#t3">a</a>`), '<a>a</a>');
  const others = '<a href="#t3">a</a> <a href="https://e.org/chapter:x" rel="nofollow ugc noopener">b</a>';
  t.equal(fill(others), others);
});

t.test('NOV-06 pictures have their sizes, and their text when they are gone', async (t) => {
  t.equal(
    fill(`<figure><img data-picture="${PICTURE}" alt="A &quot;cat&quot;"></figure>`),
    '<figure><picture><source type="image/webp" srcset="/a 1w, /b 2w" sizes="(min-width: 42rem) 40rem, 100vw">' +
      '<img src="/c?a&amp;b" alt="A &quot;cat&quot;" width="3" height="4" loading="lazy" decoding="async"></picture></figure>',
  );
  t.equal(
    fill(`<p>a <img data-picture="${GONE}" alt="&lt;b&gt;">.</p>`),
    '<p>a <span data-gone>&lt;b&gt;</span>.</p>',
  );
  t.equal(fill(`<p>a<img data-picture="${GONE}" alt="">.</p>`), '<p>a.</p>');
});

t.test('NOV-06 a table has a box to scroll in, one in a cell that of the outer one', async (t) => {
  const inner = '<table lang="de"><tbody><tr><td>x</td></tr></tbody></table>';
  const table = `<table><tbody><tr><td>${inner}</td></tr></tbody></table>`;
  t.equal(
    fill(`<p>a</p>\n${table}\n${inner}`),
    `<p>a</p>\n<div data-wide>${table}</div>\n<div data-wide>${inner}</div>`,
  );
  t.equal(
    fillProse(inner, { ...filling, tableLabel: 'A "table"' }),
    `<div data-wide role="group" aria-label="A &quot;table&quot;" tabindex="0">${inner}</div>`,
  );
});

t.test('NOV-06 text that looks like a stored form stays text', async (t) => {
  const text = `<p>&lt;img data-picture="${PICTURE}" alt=""&gt; href="chapter:${CHAPTER}" &lt;table&gt; data-picture="x"</p>`;
  t.equal(fill(text), text);
  t.same(picturesIn(text), []);
  const two = [PICTURE, GONE].map((id, at) => `<img data-picture="${id}" alt="${'x'.repeat(at)}">`);
  t.same(picturesIn(`<a href="chapter:${GONE}#t1">a</a>${two.join('')}`), [
    { id: PICTURE, hasAlt: false },
    { id: GONE, hasAlt: true },
  ]);
});
