import type { StoryFormProps } from '../../../islands/publishing/stories/useDraft.ts';
import type { Locale } from '../../../locales/index.ts';
import { translator } from '../../../locales/messages.ts';
import { mayDo } from '../../../server/domains/platform/policy/rules.ts';
import { listGenres } from '../../../server/domains/publishing/stories/categories.ts';
import type { ConsoleStoryView } from '../../../server/domains/publishing/stories/queries.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  FORMATS,
  genresOf,
  type PublicationType,
  RATINGS,
  TAG_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
  typesFor,
} from '../../../server/domains/publishing/stories/rules.ts';
import { LIKELY_LANGUAGES, languageOptions } from '../languages.ts';

export type FormFacts = {
  locale: Locale;
  publisher: boolean;
  userId: string;
  zone: string;
  /** Languages of the creator, in their order (STO-37). */
  preferred: readonly string[];
  type?: string | null;
  pages?: number;
};

export function storyFormProps(
  story: ConsoleStoryView | null,
  { locale, publisher, userId, zone, preferred, type, pages = 0 }: FormFacts,
): StoryFormProps {
  const t = translator(locale, 'console');
  const all = languageOptions(locale);
  const usual = [...new Set([...preferred, locale, ...LIKELY_LANGUAGES])];
  const types: readonly PublicationType[] = typesFor({ publisher });
  const common: readonly string[] = genresOf('comics');
  return {
    story,
    pages,
    // The creator of a new story owns it. There is nothing to delete yet.
    may: {
      edit: story === null || mayDo(story.role, 'edit'),
      delete: story !== null && mayDo(story.role, 'delete'),
    },
    types: types.map((value) => ({ value, label: t(`types.${value}`) })),
    type: types.find((known) => known === type) ?? types[0] ?? 'comics',
    novelGenres: genresOf('novel').filter((genre) => !common.includes(genre)),
    owner: userId,
    zone,
    offer: {
      formats: FORMATS,
      genres: listGenres(locale, story?.publication_type).map(({ id, label }) => ({ value: id, label })),
      usualLanguages: usual.flatMap((value) => all.find((option) => option.value === value) ?? []),
      languages: all.filter(({ value }) => !usual.includes(value)),
      ratings: RATINGS.map((value) => ({ value, label: t(`ratings.${value}`) })),
      preset: preferred[0] ?? '',
      most: {
        title: TITLE_MAX_LENGTH,
        description: DESCRIPTION_MAX_LENGTH,
        tags: TAGS_MAX_COUNT,
        tag: TAG_MAX_LENGTH,
      },
    },
  };
}
