/** Parts of a title or name that match a phrase: at the beginning of words, ignoring case and accents. */

export type Part = { text: string; isMet: boolean };

export function markedParts(text: string, phrase: string): Part[] {
  const folded = foldOf(text);
  const words = foldOf(phrase).text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts: Part[] = [];
  let done = 0;
  for (const { from, to } of meetings(folded.text, words)) {
    const [start = 0, end = text.length] = [folded.from[from], folded.from[to]];
    if (start < done || end <= start) continue;
    parts.push(
      { text: text.slice(done, start), isMet: false },
      { text: text.slice(start, end), isMet: true },
    );
    done = end;
  }
  parts.push({ text: text.slice(done), isMet: false });
  return parts.filter((part) => part.text !== '');
}

/** Text without accents, and for each of its units the index in the original. */
function foldOf(text: string): { text: string; from: number[] } {
  let folded = '';
  const from: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/\P{M}\p{M}*/gu)) {
    const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    folded += plain;
    from.push(...Array.from(plain, (letter) => Array<number>(letter.length).fill(index)).flat());
  }
  return { text: folded, from };
}

/** Writing systems without spaces have no word boundaries. */
const IN_WORD = /(?![\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Hani}])[\p{L}\p{N}]/u;

function meetings(text: string, words: readonly string[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const isInside = IN_WORD.test(text[at - 1] ?? '') && IN_WORD.test(text[at] ?? '');
      if (!isInside) found.push({ from: at, to: at + word.length });
    }
  }
  return found.sort((one, other) => one.from - other.from || other.to - one.to);
}
