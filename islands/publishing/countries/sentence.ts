/** States in words where a story can be read. Lists countries by name while there are few. */
import { type Locale, locales } from '../../../server/lib/locale.ts';

export type CountryOption = { code: string; label: string };

const NAMED_MAX_COUNT = 6;

export type Sentence = { key: 'few' | 'many'; names: string; count: number };

export function countriesInWords(
  options: readonly CountryOption[],
  chosen: ReadonlySet<string>,
  locale: Locale,
): Sentence {
  const { article, lists } = locales[locale];
  const named = options.filter(({ code }) => chosen.has(code));
  const names = named.map(({ code, label }) =>
    article?.countries.includes(code) && !label.toLowerCase().startsWith(`${article.word} `)
      ? `${article.word} ${label}`
      : label,
  );
  return {
    key: names.length <= NAMED_MAX_COUNT ? 'few' : 'many',
    names: new Intl.ListFormat(lists, { type: 'conjunction' }).format(names),
    count: names.length,
  };
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Matches any part of the name, ignoring accents, or the code. */
export const matches = ({ code, label }: CountryOption, wanted: string): boolean => {
  const text = plain(wanted.trim());
  return text === '' || plain(label).includes(text) || code.toLowerCase() === text;
};
