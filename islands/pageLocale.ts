import { type Locale, localeOr } from '../server/lib/locale.ts';

export const pageLocale = (): Locale => localeOr(document.documentElement.lang);
