import { translator } from '#locales/messages.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findImport, listImports } from '#server/domains/income/revenue/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

const LATEST_COUNT = 4;

export const data = administratorData(async ({ deps, locale, params: { id = '' } }) => {
  if (!isId(id)) throw notFound('not_found');
  const found = await findImport(deps, id);
  const { imports } = await listImports(deps, { page: 1, perPage: LATEST_COUNT + 1 });
  const others = imports.filter((each) => each.id !== id).slice(0, LATEST_COUNT);
  const title = translator(locale, 'revenueImport')('title');
  return { head: { title: found.period === null ? title : `${title} ${found.period}` }, found, others };
});
export type Data = Awaited<ReturnType<typeof data>>;
