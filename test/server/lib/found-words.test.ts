import t from 'tap';
import { holdsAll, markWords, wordsOf } from '#server/lib/found-words.ts';

t.test('a phrase is found without capitals, accents and order', async (t) => {
  const text = 'Wo lösche ich mein Konto? Die Straße der Coins.';
  for (const phrase of ['konto', 'KONTO lösche', 'losche', 'strasse', ' coins  konto ', 'löschÉ'])
    t.ok(holdsAll(text, wordsOf(phrase)), phrase);
  for (const phrase of ['konten', 'konto geld']) t.notOk(holdsAll(text, wordsOf(phrase)), phrase);
  t.same(wordsOf('  \u200b '), [], 'what says nothing looks for nothing');
  t.equal(wordsOf('a b c d e f g h i j').length, 8);
});

t.test('each place is marked as it was written', async (t) => {
  const table: [html: string, phrase: string, marked: string][] = [
    ['Where do I buy coins?', 'COINS', 'Where do I buy <mark>coins</mark>?'],
    ['coin coins', 'coin coins', '<mark>coin</mark> <mark>coins</mark>'],
    ['Straße', 'strasse', '<mark>Straße</mark>'],
    ['Straße', 's', '<mark>S</mark>tra<mark>ß</mark>e'],
    ['lo\u0308sche', 'losche', '<mark>lo\u0308sche</mark>'],
    ['<a href="/de/coins">Coins</a>', 'coins', '<a href="/de/coins"><mark>Coins</mark></a>'],
    ['A &amp; B &quot;amp&quot;', 'amp', 'A &amp; B &quot;<mark>amp</mark>&quot;'],
    ['A &lt;b&gt;', 'b', 'A &lt;<mark>b</mark>&gt;'],
    ['nothing', 'coins', 'nothing'],
  ];
  for (const [html, phrase, marked] of table) t.equal(markWords(html, wordsOf(phrase)), marked, phrase);
});
