/** Which pages stand side by side on a screen that is wider than high (decisions.md §6). */

export type InPair = 'alone' | 'first' | 'second';

/**
 * `isWide` tells of each page whether it is wider than high: such a page stands alone, and so does one that would have a wide
 * neighbour. With `coverAlone` the first page does, too, as in a printed book; without it the pairs are moved by one.
 */
export function pairsOf(isWide: readonly boolean[], { coverAlone }: { coverAlone: boolean }): InPair[] {
  const pairs: InPair[] = [];
  for (let at = 0; at < isWide.length; at += 1) {
    const isPair = !(coverAlone && at === 0) && isWide[at] === false && isWide[at + 1] === false;
    pairs.push(isPair ? 'first' : 'alone');
    if (!isPair) continue;
    pairs.push('second');
    at += 1;
  }
  return pairs;
}
