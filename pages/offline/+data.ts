import { translator } from '../../locales/messages.ts';
import { pageData } from '../layout/data.ts';

/** Shared, since saved data is only on the device. */
export const data = pageData(({ locale }) => ({
  head: { title: translator(locale, 'offline')('title'), robots: 'noindex' as const },
}));
