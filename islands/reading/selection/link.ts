/** A link to words of a chapter: our own hash, and a text fragment that browsers scroll to and highlight. */

/** Quotes up to this length are given whole, longer ones by their beginning and end. */
const WHOLE_LENGTH = 80;
const END_LENGTH = 40;
/** Per report. */
const QUOTE_MAX_LENGTH = 300;

/** A hyphen separates the parts of a text fragment, so hyphens in the text are escaped. */
const spelled = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D');

const tidy = (text: string): string => text.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();

/** Cut between words, or anywhere in scripts without spaces. */
function endOf(text: string, side: 'first' | 'last'): string {
  const signs = [...text];
  if (signs.length <= END_LENGTH) return text;
  const cut = (side === 'first' ? signs.slice(0, END_LENGTH) : signs.slice(-END_LENGTH)).join('');
  const whole = side === 'first' ? cut.replace(/\s\S*$/, '') : cut.replace(/^\S*\s/, '');
  return whole.trim();
}

/** Text Fragments (WICG): the words by which a browser finds the place. Each is searched within one paragraph. */
export function textFragment(quote: string): string {
  const lines = quote
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  if (lines.length < 2 && first.length <= WHOLE_LENGTH) return `:~:text=${spelled(first)}`;
  return `:~:text=${spelled(endOf(first, 'first'))},${spelled(endOf(last, 'last'))}`;
}

/** `at`: characters before the quote (../prose/hit.ts). `words`: the quote with whole first and last words. */
export const linkTo = (
  chapter: string,
  { at, length, words }: { at: number; length: number; words: string },
): string => `${chapter.split('#')[0]}#hit-${at}-${length}${textFragment(words)}`;

/** The report's text about the place, within its limit and cut between characters. */
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
