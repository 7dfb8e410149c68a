import { and, eq } from 'drizzle-orm';
import {
  blockStatements,
  episodes,
  illegalContentNotices,
  stories,
  violationReports,
} from '../../../db/schema/index.ts';
import { translator } from '../../../locales/messages.ts';
import { address } from '../../../pages/addresses.ts';
import type { Deps } from '../../deps.ts';
import type { Locale } from '../../lib/locale.ts';
import { product } from '../../lib/product.ts';
import { type MailContext, mail } from '../define.ts';
import { mailTexts, momentIn } from '../platform/mail/texts.ts';
import type { Violation } from '../platform/policy/rules.ts';
import { letterOf } from './takedowns/letter.ts';
import { isContent } from './takedowns/rules.ts';
import type { Statement } from './takedowns/statements.ts';

/** Null when the story is gone, so that no mail is sent. Contents belong to no story. */
async function findTold(deps: Deps, id: string | undefined) {
  if (id === undefined) return null;
  const [row] = await deps.db
    .select({ statement: blockStatements, story: stories.title, number: episodes.position })
    .from(blockStatements)
    .leftJoin(stories, eq(stories.id, blockStatements.storyId))
    .leftJoin(episodes, eq(episodes.id, blockStatements.subjectId))
    .where(eq(blockStatements.id, id));
  if (row === undefined || (row.statement.storyId !== null && row.story === null)) return null;
  return { ...row, story: row.story ?? '' };
}

function footerOf(locale: Locale, { subjectType, number }: Statement): string {
  const t = translator(locale, 'statement');
  return t(isContent(subjectType) ? 'mailFooterContent' : 'mailFooter', { number });
}

export const blockingMails = [
  mail('statement_issued', {
    async write({ deps, locale, mail, page, timezone: zone }) {
      const told = await findTold(deps, mail.data.statementId);
      if (told === null) return null;
      const { statement, story, number } = told;
      const t = translator(locale, 'statement');
      const { title, paragraphs } = letterOf(
        {
          ...statement,
          category: statement.category as Violation,
          subject: statement.subjectType,
          story,
          number: number ?? 0,
          at: statement.createdAt,
        },
        { locale, zone },
      );
      return {
        subject: title,
        preview: t('mailPreview'),
        title,
        paragraphs,
        button: {
          label: t('mailButton'),
          url: page(address('/creator/statements/@id', { id: statement.id })),
        },
        footer: footerOf(locale, statement),
      };
    },
  }),
  mail('appeal_decided', {
    async write({ deps, locale, mail, page }) {
      const told = await findTold(deps, mail.data.statementId);
      const decision = told?.statement.decision;
      if (told === null || !decision) return null;
      const { statement, story, number } = told;
      const t = translator(locale, 'statement');
      const words = { story, number: number ?? 0 };
      const { subjectType } = statement;
      const title = isContent(subjectType)
        ? t(`contents.${subjectType}.${decision}`)
        : t(`decided.${decision}.${subjectType}`, words);
      return {
        subject: title,
        preview: t('decidedPreview'),
        title,
        paragraphs: [
          t(isContent(subjectType) ? `decidedContent.${decision}` : `decidedText.${decision}`),
          ...(statement.decisionNote ? [statement.decisionNote] : []),
          t('letterElse'),
        ],
        button: {
          label: t('mailButton'),
          url: page(address('/creator/statements/@id', { id: statement.id })),
        },
        footer: footerOf(locale, statement),
      };
    },
  }),
];

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
        preview: t('reporterPreview'),
        title: t('noticeTitle'),
        paragraphs: [
          t('noticeText', { number, ground, ...momentIn(timezone, notice.createdAt) }),
          t('noticeWhatNext'),
        ],
        button: { label: t('reporterButton'), url: receiptOf(context, notice.id) },
        note: t('noticeLinkNote'),
        footer: t('reporterFooter'),
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
        button: { label: t('reporterButton'), url: receiptOf(context, notice.id) },
        note: t('noticeLinkNote'),
        footer: t('reporterFooter'),
      };
    },
  }),
];
