/** Puts stories away from the reading shelves. The position stays, and reading on brings the story back. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { stories, storyPlaces } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import type { Reader } from '../reader/access.ts';
import { isOpenIn } from '../reader/cards.ts';

const ofReader = (storyId: string, viewer: Viewer) =>
  and(eq(storyPlaces.storyId, storyId), eq(storyPlaces.readerId, viewer.id));

/** Repeating it changes nothing. Throws 404 for a story that the viewer has not begun. */
export async function putAway(deps: Deps, viewer: Viewer, storyId: string): Promise<void> {
  const rows = await deps.db
    .update(storyPlaces)
    .set({ putAwayAt: deps.clock.now() })
    .where(ofReader(storyId, viewer))
    .returning({ storyId: storyPlaces.storyId });
  if (rows.length === 0) throw notFound('not_found');
}

/** Repeating it changes nothing. Throws 404 for a story that the viewer has not begun. */
export async function putBack(deps: Deps, viewer: Viewer, storyId: string): Promise<void> {
  const rows = await deps.db
    .update(storyPlaces)
    .set({ putAwayAt: null })
    .where(ofReader(storyId, viewer))
    .returning({ storyId: storyPlaces.storyId });
  if (rows.length === 0) throw notFound('not_found');
}

export const isOnShelf = isNull(storyPlaces.putAwayAt);

export async function findPutAway({ db }: Deps, { viewer, country }: Reader, storyId: string) {
  const [story] = await db
    .select({ id: stories.id, title: stories.title })
    .from(storyPlaces)
    .innerJoin(stories, eq(stories.id, storyPlaces.storyId))
    .where(and(ofReader(storyId, viewer), isNotNull(storyPlaces.putAwayAt), isOpenIn(country)));
  return story ?? null;
}
