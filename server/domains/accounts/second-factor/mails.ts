/** Asks the owner of an account: was it you? */
import { address } from '#pages/addresses.ts';
import { mail } from '../../define.ts';
import { mailTexts, momentIn } from '../../platform/mail/words.ts';
import { describeDevice } from '../sessions/devices.ts';
import { noticeToken, readNotice } from './notices.ts';

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
