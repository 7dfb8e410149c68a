/** Texts that islands load: one file per name in runtime/textFiles.ts and per language. Other islands' are in the page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LOCALES, type Locale } from '../../server/lib/locale.ts';
import { TEXT_FILES, textFileOf } from '../runtime/textFiles.ts';
import { compiledTexts } from './compiled.ts';
import { islandTextsOf } from './said/index.ts';

const FILE = /(?:^|\/)islands\/texts\/(\w+)\.([\w-]+)\.js$/;

/** A few plain words in all languages, for scripts that no page lists: `islands/texts/lostPictures.words.js`. */
const WORDS = /(?:^|\/)islands\/texts\/(\w+)\.words\.js$/;

/** For the server: the texts that pages contain, by island and language. */
const INLINE = /(?:^|\/)islands\/texts\/inline\.js$/;

export const textEntries = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(TEXT_FILES).flatMap((name) =>
      LOCALES.map((locale) => [`texts-${name}-${locale}`, `islands/texts/${name}.${locale}.js`]),
    ),
  );

/** Serves the texts as virtual modules: they do not exist on disk. */
export function islandTexts(root: string): Plugin {
  const said = islandTextsOf(root);
  const messagesIn = async (locale: string) =>
    JSON.parse(await readFile(join(root, `locales/${locale}.json`), 'utf8'));
  const compiled = async (islands: readonly string[], locale: string): Promise<string> => {
    const keys = await Promise.all(islands.map((each) => said.keysOf(each)));
    return compiledTexts(await messagesIn(locale), [...new Set(keys.flat())].sort());
  };
  const inlineOf = async (island: string) => {
    const all = LOCALES.map(async (locale) => [locale, await compiled([island], locale)] as const);
    return [island, Object.fromEntries(await Promise.all(all)) as Record<Locale, string>] as const;
  };
  return {
    name: 'tsuzuki:island-texts',
    enforce: 'pre',
    resolveId: (source) => {
      const [path] = WORDS.exec(source) ?? FILE.exec(source) ?? INLINE.exec(source) ?? [];
      return path === undefined ? null : join(root, path.replace(/^\//, ''));
    },
    watchChange: (path) => said.forget(path),
    // In development any change may change what an island says.
    hotUpdate() {
      const { moduleGraph } = this.environment;
      for (const module of moduleGraph.idToModuleMap.values())
        if (FILE.test(module.id ?? '') || INLINE.test(module.id ?? '')) moduleGraph.invalidateModule(module);
    },
    async load(id) {
      const [, namespace] = WORDS.exec(id) ?? [];
      if (namespace !== undefined) return wordsOf(namespace, messagesIn);
      const [, name = '', locale = ''] = FILE.exec(id) ?? [];
      const isInline = INLINE.test(id);
      if (name === '' && !isInline) return null;
      const islands = isInline
        ? [...(await said.islands()).keys()].filter((each) => textFileOf(each) === null)
        : (TEXT_FILES[name] ?? []);
      for (const each of isInline ? LOCALES : [locale]) this.addWatchFile(join(root, `locales/${each}.json`));
      if (!isInline) return `export default ${await compiled(islands, locale)};`;
      const inline = Object.fromEntries(await Promise.all(islands.map(inlineOf)));
      return `export default ${JSON.stringify(inline)};`;
    },
  };
}

async function wordsOf(namespace: string, messagesIn: (locale: Locale) => Promise<object>): Promise<string> {
  const all = LOCALES.map(async (locale) => {
    const texts: Record<string, unknown> = { ...(await messagesIn(locale)) };
    return [locale, texts[namespace]] as const;
  });
  return `export default ${JSON.stringify(Object.fromEntries(await Promise.all(all)))};`;
}
