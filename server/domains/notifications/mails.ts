import { address } from '../../../pages/addresses.ts';
import { shortened } from '../../lib/text.ts';
import { asReader } from '../../lib/viewer.ts';
import { mail } from '../define.ts';
import { mailTexts } from '../platform/mail/texts.ts';
import { unsubscribeToken } from './notifications/digests.ts';
import { listForMail } from './notifications/queries.ts';
import type { Mailed } from './notifications/seen.ts';

/** The mail itself contains longer titles. */
const SUBJECT_MAX_LENGTH = 200;

export const notificationMails = [
  mail('notification_digest', {
    async write({ deps, locale, mail, name, page }) {
      const { told } = mail.data;
      if (mail.userId === null || told === undefined) return null;
      const { story, lines } = await listForMail(deps, asReader(mail.userId), {
        mailed: JSON.parse(told) as Mailed,
        locale,
      });
      const [first] = lines;
      // Everything was read, taken back or closed meanwhile.
      if (first === undefined) return null;
      const t = mailTexts(locale);
      const token = unsubscribeToken(deps, mail.userId);
      const isOne = lines.length === 1;
      return {
        subject: shortened(
          isOne ? first.text : t('digestSubject', { story, count: lines.length }),
          SUBJECT_MAX_LENGTH,
        ),
        preview: first.text,
        title: t('digestTitle', { story }),
        paragraphs: [t('digestText', { name })],
        list: lines.map(({ text, place }) => ({ text, url: page(place) })),
        button: {
          label: isOne ? t('digestOpen') : t('digestButton'),
          url: page(isOne ? first.place : '/notifications'),
        },
        footer: t('digestFooter'),
        stop: { label: t('digestStop'), url: page(address('/unsubscribe', {}, { query: { token } })) },
        unsubscribeUrl: `${deps.config.BASE_URL}/api/unsubscribe/${token}`,
      };
    },
  }),
];
