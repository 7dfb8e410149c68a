import { localizedPath } from '../../locales/index.ts';
import type { Config } from '../../server/config/config.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { address } from '../addresses.ts';

/** Where a page leads that speaks of the app (LEG-30); nowhere as long as the app is not out: only a story's page says so then (STP-03). */
export const appHref = ({ hasApp }: Pick<Config, 'hasApp'>, locale: Locale): string | undefined =>
  hasApp ? localizedPath(locale, address('/app')) : undefined;
