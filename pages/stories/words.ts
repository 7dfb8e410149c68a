/** Words for what a story is, on every page that shows stories. */

import type { Messages } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';

// keys: kinds.comics kinds.indie kinds.novel, and genres as stories/rules.ts lists them
export function useStoryWords() {
  const genres = useTranslations('genres');
  const kinds = useTranslations('kinds');
  const locale = useLocale();
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  return {
    genre: (genre: string): string =>
      genres.has(genre as keyof Messages['genres']) ? genres(genre as keyof Messages['genres']) : genre,
    kind: (kind: keyof Messages['kinds']): string => kinds(kind),
    language: (code: string): string => languages.of(code) ?? code,
  };
}
