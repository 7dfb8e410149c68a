/** A language (I18-01…I18-05) is one entry here and `locales/<code>.json`. All but the first have an address prefix. */

type Entry = {
  /** Name in the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** With region, for link previews (`og:locale`). */
  openGraph: string;
  /** Decides plural rule and number format of texts: 1,234.567 in German, too (I18-18, I18-19). */
  formats: string;
  /** Decides how names are joined in a sentence. British English has no comma before its last "and". */
  lists: string;
  /** Article before these countries in a sentence, but not in lists: "the Netherlands". */
  article?: { word: string; countries: string };
};

const table = {
  en: {
    name: 'English',
    direction: 'ltr',
    openGraph: 'en_US',
    formats: 'en-US',
    lists: 'en-GB',
    article: {
      word: 'the',
      countries: 'AE BS CC CF CK DO FK FO FM GB GM HM IM IO KM KY MH MP MV NL PH SB SC TC TF UM US VA VG VI',
    },
  },
  de: { name: 'Deutsch', direction: 'ltr', openGraph: 'de_DE', formats: 'en-US', lists: 'de' },
} satisfies Record<string, Entry>;

export type Locale = keyof typeof table;

export const locales: Readonly<Record<Locale, Entry>> = table;
export const LOCALES = Object.keys(table) as [Locale, ...Locale[]];
export const DEFAULT_LOCALE: Locale = LOCALES[0];

export const isLocale = (text: unknown): text is Locale =>
  typeof text === 'string' && Object.hasOwn(table, text);

export const localeOr = (text: unknown, otherwise: Locale = DEFAULT_LOCALE): Locale =>
  isLocale(text) ? text : otherwise;

export const languageAttributes = (locale: Locale): { lang: Locale; dir?: 'rtl' } =>
  locales[locale].direction === 'rtl' ? { lang: locale, dir: 'rtl' } : { lang: locale };
