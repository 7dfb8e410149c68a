/** Owns how dollars are counted: whole micro-dollars, credited in whole cents, with what is less carried on. */

/** Micro-dollars of a cent. */
export const CENT_MICROS = 10_000;

/** Hundredths of a percent of an amount. What is less than a micro-dollar falls away, of debts as of gains. */
export const shareOfMicros = (micros: number, basisPoints: number): number =>
  Number((BigInt(micros) * BigInt(basisPoints)) / 10_000n);

/** Whole cents of what is carried on and what is new; the rest is below a cent and never negative. */
export function creditOf(
  restMicros: number,
  newMicros: number,
): { creditMicros: number; restMicros: number } {
  const all = restMicros + newMicros;
  const creditMicros = Math.floor(all / CENT_MICROS) * CENT_MICROS;
  return { creditMicros, restMicros: all - creditMicros };
}
