import t from 'tap';
import { classesIn, classListsOn, readSheet } from '#server/rendering/sheet.ts';

const classesOn = (html: string): Set<string> => classesIn(classListsOn(html).above);
const kept = (css: string, html: string): string => readSheet(css).keep(classesOn(html));

t.test('a page is told by its classes, as the build calls them', async (t) => {
  const html = '<p class="_panel_0k storied">_word_1p</p><b class="_a_0k1 _b_z9">';
  t.same(classesOn(html), new Set(['_panel_0k', '_b_z9']));
});

t.test('rules of classes that do not stand on the page are left out, all others stay', async (t) => {
  const page = '<p class="_a_11">';
  for (const [css, wanted] of [
    ['._a_11{x:y}._b_22{x:y}', '._a_11{x:y}'],
    ['._other_11{x:y}', ''],
    ['._a_11 ._other_11{x:y}', ''],
    ['._a_11:has(p,._b_22){x:y}', '._a_11:has(p,._b_22){x:y}'],
    ['._a_11:is(._b_22,._a_11){x:y}', '._a_11:is(._b_22,._a_11){x:y}'],
    ['._b_22,._a_11:not(._b_22){x:y}', '._b_22,._a_11:not(._b_22){x:y}'],
    ['html,._b_22{x:y}', 'html,._b_22{x:y}'],
    [':is(._b_22,._c_33){x:y}', ''],
    ['@layer a,b;@layer a{._b_22{x:y}p{x:y}}', '@layer a,b;@layer a{p{x:y}}'],
    ['@media (width>1px){@layer a{._b_22{x:y}}}', ''],
    ['@keyframes _in_22{0%{x:y}}', ''],
    ['@keyframes _in_22{0%{x:y}}._b_22{animation:_in_22}', ''],
    [
      '@layer a{._a_11{animation:_in_11}@keyframes _in_11{0%{x:y}}}',
      '@layer a{._a_11{animation:_in_11}@keyframes _in_11{0%{x:y}}}',
    ],
    ['@font-face{src:url(a;b{c)}', '@font-face{src:url(a;b{c)}'],
    ['p:after{content:"}\\"{"}._b_22{x:y}', 'p:after{content:"}\\"{"}'],
    ['._a_11{x:y;&:hover{._b_22{x:y}}}', '._a_11{x:y;&:hover{._b_22{x:y}}}'],
  ] as const)
    t.equal(kept(css, page), wanted, css);
});

t.test('a second part tells what the first has not', async (t) => {
  const css =
    '@layer a,b;@font-face{src:url(a)}@keyframes turn{0%{x:y}}@keyframes _in_22{0%{x:y}}' +
    '@layer a{p{x:y}._a_11{x:y}._b_22{animation:_in_22}}._a_11 ._b_22{x:y}';
  const sheet = readSheet(css);
  const above = new Set(['_a_11']);
  const all = new Set(['_a_11', '_b_22']);
  t.equal(
    sheet.keep(all, above),
    '@keyframes _in_22{0%{x:y}}@layer a{._b_22{animation:_in_22}}._a_11 ._b_22{x:y}',
  );
  t.equal(sheet.keep(above, above), '', 'nothing is left');
});

t.test('lists of classes are told apart by where they come first', async (t) => {
  const html = '<p class="a b"><i class="c"></i>|<p class="a b"><b class="d">';
  t.same(classListsOn(html, html.indexOf('|')), { above: new Set(['a b', 'c']), below: new Set(['d']) });
  t.same(classListsOn(html).below, new Set());
});
