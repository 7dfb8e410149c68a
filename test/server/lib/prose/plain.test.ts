import t from 'tap';
import { countedIn, plainTextOf } from '#server/lib/prose/plain.ts';

t.test('RDN-05 blocks are parted, words of a paragraph belong together', async (t) => {
  const table: [html: string, plain: string][] = [
    ['<p>One.</p>\n<p>Two.</p>', 'One.\nTwo.'],
    ['<p>The <em>key</em>s &amp; &lt;b&gt; &quot;it&quot;</p>', 'The keys & <b> "it"'],
    ['<p>a<br>b</p><hr><p>c</p>', 'a\rb\nc'],
    ['<p><em>a</em> <strong>b</strong></p>', 'a\rb'],
    ['<p><ruby>鍵<rp>(</rp><rt>かぎ</rt><rp>)</rp></ruby>を</p>', '鍵を'],
    ['<ul><li>a</li><li>b<p>c</p></li></ul>', 'a\nb\nc'],
    ['<figure><img data-picture="p1" alt="A key"><figcaption>d</figcaption></figure>', 'd'],
    ['<p>a<span id="t1"></span>b</p>', 'ab'],
    ['<pre>one\ntwo</pre>', 'one two'],
    ['bare', 'bare'],
    ['', ''],
  ];
  for (const [html, plain] of table) t.equal(plainTextOf(html), plain, html);
});

t.test('RDN-05 what only parts words and blocks is not counted', async (t) => {
  t.equal(countedIn(plainTextOf('<p>a b<br>c</p>\n<p><em>d</em> <em>e</em></p>')), 'a bcde'.length);
});
