/** Leads from a typed number to its episode, before anything of the current page is loaded. */
import { eq, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { stories, storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { factColumns, joinStrategies } from '../../coins/unlock/access-facts.ts';
import { decideStoryAccess, storyFacts } from '../../coins/unlock/rules.ts';
import { refuseClosed } from '../../coins/unlock/viewing.ts';
import { listNeighbours } from './base-rows.ts';
import type { Preview } from './preview.ts';

const { story, pricing, geofilter } = factColumns;

const storyBySlug = prepared((db) =>
  joinStrategies(
    db
      .select({ story: { ...story, slug: stories.slug }, pricing, geofilter })
      .from(storySlugs)
      .innerJoin(stories, eq(stories.id, storySlugs.storyId))
      .$dynamic(),
  ).where(eq(storySlugs.slug, sql.placeholder('slug'))),
);

/** Finds this number, or the next or last one. Two queries. Throws 404 or 451 as the story's page would. */
export async function findJump(
  deps: Deps,
  slug: string,
  { number, country, preview }: { number: number; country: string | null; preview: Preview | null },
): Promise<{ slug: string; number: number }> {
  const [row] = await storyBySlug(deps).execute({ slug });
  if (row === undefined) throw notFound('not_found');
  // Only the story's team has a preview, even of a story that nobody else knows.
  const { published } = row.story;
  const facts = storyFacts({ ...row, story: { ...row.story, published: published || preview !== null } });
  refuseClosed(decideStoryAccess(facts, { country, isTeam: false }));
  const near = { storyId: row.story.id, position: number, most: 1, at: preview?.at };
  const rows = await listNeighbours(deps, near);
  const nearest = rows.find(({ position }) => (position ?? 0) >= number) ?? rows.at(-1);
  if (!nearest?.position) throw notFound('not_found');
  return { slug: row.story.slug, number: nearest.position };
}
