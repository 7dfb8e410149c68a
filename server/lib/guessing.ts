/** How people who guess passwords vary a word: what stays when the variation is taken away. Pure, and knows no list. */

/** Capital letters make no other password of a guess. */
export const foldPassword = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Letters in place of what is typed for them. A 1 stands for either of two. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
};
const ONES = ['i', 'l'];

/** Ways of a finger: rows and columns of keyboards, the alphabet, digits. */
const WALKS = [
  '1234567890',
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol'],
];
const BOTH_WAYS = WALKS.flatMap((walk) => [walk, [...walk].reverse().join('')]);
const STEPS_MIN_COUNT = 3;

const isRun = (text: string): boolean =>
  BOTH_WAYS.some((walk) => walk.includes(text)) || [...text].every((letter) => letter === text[0]);

/** Nothing but ways of a finger and one key again and again: `qwerty123456`, `1qaz2wsx3edc`, `aaaa1111`. */
export function isWalked(password: string): boolean {
  const text = foldPassword(password);
  for (let at = 0; at < text.length; ) {
    let end = at + STEPS_MIN_COUNT;
    if (end > text.length || !isRun(text.slice(at, end))) return false;
    while (end < text.length && isRun(text.slice(at, end + 1))) end += 1;
    at = end;
  }
  return true;
}

/** Digits and signs that everybody puts around a word: few, a year, a date, in order, or the same again. */
function isUsualAffix(affix: string): boolean {
  return (affix.match(/\d+|[^\d]+/g) ?? []).every((part) => {
    if (!/\d/.test(part)) return part.length <= 3 || new Set(part).size === 1;
    return (
      part.length <= 4 ||
      isWalked(part) ||
      /^(.{1,3})\1+$/.test(part) ||
      /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19|20)?\d\d$/.test(
        part,
      ) ||
      /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(part)
    );
  });
}

/**
 * Words that a password may be made from, in small letters: `password` of `P@ssw0rd123!`. Itself is among them. A word with
 * more around it than is usual is none: `monkey84629173` is not guessed by `monkey`.
 */
export function coresOf(password: string): string[] {
  const whole = foldPassword(password);
  const lead = /^[^\p{L}]*/u.exec(whole)?.[0] ?? '';
  const tail = /[^\p{L}]*$/u.exec(whole.slice(lead.length))?.[0] ?? '';
  const cores = new Set([whole]);
  for (const before of new Set(['', lead]))
    for (const after of new Set(['', tail])) {
      if (!isUsualAffix(before) || !isUsualAffix(after)) continue;
      for (const word of spellingsOf(whole.slice(before.length, whole.length - after.length))) {
        const once = /^(.+?)\1+$/u.exec(word)?.[1] ?? word;
        for (const each of [word, once]) cores.add(each).add([...each].reverse().join(''));
      }
    }
  return [...cores].filter((word) => word !== '');
}

/** As letters alone, whatever stands for them. */
function spellingsOf(text: string): string[] {
  const plain = text.replaceAll(/./gu, (sign) => LOOKALIKES[sign] ?? sign);
  return ONES.map((one) => plain.replaceAll(/[1!|]/g, one).replaceAll(/[^\p{L}]/gu, ''));
}
