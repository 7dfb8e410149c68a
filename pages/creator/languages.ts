/** Names of story languages in the reader's language. Server only, since browsers use other names. */
import type { Locale } from '../../locales/index.ts';
import { STORY_LANGUAGES } from '../../server/domains/publishing/stories/rules.ts';
import { kept } from '../../server/lib/kept.ts';

const names = kept((locale: Locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }));

export const languageName = (code: string, locale: Locale): string => names(locale).of(code) ?? code;

/** The most common story languages, listed first. */
export const LIKELY_LANGUAGES: readonly string[] = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'pt-BR',
  'ja',
  'ko',
  'zh-Hans',
  'zh-Hant',
];

export type LanguageOption = { value: string; label: string };

/** Common languages, then the others by name. Omits codes without a name. */
export function languageOptions(locale: Locale): LanguageOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const all = STORY_LANGUAGES.flatMap((value) => {
    const label = names.of(value);
    return label === undefined ? [] : [{ value, label }];
  }).sort((a, b) => a.label.localeCompare(b.label, locale));
  const isLikely = ({ value }: LanguageOption) => LIKELY_LANGUAGES.includes(value);
  return [...all.filter(isLikely), ...all.filter((option) => !isLikely(option))];
}
