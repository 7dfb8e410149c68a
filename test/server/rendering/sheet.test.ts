import t from 'tap';
import { classesIn, classListsOn, readSheet } from '#server/rendering/sheet.ts';

const classesOn = (html: string): Set<string> => classesIn(classListsOn(html).above);
const kept = (css: string, html: string): string => readSheet(css).keep(classesOn(html));

t.test('a page is told by its classes, as the build calls them', async (t) => {
  const html = '<p class="_panel_15j7 storied">_word_ufum</p><b class="_a_abcde _b_fghi">';
  t.same(classesOn(html), new Set(['_panel_15j7', '_b_fghi']));
});

t.test('rules of classes that do not stand on the page are left out, all others stay', async (t) => {
  const page = '<p class="_a_1111">';
  for (const [css, wanted] of [
    ['._a_1111{x:y}._b_2222{x:y}', '._a_1111{x:y}'],
    ['._other_1111{x:y}', ''],
    ['._a_1111 ._other_1111{x:y}', ''],
    ['._a_1111:has(p,._b_2222){x:y}', '._a_1111:has(p,._b_2222){x:y}'],
    ['._a_1111:is(._b_2222,._a_1111){x:y}', '._a_1111:is(._b_2222,._a_1111){x:y}'],
    ['._b_2222,._a_1111:not(._b_2222){x:y}', '._b_2222,._a_1111:not(._b_2222){x:y}'],
    ['html,._b_2222{x:y}', 'html,._b_2222{x:y}'],
    [':is(._b_2222,._c_3333){x:y}', ''],
    [':is(:root:has(._b_2222) i,:root:has(._c_3333) b){x:y}', ''],
    [
      ':is(:root:has(._b_2222) i,:root:has(._a_1111) b){x:y}',
      ':is(:root:has(._b_2222) i,:root:has(._a_1111) b){x:y}',
    ],
    [':is(:root:has(._b_2222) i,b){x:y}', ':is(:root:has(._b_2222) i,b){x:y}'],
    ['@layer a,b;@layer a{._b_2222{x:y}p{x:y}}', '@layer a,b;@layer a{p{x:y}}'],
    ['@media (width>1px){@layer a{._b_2222{x:y}}}', ''],
    ['@keyframes _in_2222{0%{x:y}}', ''],
    ['@keyframes _in_2222{0%{x:y}}._b_2222{animation:_in_2222}', ''],
    [
      '@layer a{._a_1111{animation:_in_1111}@keyframes _in_1111{0%{x:y}}}',
      '@layer a{._a_1111{animation:_in_1111}@keyframes _in_1111{0%{x:y}}}',
    ],
    ['@font-face{src:url(a;b{c)}', '@font-face{src:url(a;b{c)}'],
    ['p:after{content:"}\\"{"}._b_2222{x:y}', 'p:after{content:"}\\"{"}'],
    ['._a_1111{x:y;&:hover{._b_2222{x:y}}}', '._a_1111{x:y;&:hover{._b_2222{x:y}}}'],
  ] as const)
    t.equal(kept(css, page), wanted, css);
});

t.test('a second part tells what the first has not', async (t) => {
  const css =
    '@layer a,b;@font-face{src:url(a)}@keyframes turn{0%{x:y}}@keyframes _in_2222{0%{x:y}}' +
    '@layer a{p{x:y}._a_1111{x:y}._b_2222{animation:_in_2222}}._a_1111 ._b_2222{x:y}';
  const sheet = readSheet(css);
  const above = new Set(['_a_1111']);
  const all = new Set(['_a_1111', '_b_2222']);
  t.equal(
    sheet.keep(all, above),
    '@keyframes _in_2222{0%{x:y}}@layer a{._b_2222{animation:_in_2222}}._a_1111 ._b_2222{x:y}',
  );
  t.equal(sheet.keep(above, above), '', 'nothing is left');
});

t.test('lists of classes are told apart by where they come first', async (t) => {
  const html = '<p class="a b"><i class="c"></i>|<p class="a b"><b class="d">';
  t.same(classListsOn(html, html.indexOf('|')), { above: new Set(['a b', 'c']), below: new Set(['d']) });
  t.same(classListsOn(html).below, new Set());
});

t.test('rules of refused forms come where one stands', async (t) => {
  const css = 'p{x:y}.refused{x:y}.refused-all p{x:y}';
  t.equal(kept(css, '<p class="storied">'), 'p{x:y}');
  t.equal(kept(css, '<ul class="refused">'), 'p{x:y}.refused{x:y}');
  t.equal(kept(css, '<div class="refused-all _own_1a2b">'), 'p{x:y}.refused-all p{x:y}');
});
