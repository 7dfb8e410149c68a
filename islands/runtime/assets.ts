/** Addresses of the scripts of a page and its islands, from Vite's manifest. */
import { createContext } from 'react';
import { type PlainIslandName, plainSource } from './plain.ts';

/** A part of Vite's manifest entry. */
type ManifestEntry = { file: string; imports?: string[] };
export type Manifest = Record<string, ManifestEntry>;

export type Assets = {
  theme: string;
  /** How the reader has novels set, before the first paint of their pages. */
  looks: string;
  boot: string;
  /** All files an island needs, the entry first; empty for an island that the build does not know. */
  islandChunks(name: string): string[];
  /** The same for a part that wakes without React. */
  plainChunks(name: PlainIslandName): string[];
  /** The script that holds a file of texts (../texts.ts) in one language. */
  textFile(name: string, locale: string): string;
};

const FOLDER = 'islands';
const LOOKS = `${FOLDER}/reading/typography/typography.ts`;

/** In development Vite serves the sources themselves, hence no manifest. */
export function assetsOf(manifest: Manifest | null | undefined): Assets {
  if (!manifest) {
    return {
      theme: `/${FOLDER}/runtime/theme.ts`,
      looks: `/${LOOKS}`,
      boot: `/${FOLDER}/runtime/boot.ts`,
      islandChunks: () => [`/${FOLDER}/runtime/hydrate.tsx`],
      plainChunks: (name) => [`/${plainSource(name)}`],
      textFile: (name, locale) => `/${FOLDER}/texts/${name}.${locale}.js`,
    };
  }
  const hydrate = `${FOLDER}/runtime/hydrate.tsx`;
  const known = new Map<string, string[]>();
  const chunksOf = (...sources: string[]): string[] => {
    const key = sources.join(' ');
    const found = known.get(key);
    if (found) return found;
    const files = new Set<string>();
    for (const source of sources) collect(manifest, source, files);
    known.set(key, [...files]);
    return [...files];
  };
  return {
    theme: fileOf(manifest, `${FOLDER}/runtime/theme.ts`),
    looks: fileOf(manifest, LOOKS),
    boot: fileOf(manifest, `${FOLDER}/runtime/boot.ts`),
    islandChunks: (name) => chunksOf(hydrate, islandSource(manifest, name)),
    plainChunks: (name) => chunksOf(plainSource(name)),
    textFile: (name, locale) => fileOf(manifest, `${FOLDER}/texts/${name}.${locale}.js`),
  };
}

/** Islands have names of their own, in whatever room they stand. */
const islandSource = (manifest: Manifest, name: string): string =>
  Object.keys(manifest).find((key) => key.startsWith(`${FOLDER}/`) && key.endsWith(`/${name}.tsx`)) ?? '';

function fileOf(manifest: Manifest, source: string): string {
  const entry = manifest[source];
  if (!entry) throw new Error(`${source} is missing in the build`);
  return `/${entry.file}`;
}

function collect(manifest: Manifest, source: string, files: Set<string>): void {
  const entry = manifest[source];
  if (!entry || files.has(`/${entry.file}`)) return;
  files.add(`/${entry.file}`);
  for (const imported of entry.imports ?? []) collect(manifest, imported, files);
}

export const AssetsContext = createContext<Assets>(assetsOf(null));
