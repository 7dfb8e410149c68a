/** Keeps right-to-left names from reordering the sentence around them. No imports: browsers use this file. */
const [OPEN, CLOSE] = ['\u2068', '\u2069'];
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const EMBEDDINGS = /[\u200e\u200f\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;

/** Isolates text that could reorder its surroundings (U+2068, U+2069), and prevents it from ending the isolation. */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  const plain = text.replace(EMBEDDINGS, '');
  return `${OPEN}${isBalanced(plain) ? plain : plain.replace(ISOLATES, '')}${CLOSE}`;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(ISOLATES)) {
    depth += mark === CLOSE ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
