/** Undoes the variations that password guessers apply to a word. Pure, without a word list. */

/** Guessers try every case. */
export const foldPassword = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Letters by the signs that replace them. A 1 replaces either of two letters. */
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

/** Finger movements: rows and columns of keyboards, the alphabet, digits. */
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

/** True for finger movements and repeated keys only: `qwerty123456`, `1qaz2wsx3edc`, `aaaa1111`. */
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

/** Common digits and signs around a word: few, a year, a date, a sequence, a repetition. */
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

/** Words that the password may be made from: `password` for `P@ssw0rd123!`, but not `monkey` for `monkey84629173`. */
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

function spellingsOf(text: string): string[] {
  const plain = text.replaceAll(/./gu, (sign) => LOOKALIKES[sign] ?? sign);
  return ONES.map((one) => plain.replaceAll(/[1!|]/g, one).replaceAll(/[^\p{L}]/gu, ''));
}
