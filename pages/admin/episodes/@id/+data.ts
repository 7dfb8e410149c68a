import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { previewOf, readDraft } from '#pages/admin/work.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findAppeal } from '#server/domains/blocking/queries.ts';
import { findAdminEpisode } from '#server/domains/blocking/queries-works.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, viewer, params: { id = '' }, query }) => {
  if (!isId(id)) throw notFound('not_found');
  const episode = await findAdminEpisode(deps, id);
  const [owner] = await deps.db
    .select({ language: users.language, timezone: users.timezone })
    .from(users)
    .where(eq(users.id, episode.owner.id));
  if (owner === undefined) throw notFound('not_found');
  const draft = readDraft(query);
  const { number, story, reports_count: reportsCount } = episode;
  return {
    head: { title: `${number} · ${episode.title}` },
    episode,
    statement: episode.statement_id === null ? null : await findAppeal(deps, viewer, episode.statement_id),
    draft,
    letter: previewOf(
      { ...draft, subject: 'episode', story: story.title, number, reportsCount, at: deps.clock.now() },
      owner,
    ),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
