/** What the owner of a story is told by mail: why something is blocked, and what became of an objection. */
import { eq } from 'drizzle-orm';
import { blockStatements, episodes, stories } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import { address } from '#pages/addresses.ts';
import type { Deps } from '../../../deps.ts';
import type { Locale } from '../../../lib/locale.ts';
import { mail } from '../../define.ts';
import type { Violation } from '../../platform/policy/rules.ts';
import { letterOf } from './letter.ts';
import { isContent } from './rules.ts';
import type { Statement } from './statements.ts';

/** Null when its story is gone: nobody need hear of it any more. Contents stand in no story. */
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
