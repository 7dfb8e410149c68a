import { createContext } from 'react';
import { type PlainIslandName, plainSource } from './plain.ts';

type ManifestEntry = { file: string; imports?: string[] };
export type Manifest = Record<string, ManifestEntry>;

export type Assets = {
  theme: string;
  /** Script that sets a novel's typography before first paint. */
  looks: string;
  boot: string;
  /** All files of an island, the entry first. Empty when the build has no such island. */
  islandChunks(name: string): string[];
  plainChunks(name: PlainIslandName): string[];
  textFile(name: string, locale: string): string;
};

const FOLDER = 'islands';
const LOOKS = `${FOLDER}/reading/typography/typography.ts`;

/** In development Vite serves the sources, so there is no manifest. */
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
  const sourceOf = islandSources(manifest);
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
    islandChunks: (name) => chunksOf(hydrate, sourceOf.get(name) ?? ''),
    plainChunks: (name) => chunksOf(plainSource(name)),
    textFile: (name, locale) => fileOf(manifest, `${FOLDER}/texts/${name}.${locale}.js`),
  };
}

/** The source of each island. Names of islands are unique across all rooms. */
const islandSources = (manifest: Manifest): Map<string, string> =>
  new Map(
    Object.keys(manifest).flatMap((key) => {
      const [, name] = /^islands\/(?:.*\/)?(\w+)\.tsx$/.exec(key) ?? [];
      return name === undefined ? [] : [[name, key] as const];
    }),
  );

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
