import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { previewOf, readDraft } from '#pages/admin/work.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findAppeal } from '#server/domains/blocking/queries.ts';
import { findAdminStory } from '#server/domains/blocking/queries-works.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, viewer, params: { id = '' }, query }) => {
  if (!isId(id)) throw notFound('not_found');
  const work = await findAdminStory(deps, id);
  const [owner] = await deps.db
    .select({ language: users.language, timezone: users.timezone })
    .from(users)
    .where(eq(users.id, work.owner.id));
  if (owner === undefined) throw notFound('not_found');
  const draft = readDraft(query);
  const { reports_count: reportsCount } = work;
  return {
    head: { title: work.title },
    // `story` colours the frame of a page.
    work,
    statement: work.statement_id === null ? null : await findAppeal(deps, viewer, work.statement_id),
    draft,
    letter: previewOf(
      { ...draft, subject: 'story', story: work.title, number: 0, reportsCount, at: deps.clock.now() },
      owner,
    ),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
