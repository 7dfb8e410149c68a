/** Mails about the copy of an account and its deletion. */
import { mail } from '../../define.ts';
import { mailTexts, momentIn } from '../../platform/mail/words.ts';

export const privacyMails = [
  mail('export_ready', {
    async write({ deps, locale, name, timezone, mail, findToken }) {
      const token = await findToken();
      if (token === null) return null;
      const t = mailTexts(locale);
      const url = `${deps.config.BASE_URL}/api/user/exports/${mail.data.exportId}?token=${token.text}`;
      return {
        subject: t('exportSubject'),
        preview: t('exportPreview'),
        title: t('exportTitle', { name }),
        paragraphs: [t('exportText')],
        button: { label: t('exportButton'), url },
        note: t('exportNote', momentIn(timezone, token.until)),
        footer: t('exportFooter'),
      };
    },
  }),
  mail('deletion_requested', {
    async write({ locale, name, timezone, mail, page }) {
      const t = mailTexts(locale);
      const until = new Date(mail.data.until ?? mail.createdAt);
      return {
        subject: t('deletionSubject'),
        preview: t('deletionPreview'),
        title: t('deletionTitle', { name }),
        paragraphs: [t('deletionText', momentIn(timezone, until)), t('deletionWayBack')],
        button: { label: t('deletionButton'), url: page('/sign_in') },
        footer: t('deletionFooter'),
      };
    },
  }),
];
