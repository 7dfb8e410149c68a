/** Owns `tsukkomi_comments`: short notes at a place in an episode. */
import { and, eq, gt } from 'drizzle-orm';
import { episodes, tsukkomiComments } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { lockByName } from '../../../lib/locks.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { withinActionLimits } from '../../../limits/actions.ts';
import { isRuledOut } from '../../platform/policy/rulings.ts';
import { requireStoryOrAdministrator } from '../../publishing/stories/team.ts';
import { isHeld } from '../comments/rules.ts';
import { requireHider } from '../comments/team.ts';
import { requireOpen, requireThread } from '../comments/threads.ts';
import { noteLimits } from '../limits.ts';
import { type Place, requireItem } from './anchor.ts';
import { quoteAt, SAME_NOTE_MS } from './rules.ts';

export type Writer = { viewer: Viewer; country: string | null; address: string };

export type Draft = Place & {
  episodeId: string;
  x?: number | undefined;
  y?: number | undefined;
  offset?: number | undefined;
  body: string;
  /** Recognizes a resent note. */
  key?: string | undefined;
};

/** A resent note returns the first one's id. Throws as reading would, 409, 422 by field, 429. */
export async function leaveNote(deps: Deps, writer: Writer, draft: Draft): Promise<string> {
  const body = draft.body.trim().replace(/\s+/g, ' ');
  const item = await requireItem(deps, draft);
  if (item.episodeId !== draft.episodeId) throw notFound('not_found');
  const place = placeOf(draft, item.text ?? '');
  const thread = await requireThread(deps, writer, { episodeId: draft.episodeId });
  const note = { body, key: draft.key, ...place };
  // Checked before the limits, so that resending costs nothing.
  const before = await findSent(deps, writer.viewer, note);
  if (before !== null) return before;
  requireOpen(thread, writer.viewer);
  return withinActionLimits(deps, writer, noteLimits, ({ isNew }) =>
    inTransaction(deps, async (tx) => {
      // Serializes concurrent notes of one person.
      await lockByName(tx, `notes:${writer.viewer.id}`);
      const meanwhile = await findSent(tx, writer.viewer, note);
      if (meanwhile !== null) return meanwhile;
      const now = tx.clock.now();
      const id = newId(now.getTime());
      await tx.db.insert(tsukkomiComments).values({
        id,
        episodeId: draft.episodeId,
        authorId: writer.viewer.id,
        body,
        createdAt: now,
        ...place,
        sentKey: draft.key ?? null,
        // Waits for the team's approval like a hidden note.
        state: isHeld(body, { isNew, isTeam: thread.isTeam }) ? 'hidden' : 'shown',
      });
      return id;
    }),
  );
}

type NotePlace =
  | { pageId: string; x: number; y: number }
  | { chapterId: string; offset: number; quote: string };

function placeOf({ pageId, chapterId, x, y, offset }: Draft, text: string): NotePlace {
  const missing = pageId === undefined ? { offset } : { x, y };
  const blank = Object.entries(missing).filter(([, value]) => value === undefined);
  if (blank.length > 0) throw unprocessable(Object.fromEntries(blank.map(([name]) => [name, ['blank']])));
  if (pageId !== undefined) return { pageId, x: x ?? 0, y: y ?? 0 };
  if ((offset ?? 0) > text.length) throw unprocessable({ offset: ['after_end'] });
  return { chapterId: chapterId ?? '', offset: offset ?? 0, quote: quoteAt(text, offset ?? 0) };
}

async function findSent(
  deps: Deps,
  viewer: Viewer,
  { body, key, ...place }: NotePlace & { body: string; key: string | undefined },
): Promise<string | null> {
  const own = eq(tsukkomiComments.authorId, viewer.id);
  if (key !== undefined) {
    const [known] = await deps.db
      .select({ id: tsukkomiComments.id })
      .from(tsukkomiComments)
      .where(and(own, eq(tsukkomiComments.sentKey, key)));
    if (known !== undefined) return known.id;
  }
  const [same] = await deps.db
    .select({ id: tsukkomiComments.id })
    .from(tsukkomiComments)
    .where(
      and(
        own,
        gt(tsukkomiComments.createdAt, new Date(deps.clock.now().getTime() - SAME_NOTE_MS)),
        'pageId' in place
          ? eq(tsukkomiComments.pageId, place.pageId)
          : and(eq(tsukkomiComments.chapterId, place.chapterId), eq(tsukkomiComments.offset, place.offset)),
        eq(tsukkomiComments.body, body),
      ),
    )
    .limit(1);
  return same?.id ?? null;
}

/** Throws 404 for other people's notes. */
export async function deleteNote(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const gone = await deps.db
    .delete(tsukkomiComments)
    .where(and(eq(tsukkomiComments.id, id), eq(tsukkomiComments.authorId, viewer.id)))
    .returning({ id: tsukkomiComments.id });
  if (gone.length === 0) throw notFound('not_found');
}

/** Repeating has no effect. Throws 404, 403, 409 when an administrator has hidden the note. */
export async function setNoteHidden(
  deps: Deps,
  viewer: Viewer,
  id: string,
  isHidden: boolean,
): Promise<void> {
  const own = eq(tsukkomiComments.id, id);
  const [note] = await deps.db
    .select({ storyId: episodes.storyId })
    .from(tsukkomiComments)
    .innerJoin(episodes, eq(episodes.id, tsukkomiComments.episodeId))
    .where(own);
  if (note === undefined) throw notFound('not_found');
  if (isHidden) await requireHider(deps, viewer, note.storyId);
  else await requireStoryOrAdministrator(deps, viewer, note.storyId, 'hide_comments');
  await inTransaction(deps, async (tx) => {
    // An administrator's decision locks the same row: it is either visible here or comes later.
    const [locked] = await tx.db
      .select({ state: tsukkomiComments.state })
      .from(tsukkomiComments)
      .where(own)
      .for('update');
    const isBack = locked?.state === 'hidden' && !isHidden;
    if (isBack && (await isRuledOut(tx, id))) throw conflict('hidden_by_administrator');
    await tx.db
      .update(tsukkomiComments)
      .set({ state: isHidden ? 'hidden' : 'shown' })
      .where(own);
  });
}
