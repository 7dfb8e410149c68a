/** Owns how dollars are counted: in whole micro-dollars, credited in whole cents. The remainder is carried over. */

export const CENT_MICROS = 10_000;

/** Share of an amount in hundredths of a percent. Cuts fractions of a micro-dollar, for debts as for gains. */
export const shareOfMicros = (micros: number, basisPoints: number): number =>
  Number((BigInt(micros) * BigInt(basisPoints)) / 10_000n);

/** Credits whole cents of remainder plus new amount. The new remainder is below a cent and never negative. */
export function creditOf(
  restMicros: number,
  newMicros: number,
): { creditMicros: number; restMicros: number } {
  const all = restMicros + newMicros;
  const creditMicros = Math.floor(all / CENT_MICROS) * CENT_MICROS;
  return { creditMicros, restMicros: all - creditMicros };
}
