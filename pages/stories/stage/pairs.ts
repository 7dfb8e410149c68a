/** Which pages stand side by side on a screen that is wider than high (decisions.md §6). */

export type InPair = 'alone' | 'first' | 'second';

export type PairOptions = {
  /** The first page stands alone, as in a printed book; without it the pairs are moved by one. */
  coverAlone: boolean;
  /** Whether something stands right behind a page, named by its index: no pair lies across it. */
  isParted?: (at: number) => boolean;
};

/**
 * `isWide` tells of each page whether it is wider than high: such a page stands alone, and so does one that would have a wide
 * neighbour. Pairs begin anew behind an advertisement.
 */
export function pairsOf(
  isWide: readonly boolean[],
  { coverAlone, isParted = () => false }: PairOptions,
): InPair[] {
  const pairs: InPair[] = [];
  for (let at = 0; at < isWide.length; at += 1) {
    const mayPair = !(coverAlone && at === 0) && !isParted(at);
    const isPair = mayPair && isWide[at] === false && isWide[at + 1] === false;
    pairs.push(isPair ? 'first' : 'alone');
    if (!isPair) continue;
    pairs.push('second');
    at += 1;
  }
  return pairs;
}
