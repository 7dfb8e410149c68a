/** Mails about an account's address and password. */
import { address } from '../../../pages/addresses.ts';
import { type MailContext, mail } from '../define.ts';
import type { MailContent } from '../mails/layout.ts';
import { mailTexts, momentIn } from '../mails/words.ts';

/** Asks to open a link that proves the address. */
async function writeConfirmation(
  { locale, timezone, page, findToken }: MailContext,
  words: Omit<MailContent, 'button' | 'note'>,
): Promise<MailContent | null> {
  const token = await findToken();
  if (token === null) return null;
  const t = mailTexts(locale);
  const until = momentIn(timezone, token.until);
  return {
    ...words,
    button: {
      label: t('confirmButton'),
      url: page(address('/confirm_email', {}, { query: { token: token.text } })),
    },
    note: t('confirmNote', until),
  };
}

export const accountMails = [
  mail('confirm_email', {
    async write(context) {
      const t = mailTexts(context.locale);
      return writeConfirmation(context, {
        subject: t('confirmSubject'),
        preview: t('confirmPreview'),
        title: t('confirmTitle', { name: context.name }),
        paragraphs: [t('confirmText')],
        footer: t('confirmFooter'),
      });
    },
  }),
  mail('confirm_new_email', {
    async write(context) {
      const t = mailTexts(context.locale);
      return writeConfirmation(context, {
        subject: t('newAddressSubject'),
        preview: t('newAddressPreview'),
        title: t('newAddressTitle', { name: context.name }),
        paragraphs: [t('newAddressText')],
        footer: t('newAddressFooter'),
      });
    },
  }),
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
