/** The interface languages (I18-01…I18-05): English without a prefix, German under `/de`. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);

/** The best interface language for an `Accept-Language` header (RFC 9110 §12.5.4); `en` when none fits (I18-08). */
export function negotiateLocale(header: string | undefined): Locale {
  const wishes = (header ?? '').slice(0, 500).split(',').map(parseWish);
  wishes.sort((a, b) => b.quality - a.quality);
  for (const { language, quality } of wishes) {
    if (quality > 0 && isLocale(language)) return language;
  }
  return DEFAULT_LOCALE;
}

function parseWish(part: string): { language: string; quality: number } {
  const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
  const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.trim().slice(2));
  return { language: range.trim().split('-')[0] ?? '', quality: Number.isFinite(quality) ? quality : 0 };
}
