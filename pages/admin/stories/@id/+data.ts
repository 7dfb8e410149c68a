import { letterIn } from '#pages/admin/letterIn.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findAppeal } from '#server/domains/safety/takedowns/queries.ts';
import { findAdminStory } from '#server/domains/safety/takedowns/queries-works.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, viewer, params: { id = '' }, answer }) => {
  if (!isId(id)) throw notFound('not_found');
  const work = await findAdminStory(deps, id);
  return {
    head: { title: work.title },
    // `story` would colour the page's frame.
    work,
    statement: work.statement_id === null ? null : await findAppeal(deps, viewer, work.statement_id),
    letter: letterIn(answer),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
