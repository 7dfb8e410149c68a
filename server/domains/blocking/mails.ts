/** What the owner of a story is told by mail: why something is blocked, and what became of an objection. */
import { eq } from 'drizzle-orm';
import { blockStatements, episodes, stories } from '../../../db/schema/index.ts';
import { translator } from '../../../locales/messages.ts';
import { address } from '../../../pages/addresses.ts';
import type { Deps } from '../../deps.ts';
import { mail } from '../define.ts';
import type { Violation } from '../policy/rules.ts';
import { letterOf } from './letter.ts';

/** Null when its story is gone: nobody need hear of it any more. */
async function findTold(deps: Deps, id: string | undefined) {
  if (id === undefined) return null;
  const [row] = await deps.db
    .select({ statement: blockStatements, story: stories.title, number: episodes.position })
    .from(blockStatements)
    .innerJoin(stories, eq(stories.id, blockStatements.storyId))
    .leftJoin(episodes, eq(episodes.id, blockStatements.subjectId))
    .where(eq(blockStatements.id, id));
  return row ?? null;
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
        footer: t('mailFooter', { number: statement.number }),
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
      const title = t(`decided.${decision}.${statement.subjectType}`, words);
      return {
        subject: title,
        preview: t('decidedPreview'),
        title,
        paragraphs: [
          t(`decidedText.${decision}`),
          ...(statement.decisionNote ? [statement.decisionNote] : []),
          t('letterElse'),
        ],
        button: {
          label: t('mailButton'),
          url: page(address('/creator/statements/@id', { id: statement.id })),
        },
        footer: t('mailFooter', { number: statement.number }),
      };
    },
  }),
];
