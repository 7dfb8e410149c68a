import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { revenueImports, revenueProblems, users } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import { address } from '#pages/addresses.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { areAdministrators } from '../../accounts/accounts/standing.ts';
import { mail } from '../../define.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTexts } from '../../platform/mail/texts.ts';
import { HEADER, isOfFile, type ProblemCode } from './rules.ts';

const ADMINISTRATORS_MAX_COUNT = 100;

export async function queueRefusal(tx: TransactionDeps, importId: string): Promise<void> {
  const people = await tx.db
    .select({ id: users.id, email: users.email, locale: users.language })
    .from(users)
    .where(
      and(
        areAdministrators(),
        isNotNull(users.emailConfirmedAt),
        isNull(users.lockedAt),
        isNull(users.erasedAt),
      ),
    )
    .limit(ADMINISTRATORS_MAX_COUNT);
  for (const { id: userId, email: to, locale } of people)
    await queueMail(tx, { userId, kind: 'revenue_refused', to, locale, data: { importId } });
}

export const revenueMails = [
  mail('revenue_refused', {
    async write({ deps, locale, mail: { data }, page }) {
      const [found] = await deps.db
        .select()
        .from(revenueImports)
        .where(eq(revenueImports.id, data.importId ?? ''));
      if (found === undefined || found.state !== 'refused') return null;
      const [first] = await deps.db
        .select({ line: revenueProblems.line, code: revenueProblems.code })
        .from(revenueProblems)
        .where(eq(revenueProblems.importId, found.id))
        .orderBy(asc(revenueProblems.line))
        .limit(1);
      const problem = first && { line: first.line, code: first.code as ProblemCode };
      const t = mailTexts(locale);
      const words = { file: found.fileName, count: found.problemsCount };
      const isWhole = problem !== undefined && isOfFile(problem);
      const why = isWhole
        ? translator(locale, 'revenueImport')(`problems.${problem.code}`, { header: HEADER })
        : t('revenueRefusedLines', words);
      return {
        subject: t('revenueRefusedTitle', words),
        preview: why,
        title: t('revenueRefusedTitle', words),
        paragraphs: [t('revenueRefusedText', words), `${why}.`, t('revenueRefusedMend')],
        button: {
          label: t('revenueRefusedButton'),
          url: page(address('/admin/revenue/@id', { id: found.id })),
        },
        footer: t('revenueRefusedFooter'),
      };
    },
  }),
];
