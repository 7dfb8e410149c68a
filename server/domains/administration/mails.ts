import { eq } from 'drizzle-orm';
import { adminActions } from '../../../db/schema/index.ts';
import { product } from '../../lib/product.ts';
import type { Right } from '../accounts/accounts/rights.ts';
import { mail } from '../define.ts';
import { mailTexts, momentIn } from '../platform/mail/texts.ts';

const about = <N extends 'account_locked' | 'account_unlocked'>(kind: N) =>
  mail(kind, {
    async write({ deps, locale, mail, page }) {
      const [action] = await deps.db
        .select({ reason: adminActions.reason })
        .from(adminActions)
        .where(eq(adminActions.number, Number(mail.data.action)));
      if (action === undefined) return null;
      const t = mailTexts(locale);
      const isLocked = kind === 'account_locked';
      const title = isLocked ? t('lockedTitle') : t('unlockedTitle');
      return {
        subject: title,
        preview: isLocked ? t('lockedPreview') : t('unlockedPreview'),
        title,
        paragraphs: [
          isLocked ? t('lockedText') : t('unlockedText'),
          ...(isLocked ? [action.reason, t('lockedWay', { email: product.supportEmail })] : []),
        ],
        ...(isLocked ? {} : { button: { label: t('unlockedButton'), url: page('/sign_in') } }),
        footer: t('accountFooter'),
      };
    },
  });

const PLACES = {
  publisher: '/creator/stories',
  founder: '/creator/revenue',
  administrator: '/settings/second_factor',
} as const;

const aboutRight = <N extends `${Right}_${'granted' | 'revoked'}`>(kind: N) =>
  mail(kind, {
    async write({ deps, locale, mail, page, timezone }) {
      const [action] = await deps.db
        .select({ at: adminActions.createdAt })
        .from(adminActions)
        .where(eq(adminActions.number, Number(mail.data.action)));
      if (action === undefined) return null;
      const t = mailTexts(locale);
      const [right, change] = kind.split('_') as [Right, 'granted' | 'revoked'];
      const title = t(`rights.${right}.${change}.title`);
      return {
        subject: title,
        preview: t(`rights.${right}.${change}.preview`),
        title,
        paragraphs: [
          t(`rights.${right}.${change}.text`, momentIn(timezone, action.at)),
          t('rights.way', { email: product.supportEmail }),
        ],
        ...(change === 'granted'
          ? { button: { label: t(`rights.${right}.button`), url: page(PLACES[right]) } }
          : {}),
        footer: t(right === 'administrator' ? 'accountFooter' : 'rights.footer'),
      };
    },
  });

export const administrationMails = [
  about('account_locked'),
  about('account_unlocked'),
  aboutRight('publisher_granted'),
  aboutRight('publisher_revoked'),
  aboutRight('founder_granted'),
  aboutRight('founder_revoked'),
  aboutRight('administrator_granted'),
  aboutRight('administrator_revoked'),
];

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
