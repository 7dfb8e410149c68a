import t from 'tap';
import { endOfSign, foldPhrase, foldText } from '#server/lib/fold.ts';

t.test('RDN-05 capitals, accents, vowel signs, quotes and spaces make no difference', async (t) => {
  const same: [string, string][] = [
    ['ÉCOLE', 'école'],
    ['e\u0301cole', 'ecole'],
    ['Straße', 'STRASSE'],
    ['İSTANBUL', 'istanbul'],
    ['ΛΌΓΟΣ', 'λογος'],
    ['ёлка', 'ЕЛКА'],
    ['كَتَبَ', 'كتب'],
    ['أحمد', 'احمـــد'],
    ['שָׁלוֹם', 'שלום'],
    ['“don’t”', '"don\'t"'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['Ａ１', 'a1'],
    ['ｶｷ', 'カキ'],
    ['  a\u00a0\n b ', 'a b'],
  ];
  for (const [one, other] of same) t.equal(foldPhrase(one), foldPhrase(other), `${one} ${other}`);
});

t.test('RDN-05 what makes another letter does', async (t) => {
  const other: [string, string][] = [
    ['か', 'が'],
    ['き', 'キ'],
    ['की', 'का'],
    ['ب', 'ت'],
  ];
  for (const [one, two] of other) t.not(foldPhrase(one), foldPhrase(two), `${one} ${two}`);
  t.equal(foldPhrase('한국'), '한국');
});

t.test('RDN-05 what says nothing is empty, and no sign of any writing is lost track of', async (t) => {
  for (const nothing of ['', '  ', '\u00ad\u200b', '\u0301']) t.equal(foldPhrase(nothing), '');
  for (const text of ['\u0000a', '\ud800', '😀 ﷺ', '\uffff']) {
    const folded = foldText(text);
    t.equal(folded.text.length, folded.from.length, JSON.stringify(text));
  }
});

t.test('RDN-05 each unit knows where it comes from', async (t) => {
  const text = 'Die Straße  e\u0301t';
  const folded = foldText(text);
  t.equal(folded.text, 'die strasse et');
  t.equal(folded.from[folded.text.indexOf('e et')], text.indexOf('e  '));
  const accented = text.indexOf('e\u0301');
  t.equal(folded.from[folded.text.indexOf('et')], accented);
  t.equal(endOfSign(text, accented), accented + 2, 'with its accent');
});
