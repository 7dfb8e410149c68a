import { translator } from '../../locales/messages.ts';
import { pageData } from '../layout/data.ts';

/** The same for everybody: what is saved lies on the device alone. */
export const data = pageData(({ locale }) => ({
  head: { title: translator(locale, 'offline')('title'), robots: 'noindex' as const },
}));
