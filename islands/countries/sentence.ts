/** In words where a story can be read. Countries are told by name while they can be taken in at a glance. */
import type { Locale } from '../../locales/index.ts';

export type CountryOption = { code: string; label: string };

const NAMED_MOST = 6;

/** English says "the Netherlands" in a sentence; the list of countries does not. */
const WITH_ARTICLE = new Set(
  'AE BS CC CF CK DO FK FO FM GB GM HM IM IO KM KY MH MP MV NL PH SB SC TC TF UM US VA VG VI'.split(' '),
);

export type Sentence = { key: 'few' | 'many'; names: string; count: number };

export function countriesInWords(
  options: readonly CountryOption[],
  chosen: ReadonlySet<string>,
  locale: Locale,
): Sentence {
  const named = options.filter(({ code }) => chosen.has(code));
  const names = named.map(({ code, label }) =>
    locale === 'en' && WITH_ARTICLE.has(code) && !/^the /i.test(label) ? `the ${label}` : label,
  );
  return {
    key: names.length <= NAMED_MOST ? 'few' : 'many',
    // British English has no comma before its last "and", as our texts have none.
    names: new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'conjunction' }).format(names),
    count: names.length,
  };
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** By any part of the name, whatever the accents, or by the code. */
export const matches = ({ code, label }: CountryOption, wanted: string): boolean => {
  const text = plain(wanted.trim());
  return text === '' || plain(label).includes(text) || code.toLowerCase() === text;
};
