/** Mails about an account's address and password. */
import { address } from '#pages/addresses.ts';
import type { Locale } from '../../../lib/locale.ts';
import { type Mail, mail } from '../../define.ts';
import { mailTexts, momentIn } from '../../platform/mail/words.ts';
import { isProvider, LABELS } from '../providers/rules.ts';

/** The texts of a mail that asks to prove the address of a new account. */
const FIRST_ADDRESS = {
  subject: 'confirmSubject',
  preview: 'confirmPreview',
  title: 'confirmTitle',
  text: 'confirmText',
  footer: 'confirmFooter',
} as const;

/** The texts of a mail that asks to prove an address that replaces another. */
const NEW_ADDRESS = {
  subject: 'newAddressSubject',
  preview: 'newAddressPreview',
  title: 'newAddressTitle',
  text: 'newAddressText',
  footer: 'newAddressFooter',
} as const;

/** Asks to open a link that proves the address. */
const confirmation = (
  kind: 'confirm_email' | 'confirm_new_email',
  words: typeof FIRST_ADDRESS | typeof NEW_ADDRESS,
) =>
  mail(kind, {
    async write({ locale, name, timezone, page, findToken }) {
      const token = await findToken();
      if (token === null) return null;
      const t = mailTexts(locale);
      return {
        subject: t(words.subject),
        preview: t(words.preview),
        title: t(words.title, { name }),
        paragraphs: [t(words.text)],
        button: {
          label: t('confirmButton'),
          url: page(address('/confirm_email', {}, { query: { token: token.text } })),
        },
        note: t('confirmNote', momentIn(timezone, token.until)),
        footer: t(words.footer),
      };
    },
  });

/** Which providers a reset has disconnected, or a change has left: neither is to go unseen. */
function ofProviders(locale: Locale, data: Mail['data']): string[] {
  const t = mailTexts(locale);
  return (['disconnected', 'connected'] as const)
    .filter((what) => data[what])
    .map((what) => {
      const names = data[what]?.split(',').map((name) => (isProvider(name) ? LABELS[name] : name));
      return t(what === 'connected' ? 'changedConnected' : 'changedDisconnected', {
        providers: new Intl.ListFormat(locale).format(names ?? []),
      });
    });
}

export const accountMails = [
  confirmation('confirm_email', FIRST_ADDRESS),
  confirmation('confirm_new_email', NEW_ADDRESS),
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
        paragraphs: [
          t('changedText', momentIn(timezone, mail.createdAt)),
          ...ofProviders(locale, mail.data),
          t('notYouText'),
        ],
        button: { label: t('notYouButton'), url: page('/forgotten_password') },
        footer: t('accountFooter'),
      };
    },
  }),
];
