import { translator } from '#locales/messages.ts';
import { letterIn } from '#pages/admin/letterIn.ts';
import { administratorData } from '#pages/layout/data.ts';
import { VIOLATIONS } from '#server/domains/platform/policy/rules.ts';
import { findAppeal } from '#server/domains/safety/takedowns/queries.ts';
import { findContent } from '#server/domains/safety/takedowns/queries-contents.ts';
import { CONTENT_SUBJECTS } from '#server/domains/safety/takedowns/rules.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, viewer, locale, params, query, answer }) => {
  const type = CONTENT_SUBJECTS.find((known) => known === params.type);
  const { id = '' } = params;
  if (type === undefined || !isId(id)) throw notFound('not_found');
  const content = await findContent(deps, { type, id });
  return {
    head: { title: translator(locale, 'statementSubjects')(type) },
    content,
    category: VIOLATIONS.find((known) => known === query.get('category')) ?? 'other',
    statement: content.statement_id === null ? null : await findAppeal(deps, viewer, content.statement_id),
    letter: letterIn(answer),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
