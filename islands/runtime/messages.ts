/** What an island says, and where that stands. Runs on the server only. */
import { messages } from '../../locales/messages.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { compiledTexts } from '../build/compiled.ts';
import { TEXT_FILES, texts } from '../texts.ts';

const compiledOf = new Map<string, string>();

/** JSON of an island's compiled texts. Kept: it depends on nothing but the build. */
export function islandMessages(name: string, locale: Locale): string {
  // An island that is not listed keeps its HTML; the browser reports it (OPS-15).
  if (!Object.hasOwn(texts, name)) return '{}';
  const key = `${locale} ${name}`;
  const json = compiledOf.get(key) ?? compiledTexts(messages[locale], texts[name as keyof typeof texts]);
  compiledOf.set(key, json);
  return json;
}

/** The file that holds an island's texts, or null when they travel in the page. */
export const textFileOf = (name: string): string | null =>
  Object.entries(TEXT_FILES).find(([, names]) => names.some((each) => each === name))?.[0] ?? null;
