/** What somebody is mailed who sent a notice without an account: a receipt and each decision, never their own words. */
import { and, eq } from 'drizzle-orm';
import { illegalContentNotices, violationReports } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import { address } from '#pages/addresses.ts';
import { product } from '../../../lib/product.ts';
import { type MailContext, mail } from '../../define.ts';
import { mailTexts, momentIn } from '../../platform/mail/words.ts';

async function noticeOf({ deps, mail: { data } }: MailContext) {
  if (data.noticeId === undefined) return null;
  const own = eq(illegalContentNotices.id, data.noticeId);
  const [notice] = await deps.db.select().from(illegalContentNotices).where(own);
  return notice ?? null;
}

const receiptOf = ({ page }: MailContext, id: string) =>
  page(address('/report_illegal_content/receipt', {}, { query: { id } }));

export const moderationMails = [
  mail('notice_received', {
    isForAnyone: true,
    async write(context) {
      const notice = await noticeOf(context);
      if (notice === null) return null;
      const { locale, timezone } = context;
      const t = mailTexts(locale);
      const ground = translator(locale, 'noticeGrounds')(notice.ground as 'other');
      const number = String(notice.number);
      return {
        subject: t('noticeSubject', { number }),
        preview: t('noticePreview'),
        title: t('noticeTitle'),
        paragraphs: [
          t('noticeText', { number, ground, ...momentIn(timezone, notice.createdAt) }),
          t('noticeWhatNext'),
        ],
        button: { label: t('noticeButton'), url: receiptOf(context, notice.id) },
        note: t('noticeLinkNote'),
        footer: t('noticeFooter'),
      };
    },
  }),
  mail('notice_decided', {
    isForAnyone: true,
    async write(context) {
      const notice = await noticeOf(context);
      const {
        deps,
        locale,
        timezone,
        mail: { data },
      } = context;
      if (notice === null || data.reportId === undefined) return null;
      const [report] = await deps.db
        .select()
        .from(violationReports)
        .where(and(eq(violationReports.id, data.reportId), eq(violationReports.noticeId, notice.id)));
      if (report === undefined || report.state === 'open') return null;
      const t = mailTexts(locale);
      const number = String(notice.number);
      const thing = translator(locale, 'reportSubjects')(report.subjectType);
      return {
        subject: t('noticeDecidedSubject', { number }),
        preview: t(report.state === 'actioned' ? 'noticeActionedPreview' : 'noticeRejectedPreview'),
        title: t('noticeDecidedTitle'),
        paragraphs: [
          t('noticeDecidedText', { number, thing, ...momentIn(timezone, notice.createdAt) }),
          t(report.state === 'actioned' ? 'noticeActioned' : 'noticeRejected'),
          t('noticeRedress', { email: product.supportEmail }),
        ],
        button: { label: t('noticeButton'), url: receiptOf(context, notice.id) },
        note: t('noticeLinkNote'),
        footer: t('noticeFooter'),
      };
    },
  }),
];
