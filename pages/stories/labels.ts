import type { Locale, Messages } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import { kept } from '../../server/lib/kept.ts';

const languageNames = kept((locale: Locale) => new Intl.DisplayNames([locale], { type: 'language' }));

export function useStoryWords() {
  const genres = useTranslations('genres');
  const kinds = useTranslations('kinds');
  const locale = useLocale();
  const languages = languageNames(locale);
  return {
    genre: (genre: string): string =>
      genres.has(genre as keyof Messages['genres']) ? genres(genre as keyof Messages['genres']) : genre,
    kind: (kind: keyof Messages['kinds']): string => kinds(kind),
    language: (code: string): string => languages.of(code) ?? code,
  };
}
