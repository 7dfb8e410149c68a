import { letterIn } from '#pages/admin/letterIn.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findAppeal } from '#server/domains/safety/takedowns/queries.ts';
import { findAdminEpisode } from '#server/domains/safety/takedowns/queries-works.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, viewer, params: { id = '' }, answer }) => {
  if (!isId(id)) throw notFound('not_found');
  const episode = await findAdminEpisode(deps, id);
  const { number } = episode;
  return {
    head: { title: `${number} · ${episode.title}` },
    episode,
    statement: episode.statement_id === null ? null : await findAppeal(deps, viewer, episode.statement_id),
    letter: letterIn(answer),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
