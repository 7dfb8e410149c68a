/** Words that somebody looks for in what we have written ourselves: a few texts of a few lines, read anew each time. */
import { endOfSign, foldPhrase, foldText } from './fold.ts';

const WORDS_MAX_COUNT = 8;

/** What is looked for, folded; none where the phrase says nothing. */
export const wordsOf = (phrase: string): string[] =>
  [...new Set(foldPhrase(phrase).split(' '))].filter((word) => word !== '').slice(0, WORDS_MAX_COUNT);

/** Whether all of them stand in it, in whatever order. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = foldText(text).text;
  return words.every((word) => folded.includes(word));
}

/** Tags and entities, which are no words. */
const MARKUP = /(<[^>]*>|&(?:#?\w+);)/;

/** Clean HTML with `<mark>` around each place of a word. */
export const markWords = (html: string, words: readonly string[]): string =>
  html
    .split(MARKUP)
    .map((piece, at) => (at % 2 === 1 ? piece : markText(piece, words)))
    .join('');

function markText(text: string, words: readonly string[]): string {
  const { text: folded, from } = foldText(text);
  let marked = '';
  let done = 0;
  let at = 0;
  while (at < folded.length) {
    const word = longest(words.filter((each) => folded.startsWith(each, at)));
    if (word === undefined) {
      at += 1;
      continue;
    }
    const start = from[at] as number;
    const end = endOfSign(text, from[at + word.length - 1] as number);
    // Two units of the folded text may come from one sign.
    if (start >= done) {
      marked += `${text.slice(done, start)}<mark>${text.slice(start, end)}</mark>`;
      done = end;
    }
    at += word.length;
  }
  return marked + text.slice(done);
}

const longest = (words: readonly string[]): string | undefined =>
  words.toSorted((one, other) => other.length - one.length)[0];
