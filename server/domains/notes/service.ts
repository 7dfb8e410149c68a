/** Owns `tsukkomi_comments`: short notes at a place of an episode. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { episodes, tsukkomiComments } from '../../../db/schema/index.ts';
import { type Deps, inTransaction } from '../../deps.ts';
import { isAppError, notFound, unprocessable } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { spend } from '../../limits/allowances.ts';
import { attempt, subjects } from '../../limits/attempts.ts';
import { requireOpen, requireThread } from '../comments/threads.ts';
import { requireStory } from '../stories/team.ts';
import { type Place, requireItem } from './items.ts';
import { noteLimits } from './limits.ts';
import { quoteAt, SAME_NOTE_MS } from './rules.ts';

export type Writer = { viewer: Viewer; country: string | null; address: string };

export type Draft = Place & {
  episodeId: string;
  x?: number | undefined;
  y?: number | undefined;
  offset?: number | undefined;
  body: string;
};

/** Answers its id, or that of the same one sent a moment ago. Throws as reading would, 409, 422 by field, 429. */
export async function leaveNote(deps: Deps, writer: Writer, draft: Draft): Promise<string> {
  const { episodeId, pageId, chapterId, x, y, offset } = draft;
  const body = draft.body.trim().replace(/\s+/g, ' ');
  const item = await requireItem(deps, draft);
  if (item.episodeId !== episodeId) throw notFound('not_found');
  const isAtPage = pageId !== undefined;
  const missing = isAtPage ? { x, y } : { offset };
  const blank = Object.entries(missing).filter(([, value]) => value === undefined);
  if (blank.length > 0) throw unprocessable(Object.fromEntries(blank.map(([name]) => [name, ['blank']])));
  if (!isAtPage && (offset ?? 0) > (item.text ?? '').length) throw unprocessable({ offset: ['after_end'] });
  const thread = await requireThread(deps, writer, { episodeId });
  requireOpen(thread);
  const place = isAtPage
    ? { pageId, x: x ?? 0, y: y ?? 0 }
    : { chapterId, offset: offset ?? 0, quote: quoteAt(item.text ?? '', offset ?? 0) };
  const counted = await attempt(deps, noteLimits.note, [subjects.user(writer.viewer.id)]);
  const daily = await spend(deps, { userId: writer.viewer.id, address: writer.address }, [
    { allowance: noteLimits.noteDaily, amount: 1 },
  ]);
  try {
    return await inTransaction(deps, async (tx) => {
      // What one person sends at once comes one after the other.
      await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${writer.viewer.id}, 2))`);
      const now = tx.clock.now();
      const [same] = await tx.db
        .select({ id: tsukkomiComments.id })
        .from(tsukkomiComments)
        .where(
          and(
            eq(tsukkomiComments.authorId, writer.viewer.id),
            gt(tsukkomiComments.createdAt, new Date(now.getTime() - SAME_NOTE_MS)),
            isAtPage ? eq(tsukkomiComments.pageId, pageId) : isNull(tsukkomiComments.pageId),
            isAtPage ? undefined : eq(tsukkomiComments.offset, offset ?? 0),
            eq(tsukkomiComments.body, body),
          ),
        )
        .limit(1);
      if (same !== undefined) return same.id;
      const id = newId(now.getTime());
      await tx.db
        .insert(tsukkomiComments)
        .values({ id, episodeId, authorId: writer.viewer.id, body, createdAt: now, ...place });
      return id;
    });
  } catch (error) {
    if (isAppError(error)) await Promise.all([counted.takeBack(), daily.giveBack()]);
    throw error;
  }
}

/** Throws 404 for anybody else's. */
export async function deleteNote(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const gone = await deps.db
    .delete(tsukkomiComments)
    .where(and(eq(tsukkomiComments.id, id), eq(tsukkomiComments.authorId, viewer.id)))
    .returning({ id: tsukkomiComments.id });
  if (gone.length === 0) throw notFound('not_found');
}

/** Hiding again changes nothing. Throws 404, 403. */
export async function hideNote(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const [note] = await deps.db
    .select({ storyId: episodes.storyId })
    .from(tsukkomiComments)
    .innerJoin(episodes, eq(episodes.id, tsukkomiComments.episodeId))
    .where(eq(tsukkomiComments.id, id));
  if (note === undefined) throw notFound('not_found');
  if (!viewer.administrator) await requireStory(deps, viewer, note.storyId, 'moderate');
  await deps.db.update(tsukkomiComments).set({ state: 'hidden' }).where(eq(tsukkomiComments.id, id));
}
