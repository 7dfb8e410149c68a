/** Sorts files as people expect: page 2 before page 10, whatever the case and leading zeros. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares extensions last, so that "Page 1.png" comes before "Page 1.5.png". */
const withoutEnding = (name: string): string => name.replace(/(?<=.)\.[a-z]{1,4}\d?$/i, '');

function compareParts(a: string, b: string): number {
  return collator.compare(withoutEnding(a), withoutEnding(b)) || collator.compare(a, b);
}

/** Compares paths folder by folder, so that the files of a folder stay together. */
export function compareNames(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  for (let depth = 0; depth < Math.min(one.length, other.length); depth += 1) {
    const difference = compareParts(one[depth] ?? '', other[depth] ?? '');
    if (difference !== 0) return difference;
  }
  return one.length - other.length || (a < b ? -1 : a > b ? 1 : 0);
}

export const inNaturalOrder = <Named extends { name: string }>(files: readonly Named[]): Named[] =>
  [...files].sort((a, b) => compareNames(a.name, b.name));
