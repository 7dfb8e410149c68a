/** News about a text or picture of the reader that belongs to no story. */
import type { NotificationDetails } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import { type Address, address } from '#pages/addresses.ts';
import type { Locale } from '../../../lib/locale.ts';
import { CONTENT_SUBJECTS } from '../../safety/takedowns/rules.ts';

export const placeOfStatement = ({ subjectIds }: { subjectIds: readonly string[] }): Address =>
  address('/creator/statements/@id', { id: subjectIds.at(-1) ?? '' });

/** Null for news about works. */
export function contentName({ content }: NotificationDetails, locale: Locale): string | null {
  const known = CONTENT_SUBJECTS.find((each) => each === content);
  return known === undefined ? null : translator(locale, 'statement')(`contents.${known}.yours`);
}
