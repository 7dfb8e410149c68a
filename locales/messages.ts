/** All texts of both languages, for the server and the workers. Islands get only theirs, see islands/runtime/Island.tsx. */
import { createTranslator } from 'use-intl/core';
import type { Locale } from '../server/lib/locale.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import { FORMAT_LOCALE, type Messages } from './index.ts';

export const messages: Record<Locale, Messages> = { en, de };

/** Texts outside React: heads, e-mails, API messages. `translator('de', 'errors')('refused')`. */
export function translator<const Namespace extends keyof Messages>(locale: Locale, namespace: Namespace) {
  return createTranslator<Messages, Namespace>({
    locale: FORMAT_LOCALE,
    timeZone: 'UTC',
    messages: messages[locale],
    namespace,
  });
}
