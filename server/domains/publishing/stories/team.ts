/** The only way to a story in the console. Throws 404 for unknown stories, 403 for forbidden actions. */
import { and, eq, isNull } from 'drizzle-orm';
import { stories, storyMembers, type TeamRole } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { forbidden, notFound } from '../../../lib/errors.ts';
import { actsAsAdministrator, isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import { mayDo, type StoryAction } from '../../platform/policy/rules.ts';

export type TeamStory = { story: typeof stories.$inferSelect; role: TeamRole };

/** `forUpdate` also locks the membership: a removed member finds no story, and a new role counts at once. */
export async function requireStory(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  storyId: string,
  action: StoryAction,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<TeamStory> {
  const query = deps.db
    .select({ story: stories, role: storyMembers.role })
    .from(stories)
    .innerJoin(storyMembers, and(eq(storyMembers.storyId, stories.id), eq(storyMembers.userId, viewer.id)))
    .where(and(eq(stories.id, storyId), isNull(stories.deletedAt)));
  const [found] = await (forUpdate ? query.for('update', { of: [stories, storyMembers] }) : query);
  if (found === undefined) throw notFound('not_found');
  if (!mayDo(found.role, action)) throw forbidden('role_insufficient');
  return found;
}

/** Administrators may do it everywhere. Throws 404, 403, or 409 `prove_again` for an outdated proof. */
export async function requireStoryOrAdministrator(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  action: StoryAction,
): Promise<void> {
  if (isAdministrator(viewer) && viewer.fresh) return;
  try {
    await requireStory(deps, viewer, storyId, action);
  } catch (error) {
    if (!actsAsAdministrator(viewer)) throw error;
  }
}
