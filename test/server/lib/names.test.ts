import t from 'tap';
import { translator } from '#locales/messages.ts';
import { isolated } from '#server/lib/isolate.ts';
import {
  cleanName,
  cleanTitle,
  isPiledUp,
  lookOf,
  mixesAlphabets,
  saysSomething,
} from '#server/lib/names.ts';

t.test('a name is kept without what nobody sees', async (t) => {
  for (const [sent, kept] of [
    ['Mi\u200bra', 'Mira'],
    ['\u202eMira\u2066', 'Mira'],
    ['M\u00adi\u2060r\ufeffa\u034f', 'Mira'],
    ['\u{e0041}Mira\ufe0f', 'Mira'],
    ['  Mira \u00a0 Holm\u3000', 'Mira Holm'],
    ['\u3164\u2800\u115f', ''],
  ] as const)
    t.equal(cleanName(sent), kept);
  t.equal(cleanTitle('The\r\n storm\u2028 comes'), 'The storm comes');
});

t.test('names of every script stay as they are', async (t) => {
  for (const name of [
    '山田 太郎',
    'ヘレン・ケラー',
    'Анна Иванова',
    'Γιώργος Σεφέρης',
    'محمود درويش',
    'می\u200cخواهم',
    'שָׁלוֹם',
    'क्\u200dष',
    'Nguyễn Thị Minh',
    'D’Arcy O’Brien-Lee',
    '김하늘',
    '👩\u200d🎨 Ann ❤\ufe0f',
    'Dr. Müller 3',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Isla',
  ]) {
    t.equal(cleanName(name), name);
    t.ok(saysSomething(name), name);
    t.notOk(mixesAlphabets(name), name);
    t.notOk(isPiledUp(name), name);
  }
});

t.test('names that look alike have the same look', async (t) => {
  for (const [one, other] of [
    ['Mira Holm', 'Мirа Ноlm'],
    ['Mira Holm', 'MIRA  HOLM'],
    ['Mira Holm', 'MiraHolm.'],
    ['Mira Holm', '𝐌𝐢𝐫𝐚 𝐇𝐨𝐥𝐦'],
    ['Bill', 'BiII'],
    ['Cornell', 'Comell'],
    ['Otto', '0tt0'],
    ['タカ', '夕力'],
  ] as const)
    t.equal(lookOf(one), lookOf(other), `${one} ${other}`);
  for (const [one, other] of [
    ['Mira', 'Mara'],
    ['Hämmer', 'Hammer'],
    ['山田', '山口'],
  ] as const)
    t.not(lookOf(one), lookOf(other), `${one} ${other}`);
});

t.test('a name says something, in one alphabet, without piles of marks', async (t) => {
  t.same(['...', '—', '_-_', '★', '🦊', '7'].map(saysSomething), [false, false, false, true, true, true]);
  t.ok(mixesAlphabets('Pаul'));
  t.notOk(mixesAlphabets('Paul Иванов'));
  t.ok(isPiledUp('Z\u0301\u0302\u0303\u0304\u0305algo'));
});

t.test('names are isolated where a sentence names them', async (t) => {
  t.equal(isolated('Mira'), 'Mira');
  t.equal(isolated('סיפור'), '\u2068סיפור\u2069');
  t.equal(isolated('\u202eariM'), '\u2068ariM\u2069');
  t.equal(isolated('\u2069\u202eariM'), '\u2068ariM\u2069');
  t.equal(isolated('\u2068סיפור\u2069 3'), '\u2068\u2068סיפור\u2069 3\u2069');
  const told = translator('en', 'told')('team_removed', {
    story: 'סיפור',
    b: (text: string) => text,
  } as never);
  t.equal(told, 'You no longer belong to the team of \u2068סיפור\u2069');
});
