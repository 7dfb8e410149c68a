import { translator } from '#locales/messages.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findImport } from '#server/domains/revenue/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, locale, params: { id = '' } }) => {
  if (!isId(id)) throw notFound('not_found');
  const found = await findImport(deps, id);
  const title = translator(locale, 'revenueImport')('title');
  return { head: { title: found.period === null ? title : `${title} ${found.period}` }, found };
});
export type Data = Awaited<ReturnType<typeof data>>;
