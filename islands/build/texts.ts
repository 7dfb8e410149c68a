/** Text files that islands load: one per name in ../texts.ts and per language, named by content hash. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LOCALES } from '../../server/lib/locale.ts';
import { TEXT_FILES, texts } from '../texts.ts';
import { compiledTexts } from './compiled.ts';

const FILE = /(?:^|\/)islands\/texts\/(\w+)\.([\w-]+)\.js$/;

/** A few plain words in all languages, for scripts that no page lists: `islands/texts/lostPictures.words.js`. */
const WORDS = /(?:^|\/)islands\/texts\/(\w+)\.words\.js$/;

export const textEntries = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(TEXT_FILES).flatMap((name) =>
      LOCALES.map((locale) => [`texts-${name}-${locale}`, `islands/texts/${name}.${locale}.js`]),
    ),
  );

/** Serves the text files as virtual modules: they do not exist on disk. */
export function islandTexts(root: string): Plugin {
  return {
    name: 'tsuzuki:island-texts',
    enforce: 'pre',
    resolveId: (source) => {
      const [path] = WORDS.exec(source) ?? FILE.exec(source) ?? [];
      return path === undefined ? null : join(root, path.replace(/^\//, ''));
    },
    async load(id) {
      const [, namespace] = WORDS.exec(id) ?? [];
      if (namespace !== undefined) return wordsOf(root, namespace);
      const [, name = '', locale = ''] = FILE.exec(id) ?? [];
      if (name === '') return null;
      const source = join(root, `locales/${locale}.json`);
      this.addWatchFile(source);
      const said = new Set((TEXT_FILES[name] ?? []).flatMap((island) => texts[island]));
      return `export default ${compiledTexts(JSON.parse(await readFile(source, 'utf8')), [...said])};`;
    },
  };
}

async function wordsOf(root: string, namespace: string): Promise<string> {
  const all = LOCALES.map(async (locale) => {
    const texts = JSON.parse(await readFile(join(root, `locales/${locale}.json`), 'utf8'));
    return [locale, texts[namespace]] as const;
  });
  return `export default ${JSON.stringify(Object.fromEntries(await Promise.all(all)))};`;
}
