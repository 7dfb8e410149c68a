/** The language inside components, the same in pages and islands. */
import { createContext, type ReactNode, useContext } from 'react';
import type { AbstractIntlMessages } from 'use-intl';
import { IntlProvider } from 'use-intl/react';
import type { Address } from '../pages/addresses.ts';
import { DEFAULT_LOCALE, locales } from '../server/lib/locale.ts';
import { type Locale, localizedPath } from './index.ts';

export { useTranslations } from 'use-intl/react';

const LocaleContext = createContext<Locale>(DEFAULT_LOCALE);

export const useLocale = (): Locale => useContext(LocaleContext);

/** `const href = useHref(); <a href={href('/sign_in')}>` leads to one of our pages and keeps the reader in their language. */
export function useHref(): (path: Address) => string {
  const locale = useLocale();
  return (path) => localizedPath(locale, path);
}

export function LanguageProvider(props: {
  locale: Locale;
  messages: AbstractIntlMessages;
  children: ReactNode;
}) {
  return (
    <LocaleContext value={props.locale}>
      <IntlProvider locale={locales[props.locale].formats} timeZone="UTC" messages={props.messages}>
        {props.children}
      </IntlProvider>
    </LocaleContext>
  );
}
