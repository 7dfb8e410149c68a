import { and, eq, lt } from 'drizzle-orm';
import { payoutDestinations, payouts } from '../../../db/schema/index.ts';
import { formatMoney } from '../../../locales/index.ts';
import { address } from '../../../pages/addresses.ts';
import { mail } from '../define.ts';
import { mailTexts, momentIn } from '../platform/mail/texts.ts';
import { dollars } from './earnings/rules.ts';
import type { ToldStep } from './events.ts';
import { disownToken } from './payouts/destinations.ts';

const isBefore = ({ userId, createdAt }: typeof payoutDestinations.$inferSelect) =>
  and(eq(payoutDestinations.userId, userId), lt(payoutDestinations.createdAt, createdAt));

export const payoutMails = [
  mail('payout', {
    async write({ deps, locale, mail, timezone, page }) {
      const [payout] = await deps.db
        .select()
        .from(payouts)
        .where(eq(payouts.id, mail.data.payoutId ?? ''));
      if (payout === undefined) return null;
      const step = mail.data.step as ToldStep | 'requested';
      const t = mailTexts(locale);
      const words = {
        amount: formatMoney(dollars(payout.cents)),
        due: momentIn(timezone, payout.dueAt).date,
        form: payout.formKind ?? '',
        reference: payout.reference ?? '',
      };
      const title = t(`payout.${step}.title`, words);
      return {
        subject: title,
        preview: t(`payout.${step}.preview`, words),
        title,
        paragraphs: [
          t(`payout.${step}.text`, words),
          ...(step === 'rejected' && payout.reason !== null ? payout.reason.split(/[\r\n]+/) : []),
        ],
        button: { label: t('payout.button'), url: page('/creator/payouts') },
        footer: t('payout.footer'),
      };
    },
  }),
  mail('payout_destination', {
    async write({ deps, locale, mail, timezone, page }) {
      const [found] = await deps.db
        .select()
        .from(payoutDestinations)
        .where(eq(payoutDestinations.id, mail.data.destinationId ?? ''));
      // The destination has already ended.
      if (found === undefined || found.endedAt !== null) return null;
      const t = mailTexts(locale);
      const isFirst = (await deps.db.$count(payoutDestinations, isBefore(found))) === 0;
      const title = t(isFirst ? 'payoutDestination.titleFirst' : 'payoutDestination.title');
      const words = { number: found.lastFour, ...momentIn(timezone, found.validFrom) };
      const token = disownToken(deps, found.id);
      return {
        subject: title,
        preview: t('payoutDestination.preview', words),
        title,
        paragraphs: [
          t(isFirst ? 'payoutDestination.textFirst' : 'payoutDestination.text', words),
          t('payoutDestination.way'),
        ],
        button: {
          label: t('payoutDestination.button'),
          url: page(address('/payout_notice', {}, { query: { token } })),
        },
        footer: t('noticeFooter'),
      };
    },
  }),
];
