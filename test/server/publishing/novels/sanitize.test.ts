/** Sanitizing a chapter's HTML keeps prose and removes scripts, loads and styles. It runs in linear time. */
import t from 'tap';
import { sanitizeProse } from '#server/domains/publishing/novels/sanitize.ts';
import { isAppError } from '#server/lib/errors.ts';
import { htmlOfTyped } from '#server/lib/prose/write.ts';

const clean = (html: string): string => sanitizeProse(html).html;
const problemsOf = (html: string): unknown => {
  try {
    sanitizeProse(html);
    return null;
  } catch (error) {
    return isAppError(error) ? error.options.fields : error;
  }
};

t.test('NOV-06 prose keeps what it is made of', async (t) => {
  const kept = [
    '<p>One.</p>\n<p lang="de" dir="ltr">Zwei.</p>',
    '<h2>Part</h2>\n<h3>Scene</h3>\n<h4>Beat</h4>\n<p>Text</p>',
    '<p>a <strong>b <em>c</em></strong> <u>d</u> <s>e</s> x<sub>1</sub> y<sup>2</sup></p>',
    '<blockquote lang="fr"><p>Un.</p><p>Deux.</p></blockquote>',
    '<ul><li>one</li><li>two<ol><li>two a</li></ol></li></ul>',
    '<p>before</p>\n<hr>\n<p>after<br>the line</p>',
    '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby></p>',
    '<p><a href="https://example.org/?a=1&amp;b=2" rel="nofollow ugc noopener">there</a></p>',
    '<p><a href="mailto:me@example.org" rel="nofollow ugc noopener">me</a></p>',
    `<p>5 &lt; 6 &amp; "7" &gt; '8'</p>`,
  ];
  for (const html of kept) t.equal(clean(html), html);
});

const CLEANED: [what: string, from: string, to: string][] = [
  ['text without a paragraph gets one', 'just text', '<p>just text</p>'],
  [
    'bold and italic by other names',
    '<p><b>a</b><i>b</i><del>c</del></p>',
    '<p><strong>a</strong><em>b</em><s>c</s></p>',
  ],
  ['headings stay below that of the chapter', '<h1>a</h1><h6>b</h6>', '<h2>a</h2>\n<h4>b</h4>'],
  [
    'blocks of every kind are paragraphs',
    '<div><section>a</section><address>b</address></div>c',
    '<p>a</p>\n<p>b</p>\n<p>c</p>',
  ],
  ['a line end in preformatted text is meant', '<pre>\n a<br>b  c\n</pre>', '<pre> a\nb  c</pre>'],
  ['two breaks are the end of a paragraph', '<p>a<br> <br>b</p>', '<p>a</p>\n<p>b</p>'],
  ['nothing is left of an empty paragraph', '<p>a</p><p>&nbsp;</p><p><br></p><p>b</p>', '<p>a</p>\n<p>b</p>'],
  ['cells without a table are paragraphs', '<div><td>a</td><p>b</p></div>', '<p>a</p>\n<p>b</p>'],
  [
    'a list in a list belongs to its item',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['an item without a list is a paragraph', '<li>a</li>', '<p>a</p>'],
  ['attributes go', '<p class="x" style="color:red" id="y" onclick="z()">a</p>', '<p>a</p>'],
  ['a language that is none goes', '<p lang="&quot;x" dir="up">a</p>', '<p>a</p>'],
  ['scripts go with what stands in them', 'a<script>alert(1)</script><style>p{}</style>b', '<p>ab</p>'],
  ['a link that is none leaves its text', '<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
  ['even when it hides', '<a href=" java\nscript:alert(1)">a</a><a href="//x.example">b</a>', '<p>ab</p>'],
  ['unknown elements leave their text', '<blink>a</blink><o:p>b</o:p>', '<p>ab</p>'],
  ['pictures go', '<p>a<img src="x" onerror="y">b</p>', '<p>ab</p>'],
  ['what cannot be in XML goes', 'a\u0001b\u000bc', '<p>abc</p>'],
  ['a reading without a word is text', '<ruby>only</ruby><rt>x</rt>', '<p>onlyx</p>'],
];
for (const [what, from, to] of CLEANED) {
  t.test(`NOV-06 ${what}`, async (t) => void t.equal(clean(from), to));
}

t.test('NOV-06 what word processors put on the clipboard', async (t) => {
  t.equal(
    clean(
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
      <!--StartFragment--><p class=MsoNormal style='mso-margin-top-alt:auto'><b style='mso-bidi-font-weight:normal'>
      <span lang=EN-GB>Bold</span></b><span lang=EN-GB> and <i>so</i> on.<o:p></o:p></span></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`,
    ),
    '<p><strong>Bold</strong> and <em>so</em> on.</p>',
  );
  t.equal(
    clean(
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span
      style="font-weight:700;font-style:italic;white-space:pre-wrap;">Both</span><span
      style="font-style:normal;vertical-align:super">up</span></p><br /><hr /></b>`,
    ),
    '<p dir="ltr"><strong><em>Both</em></strong><sup>up</sup></p>\n<hr>',
  );
});

t.test('NOV-06 text typed without an editor', async (t) => {
  t.equal(
    clean(htmlOfTyped('One.\nStill one.\r\n\r\nTwo <em>here</em> & there.\n\n* * *\n\n5 < 6')),
    '<p>One.<br>Still one.</p>\n<p>Two <em>here</em> &amp; there.</p>\n<hr>\n<p>5 &lt; 6</p>',
  );
});

t.test('words and characters are counted', async (t) => {
  const { words, characters } = sanitizeProse(
    "<p>Don't stop, <em>co</em>-operate.</p><p>😀 2 <ruby>漢<rt>kan</rt></ruby></p>",
  );
  t.same({ words, characters }, { words: 5, characters: 28 });
});

t.test('API-26 what nobody writes is refused, and at once', async (t) => {
  const most = 500 * 1024;
  const filled = (part: string): string => part.repeat(Math.floor(most / part.length));
  const numbered = (part: (index: number) => string): string => {
    let html = '';
    for (let index = 0; html.length < most - 20; index += 1) html += part(index);
    return html;
  };
  t.same(problemsOf(filled('<div>')), { html: ['too_tangled'] });
  t.same(problemsOf(numbered((index) => `<b a=${index}>`)), { html: ['too_tangled'] });
  t.same(problemsOf(numbered((index) => `<p><b a=${index}></p>`)), { html: ['too_tangled'] });
  t.same(problemsOf(filled('<blockquote>')), { html: ['too_tangled'] });
  t.same(problemsOf('x'.repeat(most + 1)), { html: ['too_long'] });
  t.same(problemsOf('ä'.repeat(most / 2 + 1)), { html: ['too_long'] }, 'measured in bytes');
  // Each would take minutes if any step were quadratic.
  t.equal(clean(`<p ${numbered((index) => `a${index} `).slice(0, most - 10)}>x`), '<p>x</p>');
  t.equal(clean(`<table>${filled('<i></i>').slice(0, most - 20)}`), '');
  t.equal(clean(`<p style="${filled('text-decoration: ').slice(0, most - 20)}">x`), '<p>x</p>');
  t.equal(clean(filled('<!--')), '');
  t.equal(clean(filled('<select><option>')), '');
  t.same(problemsOf('<table><tr><td>'.repeat(10_000)), { html: ['too_tangled'] });
  t.same(problemsOf(`<table>${filled('<td>').slice(0, most - 20)}`), null);
  t.equal(clean(`<p ${numbered((index) => `a${index}="" `).slice(0, most - 20)}>x</p>`), '<p>x</p>');
  const countOf = (html: string): number => html.split(' id="t').length;
  const places = (empty: string): string => {
    const half = numbered((index) => `<a id="t${index + 1}"></a>`).slice(0, most / 2);
    const whole = half.slice(0, half.lastIndexOf('<a'));
    return whole + empty.repeat(Math.floor((most - whole.length - 20) / empty.length));
  };
  for (const empty of ['<p>&nbsp;</p>', '<ul></ul>', '<ul><li>&nbsp;</li></ul>', '<table><td></table>'])
    t.equal(countOf(clean(`${places(empty)}<p>x`)), countOf(places(empty)), `no place is lost over ${empty}`);
  t.equal(clean(`<pre>${' '.repeat(most - 20)}x`).length, most - 20 + '<pre>x</pre>'.length);
  t.match(clean(`<ruby>a<rt>${filled('<i>b</i>').slice(0, most - 40)}`), /^<p><ruby>a<rt>b/);
});
