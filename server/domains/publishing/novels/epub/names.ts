/** Finds the file that a book means, although names may differ by case, separator, escapes or encoding. */
import { decoded } from './hrefs.ts';

export type Named = {
  name: string;
  /** Other readings of the name's bytes, when the archive does not declare their encoding. */
  otherNames: readonly string[];
};

/** In NFC, with slashes. */
export const pathOfName = (name: string): string => partsOf(name).join('/').normalize('NFC');

const partsOf = (name: string): string[] => name.split(/[/\\]/).filter((part) => part !== '' && part !== '.');

const looseKeyOf = (path: string): string => pathOfName(decoded(path)).toLowerCase().normalize('NFC');

/** Null if there is no such file. A name that fits two files counts only if it equals one exactly. */
export function createFinder(files: readonly Named[]): (path: string) => string | null {
  const exact = new Set(files.map(({ name }) => pathOfName(name)));
  const loose = new Map<string, string | null>();
  const put = (key: string, path: string): void => {
    const known = loose.get(key);
    loose.set(key, known === undefined || known === path ? path : null);
  };
  for (const { name } of files) put(looseKeyOf(name), pathOfName(name));
  const named = new Set(loose.keys());
  for (const { name, otherNames } of files) {
    for (const key of new Set(otherNames.map(looseKeyOf))) if (!named.has(key)) put(key, pathOfName(name));
  }
  return (path) => (exact.has(path) ? path : (loose.get(looseKeyOf(path)) ?? null));
}
