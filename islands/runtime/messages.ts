/** Texts of islands and where they are stored. Server only. */
import { messages } from '../../locales/messages.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { compiledTexts } from '../build/compiled.ts';
import { TEXT_FILES, texts } from '../texts.ts';

const compiledOf = new Map<string, string>();

/** JSON of an island's compiled texts. Cached, since it depends only on the build. */
export function islandMessages(name: string, locale: Locale): string {
  // An island not listed keeps its HTML. The browser reports it (OPS-15).
  if (!Object.hasOwn(texts, name)) return '{}';
  const key = `${locale} ${name}`;
  const json = compiledOf.get(key) ?? compiledTexts(messages[locale], texts[name as keyof typeof texts]);
  compiledOf.set(key, json);
  return json;
}

export const textFileOf = (name: string): string | null =>
  Object.entries(TEXT_FILES).find(([, names]) => names.some((each) => each === name))?.[0] ?? null;
