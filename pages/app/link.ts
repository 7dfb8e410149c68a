import { localizedPath } from '../../locales/index.ts';
import type { Config } from '../../server/config/config.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { address } from '../addresses.ts';

/** Address that offers the app (LEG-30). Null while the app is not out; then only a story's page says so (STP-03). */
export const appHref = ({ hasApp }: Pick<Config, 'hasApp'>, locale: Locale): string | undefined =>
  hasApp ? localizedPath(locale, address('/app')) : undefined;
