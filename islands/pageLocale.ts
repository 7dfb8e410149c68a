import { type Locale, localeOr } from '../server/lib/locale.ts';

/** The language that the server has drawn the page in. */
export const pageLocale = (): Locale => localeOr(document.documentElement.lang);
