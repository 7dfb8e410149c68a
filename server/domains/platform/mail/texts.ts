/** Names in the texts of mails are plain text, never markup. */
import { formatDate, formatTime } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import type { Locale } from '../../../lib/locale.ts';

export const mailTexts = (locale: Locale) => translator(locale, 'mails');

/** A mail is read anywhere, so times include their time zone. */
export const momentIn = (zone: string, moment: Date): { date: string; time: string } => ({
  date: formatDate(moment, zone),
  time: `${formatTime(moment, zone)} (${zone.replaceAll('_', ' ')})`,
});
