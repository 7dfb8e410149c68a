/** The interface languages (I18-01…I18-05): English without a prefix, German under `/de`. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);
