import t from 'tap';
import { isStoredProse, sanitizeProse } from '#server/domains/publishing/novels/sanitize.ts';
import { dangersIn } from '../../../support/prose.ts';

const UUID = '0193d5a0-0000-7000-8000-00000000000a';
const clean = (html: string): string => sanitizeProse(html).html;

const KEPT: [what: string, html: string][] = [
  [
    'figures',
    `<figure id="t1"><img data-picture="${UUID}" alt="A &quot;cat&quot; &lt;3"><figcaption>A <em>cat</em></figcaption></figure>`,
  ],
  ['small pictures in a line', `<p>a <img data-picture="${UUID}" alt=""> b</p>`],
  [
    'tables',
    '<table lang="de"><caption>Prices</caption><thead><tr><th scope="col">a</th><th colspan="2">b</th></tr></thead>' +
      '<tbody><tr><th rowspan="2" scope="row">c</th><td>1</td><td>2</td></tr><tr><td>3<p>more</p></td></tr></tbody></table>',
  ],
  ['terms', '<dl><dt>a</dt><dt>b</dt><dd>c<p>d</p></dd></dl>'],
  ['preformatted text', '<pre lang="en">a  b\n\n   <em>c</em>\td</pre>'],
  ['code', '<p>Type <code>ls</code>.</p>'],
  ['verse', '<blockquote class="verse"><p>Tyger<br>burning</p><p class="indent">bright</p></blockquote>'],
  ['looks', '<p class="center">a</p>\n<p class="right caps">b <span class="caps">c</span></p>'],
  ['languages within a line', '<p>a <span lang="fr" dir="ltr"><em>b</em></span></p>'],
  ['numbers of lists', '<ol start="5" reversed=""><li>a</li></ol>'],
  [
    'notes and the ways to them',
    `<p>a<a href="#t2" id="t1" role="doc-noteref">1</a></p>\n<aside id="t2" role="doc-footnote"><p>b <a href="#t1" role="doc-backlink">back</a></p></aside>`,
  ],
  ['links to other chapters', `<p><a href="chapter:${UUID}">a</a> <a href="chapter:${UUID}#t7">b</a></p>`],
  ['places in a line', '<p id="t1">a<span id="t2"></span>b</p>'],
  [
    'mathematics',
    '<p>So <math display="block" alttext="x &lt; 1"><mfrac><mi mathvariant="normal">x</mi><mn>2</mn></mfrac><mo stretchy="false">&lt;</mo><mn>1</mn></math></p>',
  ],
];
for (const [what, html] of KEPT) {
  t.test(`NOV-06 ${what} stay as they are`, async (t) => {
    t.equal(clean(html), html);
    t.ok(isStoredProse(html));
    t.same(dangersIn(html), []);
  });
}

const CLEANED: [what: string, from: string, to: string][] = [
  [
    'a picture with a line of its own is a figure',
    `<p class="center"><img data-picture="${UUID}" alt="a"></p>`,
    `<figure class="center"><img data-picture="${UUID}" alt="a"></figure>`,
  ],
  ['a picture from elsewhere goes', '<p>a<img src="https://e.org/x.png" alt="b"></p>', '<p>a</p>'],
  [
    'names that are not ours go',
    '<p id="location">a</p><p id="t01">b</p><a name="t1">c</a>',
    '<p>a</p>\n<p>b</p>\n<p>c</p>',
  ],
  ['a name counts once', '<p id="t1">a</p><p id="t1">b</p>', '<p id="t1">a</p>\n<p>b</p>'],
  [
    'a place that carries nothing goes to what comes next',
    '<a id="t1"></a><div id="t2"><p>a</p></div>',
    '<p id="t1"><span id="t2"></span>a</p>',
  ],
  [
    'classes that are not ours go',
    '<p class="center Stage_hero__x1 data-wide">a</p>',
    '<p class="center">a</p>',
  ],
  ['one line is set one way', '<p class="right center">a</p>', '<p class="center">a</p>'],
  [
    'old ways to centre',
    '<center>a</center><p align="center">b</p><p style="text-align: right">c</p>',
    '<p class="center">a</p>\n<p class="center">b</p>\n<p class="right">c</p>',
  ],
  [
    'spans are no more than there is',
    '<table><tr><td colspan="1000000000" rowspan="9">a</td></tr></table>',
    '<table><tbody><tr><td colspan="1000">a</td></tr></tbody></table>',
  ],
  [
    'spans that are none go',
    '<table><tr><td colspan="-1" rowspan="x">a</td></tr></table>',
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
  ],
  [
    'a term without a word on it is a paragraph',
    '<dl><dd>a</dd><dt>b</dt><dd>c</dd><dt>d</dt></dl>',
    '<p>a</p>\n<dl><dt>b</dt><dd>c</dd></dl>\n<p>d</p>',
  ],
  [
    'an empty cell keeps its column, an empty row its place',
    '<table><tr><td></td><td>a</td></tr><tr><th id="t1" rowspan="3">b</th><td> <br></td></tr><tr></tr><tr><td colspan="2"></td></tr></table>',
    '<table><tbody><tr><td></td><td>a</td></tr><tr><th id="t1" rowspan="3">b</th><td></td></tr><tr></tr><tr><td colspan="2"></td></tr></tbody></table>',
  ],
  [
    'a table of empty cells goes, but not where it was',
    '<table><tr id="t1"><td id="t2"></td><td>&nbsp;</td></tr></table><p>a</p>',
    '<p id="t1"><span id="t2"></span>a</p>',
  ],
  [
    'what stands alone in a figure or a list of terms is named and set as they were',
    '<figure id="t1" lang="fr"><figcaption id="t2">a</figcaption></figure><dl id="t3"><dd id="t4" class="center"><ul id="t5"><li>b</li></ul></dd></dl>',
    '<p id="t2" lang="fr"><span id="t1"></span>a</p>\n<ul id="t5" class="center"><li id="t4"><p id="t3">b</p></li></ul>',
  ],
  [
    'an empty answer keeps the next one from its term',
    '<dl><dt>a</dt><dd></dd><dt>b</dt><dd>c</dd></dl><dl id="t1"><dd id="t2"></dd></dl><p>d</p>',
    '<dl><dt>a</dt><dd></dd><dt>b</dt><dd>c</dd></dl>\n<p id="t1"><span id="t2"></span>d</p>',
  ],
  [
    'names within words that have a reading, or a formula, are before them',
    '<p>a<ruby id="t1"><b id="t2">b</b><rt>c</rt></ruby><math><mi id="t3">x</mi></math></p>',
    '<p>a<span id="t1"></span><span id="t2"></span><ruby>b<rt>c</rt></ruby><span id="t3"></span><math><mi>x</mi></math></p>',
  ],
  [
    'captions that are one too many leave their names',
    `<figure><figcaption>a</figcaption><img data-picture="${UUID}" alt=""><figcaption id="t1">b</figcaption></figure>` +
      '<table><caption>c</caption><caption id="t2" lang="en">d</caption><tr><td>e</td></tr></table>',
    `<figure><figcaption>a</figcaption><img data-picture="${UUID}" alt=""><p id="t1">b</p></figure>\n` +
      '<table><caption>c<p id="t2" lang="en">d</p></caption><tbody><tr><td>e</td></tr></tbody></table>',
  ],
  [
    'links to what is not kept arrive at what comes next, or at the end',
    '<audio id="t1"></audio><p>a</p><hr id="t2"><p>b<a id="t3" href="https://e.org/"> </a></p><section id="t4"><p>c</p></section><svg id="t5"></svg>',
    '<p id="t1">a</p>\n<hr>\n<p id="t2">b<span id="t3"></span></p>\n<p id="t4">c<span id="t5"></span></p>',
  ],
  [
    'a picture and a chapter are named by their ids alone',
    '<p>a<img data-picture="p1" alt="b"><a href="chapter:c1#t1">c</a></p>',
    '<p>ac</p>',
  ],
  [
    'a link that is too long as browsers write it leaves its text',
    `<p><a href="https://e.org/${'ä'.repeat(500)}">a</a></p>`,
    '<p>a</p>',
  ],
  [
    'headings in header cells are text',
    '<table><tr><th><h2>a</h2></th></tr></table>',
    '<table><tbody><tr><th>a</th></tr></tbody></table>',
  ],
  [
    'a link within a note is told apart only within the book',
    '<a href="https://e.org/" role="doc-noteref">a</a>',
    '<p><a href="https://e.org/" rel="nofollow ugc noopener">a</a></p>',
  ],
  ['an aside that is no note is text', '<aside>a</aside>', '<p>a</p>'],
  [
    'formulas lose what is no formula',
    '<math><semantics><mrow><mi>x</mi><mtext><img src=x onerror=a()></mtext></mrow><annotation-xml encoding="text/html"><p>y</p></annotation-xml></semantics></math>',
    '<p><math><mrow><mi>x</mi><mtext></mtext></mrow></math></p>',
  ],
  [
    'formulas with too few parts are rows',
    '<math><mfrac><mi>x</mi></mfrac></math>',
    '<p><math><mrow><mi>x</mi></mrow></math></p>',
  ],
  [
    'fences are signs',
    '<math><mfenced open="["><mi>x</mi><mi>y</mi></mfenced></math>',
    '<p><math><mrow><mo>[</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo></mrow></math></p>',
  ],
  [
    'lengths in formulas have an end',
    '<math><mspace width="99999em" depth="1em" style="width:9999px" href="javascript:a()"></mspace><mi>x</mi></math>',
    '<p><math><mspace depth="1em"></mspace><mi>x</mi></math></p>',
  ],
  [
    'of a formula what MathML Core knows, where it means something',
    '<math linethickness="2px"><mmultiscripts><mi mathvariant="bold" display="block" rowspan="2">x</mi><none width="1em"/><mi mathvariant="not-a-look">y</mi></mmultiscripts><mfrac linethickness="0" stretchy="true"><mn fence="true">1</mn><mn>2</mn></mfrac></math>',
    '<p><math><mmultiscripts><mi mathvariant="bold">x</mi><mrow></mrow><mi>y</mi></mmultiscripts><mfrac linethickness="0"><mn>1</mn><mn>2</mn></mfrac></math></p>',
  ],
  ['a formula of nothing goes', '<p>a<math><mspace></mspace></math></p>', '<p>a</p>'],
];
for (const [what, from, to] of CLEANED) {
  t.test(`NOV-06 ${what}`, async (t) => {
    t.equal(clean(from), to);
    t.equal(clean(to), to, 'and stays so');
  });
}

const SCRIPTS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java&#9;script:alert(1)',
  'java\nscript:alert(1)',
  '&#1;javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://e.org/x',
  'file:///etc/passwd',
  'chapter:javascript:alert(1)',
  `chapter:${UUID}#x`,
  `chapter:${UUID}" onclick="x`,
  '#t0',
  '#top',
  '/stories/a',
];
t.test('NOV-06 no link leads to a script, nor anywhere that is not listed', async (t) => {
  for (const href of SCRIPTS) {
    for (const quote of ['"', "'"]) {
      const link = `<a href=${quote}${href.replaceAll(quote, '&quot;')}${quote}>a</a>`;
      t.equal(clean(link), '<p>a</p>', JSON.stringify(link));
    }
  }
});

const HOSTILE = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><svg><style><img src=x onerror=a()></style></svg></annotation-xml><mi>x</mi></math>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><mi><b><p></b><img src=x onerror=a()></mi></math>',
  '<table><caption><math><mi xlink:href="javascript:a()" href="javascript:a()" onclick="a()">x</mi></math></caption>',
  '<p id="t1" name="body" class="x" onclick="a()"><img name="cookie" id="createElement" data-picture="x" alt="y">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a id="t1" href="#t1" role="button" target="_top" ping="https://e.org" download>x</a>',
  '<figure><figcaption><script>a()</script><iframe srcdoc="<script>a()</script>"></iframe>x</figcaption></figure>',
  '<div data-wide onfocus=a() tabindex=0 contenteditable>x</div>',
];
t.test('NOV-06 nothing hostile is left, by whatever tricks of parsers', async (t) => {
  for (const html of HOSTILE) {
    const kept = clean(html);
    t.same(dangersIn(kept), [], kept);
    t.equal(clean(kept), kept, 'stays as it is');
    t.ok(isStoredProse(kept));
  }
});

const REFUSED = [
  '<p onclick="x">a</p>',
  '<p id="x">a</p>',
  '<p class="center x">a</p>',
  '<p class="">a</p>',
  '<a href="javascript:x">a</a>',
  '<img src="x" alt="">',
  '<img data-picture="../x" alt="">',
  '<td>a</td>',
  '<p><p>a</p></p>',
  '<p>a',
  '<P>a</P>',
  '<p>a & b</p>',
  '<p>a<!-- --></p>',
  '<table><tbody><tr><td colspan="1001">a</td></tr></tbody></table>',
  '<a href="#t1"><span><a href="#t2">a</a></span></a>',
  '<math><mi><b>x</b></mi></math>',
  '<math><p>x</p></math>',
  '<math><mi style="x">x</mi></math>',
  '<math><mi rowspan="2">x</mi></math>',
  '<math><mi display="block">x</mi></math>',
  '<math><mi mathvariant="no-such-look">x</mi></math>',
  '<math><mmultiscripts><mi>x</mi><none></none></mmultiscripts></math>',
  '<math><annotation-xml>x</annotation-xml></math>',
  '<svg>x</svg>',
  '<script>x</script>',
  '<div>a</div>',
  '<aside role="banner"><p>a</p></aside>',
];
t.test('NOV-06 the second look finds what must not be stored', async (t) => {
  for (const html of REFUSED) t.notOk(isStoredProse(html), html);
});

t.test('ADS-03 a chapter says where its sections end', async (t) => {
  const words = (count: number) => 'word '.repeat(count).trim();
  const { html, sectionEnds } = sanitizeProse(
    `<p>${words(150)}</p><p>${words(150)}</p><h2>Title</h2><p><ruby>a<rt>${words(300)}</rt></ruby> &amp;</p>` +
      `<ul><li>${words(200)}</li><li>${words(100)}</li></ul><p>${words(50)}</p>`,
  );
  t.equal(sectionEnds.length, 2);
  const [first = 0, second = 0] = sectionEnds;
  t.ok(html.slice(0, first).endsWith('</p>') && html.slice(first).startsWith('\n<h2>'), 'behind a paragraph');
  t.ok(html.slice(first, second).endsWith('</ul>'), 'readings do not count, and no list is cut');
  const flags = sanitizeProse(`<p>${'😀'.repeat(1100)}</p><p>${words(30)}</p><p>end</p>`);
  t.equal(flags.sectionEnds.length, 1, 'characters are code points');
  t.equal(flags.html.slice(flags.sectionEnds[0]), '\n<p>end</p>', 'offsets are units');
  t.same(sanitizeProse('<p>short</p>').sectionEnds, []);
});
