/** All texts in all languages, for server and workers. Islands get only theirs, see islands/runtime/Island.tsx. */
import compile from 'icu-minify/compile';
import { LOCALES, type Locale } from '../server/lib/locale.ts';
import type { Messages } from './index.ts';
import { makeTexts, type Texts } from './translate.ts';

const textsOf = async (locale: Locale): Promise<[Locale, Messages]> => {
  const { default: texts } = await import(`./${locale}.json`, { with: { type: 'json' } });
  return [locale, texts];
};

export const messages = Object.fromEntries(await Promise.all(LOCALES.map(textsOf))) as Record<
  Locale,
  Messages
>;

export const texts = Object.fromEntries(
  LOCALES.map((locale) => [locale, makeTexts(locale, messages[locale], compile)]),
) as Record<Locale, Texts>;

/** Texts outside React: heads, e-mails, API messages. `translator('de', 'errors')('refused')`. */
export const translator = <const Namespace extends keyof Messages>(locale: Locale, namespace: Namespace) =>
  texts[locale](namespace);
