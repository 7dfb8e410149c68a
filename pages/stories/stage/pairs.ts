/** Pages side by side on landscape screens (decisions.md §6). */

export type InPair = 'alone' | 'first' | 'second';

export type PairOptions = {
  /** The first page is alone, as in a printed book. False shifts the pairs by one. */
  coverAlone: boolean;
  /** True when something follows this page index, so that no pair spans it. */
  isParted?: (at: number) => boolean;
};

/** Landscape pages (`isWide`) and pages with a wide neighbour are alone. After an ad, pairs start again. */
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
