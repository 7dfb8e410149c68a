/** Finds the file that a book means: names differ by case, separator, escapes or encoding from what programs write about them. */
import { decoded } from './hrefs.ts';

export type Named = {
  /** As the archive says. */
  name: string;
  /** Further readings of its bytes, where the archive does not say which alphabet they are in. */
  otherNames: readonly string[];
};

/** The path of each file, in NFC and with slashes. */
export const pathOfName = (name: string): string => partsOf(name).join('/').normalize('NFC');

const partsOf = (name: string): string[] => name.split(/[/\\]/).filter((part) => part !== '' && part !== '.');

const looseKeyOf = (path: string): string => pathOfName(decoded(path)).toLowerCase().normalize('NFC');

/** Answers the path of the file that is there, or null. A name that could be two files is neither, unless it is one exactly. */
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
