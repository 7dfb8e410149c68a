/** Prose is checked before it is stored: in our own form, every parser reads what was written. */
import { parseFragment, serialize } from 'parse5';
import t from 'tap';
import { sanitizeProse } from '#server/domains/publishing/novels/sanitize.ts';
import { DEPTH_MAX } from '#server/lib/prose/model.ts';
import { isInOwnForm } from '#server/lib/prose/own-form.ts';

const clean = (html: string): string => sanitizeProse(html).html;
const tooTangled = Object.assign(new Error(), { options: { fields: { html: ['too_tangled'] } } });
const refused = (): Error => new Error('nested too deeply');
const isOwn = (html: string): boolean => isInOwnForm(html, refused);

const nested = (count: number): string =>
  `${'<blockquote>'.repeat(count - 1)}<p>a</p>${'</blockquote>'.repeat(count - 1)}`;

t.test('API-26 elements nest equally deep, read or checked', async (t) => {
  const inList = (count: number): string => `${'<ul>'.repeat(count)}a${'</ul>'.repeat(count)}`;
  t.equal(clean(nested(DEPTH_MAX)), nested(DEPTH_MAX));
  t.throws(() => clean(nested(DEPTH_MAX + 1)), tooTangled);
  t.throws(() => clean(inList(DEPTH_MAX - 10)), tooTangled, 'deeper by what is put around its parts');
  t.ok(isOwn(nested(DEPTH_MAX)));
  t.throws(() => isOwn(nested(DEPTH_MAX + 1)), refused());
});

const UUID = '0193d5a0-0000-7000-8000-00000000000a';
const OWN = [
  `<figure id="t1"><img data-picture="${UUID}" alt="A &quot;cat&quot; &amp; b"><figcaption>A <em>cat</em></figcaption></figure>`,
  '<table lang="de"><caption>a</caption><thead><tr><th scope="col">a</th><th colspan="2">b</th></tr></thead><tbody><tr><td rowspan="2">c</td><td>d</td></tr><tr><td>e</td></tr></tbody></table>',
  '<dl><dt>a</dt><dd>c<p>d</p></dd></dl>\n<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
  '<p class="right caps">a<a href="#t2" id="t1" role="doc-noteref">1</a></p>\n<aside id="t2" role="doc-footnote"><p>b</p></aside>',
  '<blockquote class="verse"><p>Tyger<br>burning</p></blockquote>\n<ol start="5" reversed=""><li>a</li></ol>',
  '<ul><li>a <strong>b</strong><ul><li>c</li></ul></li></ul>\n<hr>\n<pre id="t1"> a\n  b</pre>',
  '<p><a href="https://e.org/?a=1&amp;b=2&amp;copy=3" rel="nofollow ugc noopener">b</a> &lt; &gt; "c"</p>',
  '<p><math alttext="a &amp; b"><mfrac><mi mathvariant="normal">x</mi><mn>2</mn></mfrac></math></p>',
];
t.test('NOV-06 a parser reads our own form as it is written', async (t) => {
  for (const html of OWN) {
    t.ok(isOwn(html), html);
    t.equal(serialize(parseFragment(html)), html);
    t.equal(clean(html), html);
  }
});

const ODD = [
  '<table><tr><td>a</td></tr></table>',
  '<p>a<blockquote>b</blockquote></p>',
  '<strong><p>a</p></strong>',
  '<p>a &copy; b</p>',
  '<p>a&nbsp;b</p>',
  '<p>a\r\nb</p>',
  '<p>a\0b</p>',
  '<p id=t1>a</p>',
  "<p id='t1'>a</p>",
  '<p id>a</p>',
  '<p id="t1" id="t2">a</p>',
  '<p\nid="t1">a</p>',
  '<p id="t1"class="caps">a</p>',
  '<p>a<br/>b</p>',
  '<p>a</br>b</p>',
  '<p>a</p></p>',
  '<p>a</p >',
  '<p>a<',
  '<b>a</b>',
  '<tr><td>a</td></tr>',
  '<ul>a<li>b</li></ul>',
  '<li>a</li>',
  '<figcaption>a</figcaption>',
  '<p><math>x</math></p>',
  '<p><mi>x</mi></p>',
  '<p><math><math><mi>x</mi></math></math></p>',
  '<!-- --><p>a</p>',
  '<![CDATA[a]]>',
  '<?a?>',
];
t.test('NOV-06 anything that a parser could read in another way is not our own form', async (t) => {
  for (const html of ODD) t.notOk(isOwn(html), html);
});
