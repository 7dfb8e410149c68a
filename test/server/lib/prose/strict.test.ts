/** The strict reader accepts only markup that every parser reads alike, and leaves the rest to a parser. */
import { parseFragment } from 'parse5';
import t from 'tap';
import { sanitizeProse } from '#server/domains/publishing/novels/sanitize.ts';
import { DEPTH_MAX } from '#server/lib/prose/model.ts';
import { readStrict } from '#server/lib/prose/strict.ts';

const clean = (html: string): string => sanitizeProse(html).html;
const parsed = (html: string): string => clean(`<!-- -->${html}`);

const tooTangled = Object.assign(new Error(), { options: { fields: { html: ['too_tangled'] } } });
const refused = (): Error => new Error('nested too deeply');

t.test('API-26 strict reader and parser let elements nest equally deep, written or read', async (t) => {
  const nested = (count: number): string =>
    `${'<blockquote>'.repeat(count - 1)}<p>a</p>${'</blockquote>'.repeat(count - 1)}`;
  const inList = (count: number): string => `${'<ul>'.repeat(count)}a${'</ul>'.repeat(count)}`;
  for (const way of [clean, parsed]) {
    t.equal(way(nested(DEPTH_MAX)), nested(DEPTH_MAX));
    t.throws(() => way(nested(DEPTH_MAX + 1)), tooTangled);
    t.throws(() => way(inList(DEPTH_MAX - 10)), tooTangled, 'deeper by what is put around its parts');
  }
});

t.test('NOV-06 the strict reader sees what the parser sees, or nothing', async (t) => {
  type Attribute = { prefix?: string; name: string; value: string };
  const said = (attributes: readonly Attribute[]): string =>
    attributes
      .map(({ prefix, name, value }) => ` ${prefix ? `${prefix}:` : ''}${name}=${JSON.stringify(value)}`)
      .join('');
  const shape = (nodes: readonly unknown[]): string =>
    (
      nodes as {
        name?: string;
        tagName?: string;
        text?: string;
        value?: string;
        attributes?: Attribute[];
        attrs?: Attribute[];
        children?: unknown[];
        childNodes?: unknown[];
      }[]
    )
      .map(({ name, tagName, text, value, attributes, attrs, children, childNodes }) => {
        const own = tagName ?? (name === '#text' ? undefined : name);
        return own === undefined
          ? (value ?? text ?? '')
          : `<${own}${said(attrs ?? attributes ?? [])}>${shape(childNodes ?? children ?? [])}</>`;
      })
      .join('');
  const strict = [
    '<figure id="t1"><img data-picture="x" alt="A &quot;cat&quot; &lt;3"><figcaption>A <em>cat</em></figcaption></figure>',
    '<table lang="de"><caption>a</caption><thead><tr><th scope="col">a</th><th colspan="2">b</th></tr></thead><tbody><tr><td rowspan="2"></td></tr></tbody></table>',
    '<dl><dt>a</dt><dd>c<p>d</p></dd></dl><p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
    '<p class="right caps">a<a href="#t2" id="t1" role="doc-noteref">1</a></p><aside id="t2" role="doc-footnote"><p>b</p></aside>',
    '<blockquote class="verse"><p>Tyger<br>burning</p></blockquote><ol start="5" reversed=""><li>a</li></ol>',
    '<section id="x" epub:type="a"><h1>a</h1><div><p>b &amp; c&nbsp;<br/>d</p></div></section>',
    '<pre>\n\na</pre>',
    '<ul>\n<li>a <b>b</b><ul><li>c</li></ul></li>\n</ul>',
    `<p id="t1" lang="a" id="t2" xml:lang="b&amp;&quot;&apos;&nbsp;&lt;&gt;"\n title="a > b < c 'd'\n\te" data-x="">a</p>`,
    '<math xml:lang="en" xlink:href="a" viewbox="x" alttext="a &amp; b"><mi mathvariant="normal">x</mi></math>',
    '<img alt=" a  b " data-picture="x"/><br class="a" /><hr id="t1">',
    '<pre id="t1">\n\n a</pre><a href="https://e.org/?a=1&amp;b=2&amp;copy=3">b</a>',
  ];
  for (const html of strict) {
    const read = readStrict(html, refused);
    t.not(read, null, html);
    const whole = (nodes: readonly unknown[]) => shape(nodes).replace(/>\n</g, '><');
    t.equal(whole(read ?? []), whole(parseFragment(html).childNodes));
  }
  for (const html of [
    '<table><tr><td>a</td></tr></table>',
    '<p>a<div>b</div></p>',
    '<b><p>a</p></b>',
    'a &copy; b',
    '<p a=b>c</p>',
    'a\r\nb',
  ])
    t.equal(readStrict(html, refused), null, html);
});
