import { localizedPath } from '../../locales/index.ts';
import type { Config } from '../../server/config/config.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { address } from '../addresses.ts';

/** Address of the app page (LEG-30). Undefined before the app's release. Then only a story's page says so (STP-03). */
export const appHref = ({ hasApp }: Pick<Config, 'hasApp'>, locale: Locale): string | undefined =>
  hasApp ? localizedPath(locale, address('/app')) : undefined;
