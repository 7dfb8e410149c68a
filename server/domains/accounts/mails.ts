import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { address } from '../../../pages/addresses.ts';
import type { TransactionDeps } from '../../deps.ts';
import type { Locale } from '../../lib/locale.ts';
import { type Mail, mail } from '../define.ts';
import { mailTexts, momentIn } from '../platform/mail/texts.ts';
import { issueToken } from '../platform/mail/tokens.ts';
import { isProvider, LABELS } from './providers/rules.ts';
import { noticeToken, readNotice } from './second-factor/notices.ts';
import { describeDevice } from './sessions/devices.ts';

const FIRST_ADDRESS = {
  subject: 'confirmSubject',
  preview: 'confirmPreview',
  title: 'confirmTitle',
  text: 'confirmText',
  footer: 'confirmFooter',
} as const;

const NEW_ADDRESS = {
  subject: 'newAddressSubject',
  preview: 'newAddressPreview',
  title: 'newAddressTitle',
  text: 'newAddressText',
  footer: 'newAddressFooter',
} as const;

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

/** Names providers that a reset disconnected or a change left, so that neither goes unnoticed. */
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

/** Looks the address up here, not in the request, whose duration would reveal who has an account. */
async function addressReset(tx: TransactionDeps, { toAddress, data }: Mail) {
  const [user] = await tx.db.select().from(users).where(eq(users.email, toAddress));
  if (user === undefined || user.lockedAt !== null || user.erasedAt !== null) return null;
  const { id: userId, email } = user;
  const tokenId = await issueToken(tx, { userId, purpose: 'reset_password', email });
  return { userId, toAddress: email, data: { ...data, tokenId } };
}

export const sessionMails = [
  mail('reset_password', {
    address: addressReset,
    async write({ locale, name, timezone, mail, page, findToken }) {
      const token = await findToken();
      if (token === null) return null;
      const t = mailTexts(locale);
      // Includes the page that the person was heading for (ACC-53).
      const { back } = mail.data;
      return {
        subject: t('resetSubject'),
        preview: t('resetPreview'),
        title: t('resetTitle', { name }),
        paragraphs: [t('resetText')],
        button: {
          label: t('resetButton'),
          url: page(address('/reset_password', {}, { query: { token: token.text, back } })),
        },
        note: t('resetNote', momentIn(timezone, token.until)),
        footer: t('resetFooter'),
      };
    },
  }),
];

export const factorMails = [
  mail('security_notice', {
    async write({ deps, locale, name, timezone, mail, page }) {
      const notice = await readNotice(deps, mail.data.noticeId ?? '');
      if (notice === undefined || notice.answeredAt !== null || notice.expiresAt <= deps.clock.now())
        return null;
      const t = mailTexts(locale);
      const { browser, system } = describeDevice(notice.userAgent);
      const unnamed = t(notice.deed === 'factors_reset' ? 'noticeByUs' : 'noticeUnknownDevice');
      const device = [browser, system].filter(Boolean).join(' · ') || unnamed;
      const token = noticeToken(deps, notice.id);
      const provider = mail.data.provider ?? '';
      return {
        subject: t(`notice.${notice.deed}.subject`, { provider }),
        preview: t('noticePreview', { device }),
        title: t(`notice.${notice.deed}.title`, { name, provider }),
        paragraphs: [
          t(`notice.${notice.deed}.text`, { provider }),
          t('noticeDevice', { device, ...momentIn(timezone, notice.createdAt) }),
        ],
        button: {
          label: t('noticeButton'),
          url: page(address('/security_notice', {}, { query: { token } })),
        },
        note: t('noticeNote'),
        footer: t('noticeFooter'),
      };
    },
  }),
];
