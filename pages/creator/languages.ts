/** Names of story languages in the reader's own. Made on the server only: browsers know other names. */
import type { Locale } from '../../locales/index.ts';
import { STORY_LANGUAGES } from '../../server/domains/stories/rules.ts';

export const languageName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }).of(code) ?? code;

export type LanguageOption = { value: string; label: string };

/** All languages by name. A code that the runtime has no name for is left out. */
export function languageOptions(locale: Locale): LanguageOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return STORY_LANGUAGES.flatMap((value) => {
    const label = names.of(value);
    return label === undefined ? [] : [{ value, label }];
  }).sort((a, b) => a.label.localeCompare(b.label, locale));
}
