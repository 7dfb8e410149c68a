/** What somebody is told whose account was locked or is open again, or who may do what administrators do, or no longer. */
import { eq } from 'drizzle-orm';
import { adminActions } from '../../../db/schema/index.ts';
import { product } from '../../lib/product.ts';
import { mail } from '../define.ts';
import { mailTexts, momentIn } from '../mails/words.ts';

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

const aboutRights = <N extends 'administrator_granted' | 'administrator_revoked'>(kind: N) =>
  mail(kind, {
    async write({ deps, locale, mail, page, timezone }) {
      const [action] = await deps.db
        .select({ at: adminActions.createdAt })
        .from(adminActions)
        .where(eq(adminActions.number, Number(mail.data.action)));
      if (action === undefined) return null;
      const t = mailTexts(locale);
      const isGranted = kind === 'administrator_granted';
      const title = isGranted ? t('administratorGrantedTitle') : t('administratorRevokedTitle');
      const moment = momentIn(timezone, action.at);
      return {
        subject: title,
        preview: isGranted ? t('administratorGrantedPreview') : t('administratorRevokedPreview'),
        title,
        paragraphs: [
          isGranted ? t('administratorGrantedText', moment) : t('administratorRevokedText', moment),
          t('administratorWay', { email: product.supportEmail }),
        ],
        ...(isGranted
          ? { button: { label: t('administratorButton'), url: page('/settings/second_factor') } }
          : {}),
        footer: t('accountFooter'),
      };
    },
  });

export const administrationMails = [
  about('account_locked'),
  about('account_unlocked'),
  aboutRights('administrator_granted'),
  aboutRights('administrator_revoked'),
];
