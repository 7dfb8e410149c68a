/** Search in our own texts: a few texts of a few lines, scanned on each search. */
import { endOfSign, foldPhrase, foldText } from './fold.ts';

const WORDS_MAX_COUNT = 8;

/** The words to search for, folded. Empty when the phrase has no searchable characters. */
export const wordsOf = (phrase: string): string[] =>
  [...new Set(foldPhrase(phrase).split(' '))].filter((word) => word !== '').slice(0, WORDS_MAX_COUNT);

export function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = foldText(text).text;
  return words.every((word) => folded.includes(word));
}

const MARKUP = /(<[^>]*>|&(?:#?\w+);)/;

/** Wraps each found word in `<mark>`. Expects clean HTML. */
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
    // Two folded units may come from the same sign.
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
