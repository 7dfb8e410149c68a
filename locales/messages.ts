/** All texts of every language, for the server and the workers. Islands get only theirs, see islands/runtime/Island.tsx. */
import { createTranslator } from 'use-intl/core';
import { LOCALES, type Locale, locales } from '../server/lib/locale.ts';
import type { Messages } from './index.ts';

const textsOf = async (locale: Locale): Promise<[Locale, Messages]> => {
  const { default: texts } = await import(`./${locale}.json`, { with: { type: 'json' } });
  return [locale, texts];
};

export const messages = Object.fromEntries(await Promise.all(LOCALES.map(textsOf))) as Record<
  Locale,
  Messages
>;

/** Texts outside React: heads, e-mails, API messages. `translator('de', 'errors')('refused')`. */
export function translator<const Namespace extends keyof Messages>(locale: Locale, namespace: Namespace) {
  return createTranslator<Messages, Namespace>({
    locale: locales[locale].formats,
    timeZone: 'UTC',
    messages: messages[locale],
    namespace,
  });
}
