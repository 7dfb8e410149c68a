/** What the details of a story offer to choose from, in the reader's words. */
import type { StoryFormProps } from '../../../islands/StoryForm.tsx';
import type { Locale } from '../../../locales/index.ts';
import { translator } from '../../../locales/messages.ts';
import type { ConsoleStoryView } from '../../../server/domains/stories/queries.ts';
import {
  DESCRIPTION_MOST,
  FORMATS,
  genresOf,
  RATINGS,
  TITLE_MOST,
} from '../../../server/domains/stories/rules.ts';
import { LOCALES } from '../../../server/lib/locale.ts';
import { languageOptions } from '../languages.ts';

/** Novels get an editor of their own; publishers do not make indie stories (STO-33). */
const typesFor = (publisher: boolean) => (publisher ? (['comics'] as const) : (['comics', 'indie'] as const));

export function storyFormProps(
  story: ConsoleStoryView | null,
  { locale, publisher }: { locale: Locale; publisher: boolean },
): StoryFormProps {
  // keys: console.types.comics console.types.indie console.types.novel console.formats.page_ltr console.formats.page_rtl console.formats.strip
  // keys: console.ratings.all console.ratings.teen13 console.ratings.mature16
  const t = translator(locale, 'console');
  const genres = translator(locale, 'genres');
  const all = languageOptions(locale);
  const usual = [locale, ...LOCALES.filter((each) => each !== locale)];
  return {
    story,
    types: typesFor(publisher).map((value) => ({ value, label: t(`types.${value}`) })),
    formats: FORMATS.map((value) => ({ value, label: t(`formats.${value}`) })),
    genres: genresOf(story?.publication_type ?? 'comics')
      .map((value) => ({ value: value as string, label: genres(value) }))
      .sort(
        (a, b) =>
          Number(a.value === 'other') - Number(b.value === 'other') || a.label.localeCompare(b.label, locale),
      ),
    languages: all.filter(({ value }) => !usual.some((each) => each === value)),
    usualLanguages: usual.flatMap((value) => all.find((option) => option.value === value) ?? []),
    ratings: RATINGS.map((value) => ({ value, label: t(`ratings.${value}`) })),
    most: { title: TITLE_MOST, description: DESCRIPTION_MOST },
  };
}
