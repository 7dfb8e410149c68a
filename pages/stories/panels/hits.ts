import type { Hit } from '../../../server/domains/reading/reader/search.ts';

/** More words would be more exact, but ruby readings between them break the match. */
const WORDS_AROUND = 1;

/** A script uses the character position (islands/reading/prose/hit.ts). Browsers without one match the words. */
export const hitHash = (hit: Pick<Hit, 'at' | 'length' | 'excerpt' | 'mark'>): string =>
  `hit-${hit.at}-${hit.length}:~:text=${wordsOf(hit)}`;

/** Whole words with their neighbours: URL Fragment Text Directives, 3.1. */
function wordsOf({ excerpt, mark }: Pick<Hit, 'excerpt' | 'mark'>): string {
  const from = mark.from === 0 ? 0 : excerpt.lastIndexOf(' ', mark.from - 1) + 1;
  const behind = excerpt.indexOf(' ', mark.to);
  const to = behind < 0 ? excerpt.length : behind;
  const before = wordsIn(excerpt.slice(0, from)).slice(-WORDS_AROUND);
  const after = wordsIn(excerpt.slice(to)).slice(0, WORDS_AROUND);
  return [
    before.length > 0 ? `${encoded(before.join(' '))}-,` : '',
    encoded(excerpt.slice(from, to)),
    after.length > 0 ? `,-${encoded(after.join(' '))}` : '',
  ].join('');
}

const wordsIn = (text: string): string[] => text.split(' ').filter((word) => word !== '' && word !== '…');

const encoded = (words: string): string => encodeURIComponent(words).replaceAll('-', '%2D');
