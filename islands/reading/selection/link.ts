/** A link to words of a chapter: our own place, and what browsers of today bring into sight and mark by themselves. */

/** A quote of up to so many characters is named as a whole, a longer one by its beginning and its end. */
const WHOLE_LENGTH = 80;
const END_LENGTH = 40;
/** Of a report. */
const QUOTE_MAX_LENGTH = 300;

/** A hyphen parts the pieces of such a name, so one that is meant is spelled out. */
const spelled = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D');

const tidy = (text: string): string => text.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();

/** Cut between words; a writing without spaces is cut anywhere. */
function endOf(text: string, side: 'first' | 'last'): string {
  const signs = [...text];
  if (signs.length <= END_LENGTH) return text;
  const cut = (side === 'first' ? signs.slice(0, END_LENGTH) : signs.slice(-END_LENGTH)).join('');
  const whole = side === 'first' ? cut.replace(/\s\S*$/, '') : cut.replace(/^\S*\s/, '');
  return whole.trim();
}

/** Text Fragments (WICG): the words by which a browser finds the place. They are looked for within one paragraph each. */
export function textFragment(quote: string): string {
  const lines = quote
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  if (lines.length < 2 && first.length <= WHOLE_LENGTH) return `:~:text=${spelled(first)}`;
  return `:~:text=${spelled(endOf(first, 'first'))},${spelled(endOf(last, 'last'))}`;
}

/** `at`: characters of the chapter before the quote (../prose/hit.ts). `words`: the quote, with its first and last word whole. */
export const linkTo = (
  chapter: string,
  { at, length, words }: { at: number; length: number; words: string },
): string => `${chapter.split('#')[0]}#hit-${at}-${length}${textFragment(words)}`;

/** What a report says of the place: never more than it may, and cut between signs. */
export function quoted(quote: string, sentence: (quote: string) => string): string {
  const signs = [...tidy(quote)];
  const room = QUOTE_MAX_LENGTH - [...sentence('')].length;
  return sentence(
    signs.length <= room
      ? signs.join('')
      : `${signs
          .slice(0, room - 1)
          .join('')
          .trimEnd()}…`,
  );
}
