/** Files in the order a person would put them: page 2 before page 10, whatever the case and the leading zeros. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const compareNames = (a: string, b: string): number =>
  collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

export const inNaturalOrder = <Named extends { name: string }>(files: readonly Named[]): Named[] =>
  [...files].sort((a, b) => compareNames(a.name, b.name));
