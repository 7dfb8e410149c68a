import { createContext, type ReactNode, useContext } from 'react';
import type { Address } from '../pages/addresses.ts';
import { type Locale, localizedPath } from './index.ts';
import type { Texts } from './translate.ts';

type Language = { locale: Locale; texts: Texts; href(path: Address): string };

const LanguageContext = createContext<Language | null>(null);

function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (language === null) throw new Error('outside of a LanguageProvider');
  return language;
}

export const useLocale = (): Locale => useLanguage().locale;

export const useTranslations: Texts = (namespace) => useLanguage().texts(namespace);

/** `const href = useHref(); <a href={href('/sign_in')}>` links to our own page in the reader's language. */
export const useHref = (): ((path: Address) => string) => useLanguage().href;

export function LanguageProvider({
  locale,
  texts,
  children,
}: {
  locale: Locale;
  texts: Texts;
  children: ReactNode;
}) {
  const href = (path: Address) => localizedPath(locale, path);
  return <LanguageContext value={{ locale, texts, href }}>{children}</LanguageContext>;
}
