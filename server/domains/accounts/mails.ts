/** Mails about an account's address and password. */
import { address } from '../../../pages/addresses.ts';
import { mail } from '../define.ts';
import { mailTexts, momentIn } from '../mails/words.ts';

/** Asks to open a link that proves the address, in the words of `confirm` or, for another address, `newAddress`. */
const confirmation = (kind: 'confirm_email' | 'confirm_new_email', words: 'confirm' | 'newAddress') =>
  mail(kind, {
    async write({ locale, name, timezone, page, findToken }) {
      const token = await findToken();
      if (token === null) return null;
      const t = mailTexts(locale);
      return {
        subject: t(`${words}Subject`),
        preview: t(`${words}Preview`),
        title: t(`${words}Title`, { name }),
        paragraphs: [t(`${words}Text`)],
        button: {
          label: t('confirmButton'),
          url: page(address('/confirm_email', {}, { query: { token: token.text } })),
        },
        note: t('confirmNote', momentIn(timezone, token.until)),
        footer: t(`${words}Footer`),
      };
    },
  });

export const accountMails = [
  confirmation('confirm_email', 'confirm'),
  confirmation('confirm_new_email', 'newAddress'),
  mail('email_changing', {
    async write({ locale, name, page }) {
      const t = mailTexts(locale);
      return {
        subject: t('changingSubject'),
        preview: t('changingPreview'),
        title: t('changingTitle', { name }),
        paragraphs: [t('changingText'), t('notYouText')],
        button: { label: t('notYouButton'), url: page('/forgotten_password') },
        footer: t('accountFooter'),
      };
    },
  }),
  mail('password_changed', {
    async write({ locale, name, timezone, mail, page }) {
      const t = mailTexts(locale);
      return {
        subject: t('changedSubject'),
        preview: t('changedPreview'),
        title: t('changedTitle', { name }),
        paragraphs: [t('changedText', momentIn(timezone, mail.createdAt)), t('notYouText')],
        button: { label: t('notYouButton'), url: page('/forgotten_password') },
        footer: t('accountFooter'),
      };
    },
  }),
];
