/** A thread is the comments of an episode or of a whole story. Decides who may read and write in it. */
import { and, eq, sql } from 'drizzle-orm';
import {
  commentSettings,
  comments,
  commentThreads,
  episodes,
  keptOut,
  stories,
  storyMembers,
} from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import { actsAsAdministrator, isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import { factColumns, joinStrategies, knownOf } from '../../coins/unlock/access-facts.ts';
import { decideStoryAccess, storyFacts } from '../../coins/unlock/rules.ts';
import { refuseClosed, requireReadable, viewingOf } from '../../coins/unlock/viewing.ts';
import { mayDo } from '../../platform/policy/rules.ts';
import { countEvents } from '../../reading/counts/service.ts';
import { isClosed } from './rules.ts';

/** `viewer` is null for visitors. */
export type Asking = { viewer: Viewer | null; country: string | null };

export type Place = { episodeId?: string | undefined; storyId?: string | undefined };

export type Thread = {
  storyId: string;
  episodeId: string | null;
  /** Member of the story's team, or administrator. */
  isTeam: boolean;
  isMember: boolean;
  /** May pin, hide and lock. */
  moderates: boolean;
  /** Administrator outside the team: hides with a statement of reasons. */
  statesReasons: boolean;
  isClosed: boolean;
  isLocked: boolean;
  isKeptOut: boolean;
  shownCount: number;
  listedCount: number;
};

const selectThread = (deps: Deps, viewerId: string | null) =>
  joinStrategies(
    deps.db
      .select({
        ...factColumns,
        firstPublishedAt: episodes.firstPublishedAt,
        role: storyMembers.role,
        keptOutAt: keptOut.createdAt,
        closed: commentSettings.closed,
        closeAfterDays: commentSettings.closeAfterDays,
        shownCount: commentThreads.shownCount,
        listedCount: commentThreads.listedCount,
        lockedAt: commentThreads.lockedAt,
      })
      .from(stories)
      .$dynamic(),
  )
    .leftJoin(
      storyMembers,
      and(
        eq(storyMembers.storyId, stories.id),
        viewerId === null ? sql`false` : eq(storyMembers.userId, viewerId),
      ),
    )
    .leftJoin(
      keptOut,
      and(eq(keptOut.storyId, stories.id), viewerId === null ? sql`false` : eq(keptOut.userId, viewerId)),
    )
    .leftJoin(commentSettings, eq(commentSettings.storyId, stories.id))
    .$dynamic();

/** Throws 404, 451, 402 as reading would, 422 unless exactly one id is given. One query, two for locked content. */
export async function requireThread(deps: Deps, { viewer, country }: Asking, place: Place): Promise<Thread> {
  const { episodeId, storyId } = place;
  if ((episodeId === undefined) === (storyId === undefined)) throw unprocessable({ episode_id: ['blank'] });
  const query = selectThread(deps, viewer?.id ?? null)
    .leftJoin(episodes, episodeId === undefined ? sql`false` : eq(episodes.storyId, stories.id))
    .leftJoin(commentThreads, eq(commentThreads.subjectId, episodeId ?? storyId ?? ''));
  const [row] = await query.where(
    episodeId === undefined ? eq(stories.id, storyId ?? '') : eq(episodes.id, episodeId),
  );
  if (row === undefined) throw notFound('not_found');
  const isOverseer = viewer !== null && isAdministrator(viewer);
  const isTeam = row.role !== null || isOverseer;
  const { episode, ...ofStory } = row;
  if (episode === null) refuseClosed(decideStoryAccess(storyFacts(ofStory), { country, isTeam }));
  else {
    const who = { person: viewer, country, known: { isTeam } };
    const { access } = await viewingOf(deps, who, knownOf({ ...ofStory, episode }, deps.clock.now()));
    requireReadable(access);
  }
  return {
    storyId: row.story.id,
    episodeId: episode?.id ?? null,
    isTeam,
    isMember: row.role !== null,
    moderates: isOverseer || (row.role !== null && mayDo(row.role, 'hide_comments')),
    statesReasons: isOverseer && row.role === null,
    isClosed: isClosed(
      {
        lockedAt: row.lockedAt,
        closed: row.closed ?? false,
        closeAfterDays: row.closeAfterDays,
        firstPublishedAt: row.firstPublishedAt,
      },
      deps.clock.now(),
    ),
    isLocked: row.lockedAt !== null,
    isKeptOut: row.keptOutAt !== null,
    shownCount: row.shownCount ?? 0,
    listedCount: row.listedCount ?? 0,
  };
}

/** Throws 409 for readers who may not write. */
export function requireOpen(thread: Thread, viewer: Viewer): void {
  const isShut = thread.isClosed || thread.isKeptOut;
  if (thread.isMember || !isShut || actsAsAdministrator(viewer)) return;
  throw conflict(thread.isClosed ? 'comments_closed' : 'kept_out');
}

export type Counts = { shown: number; listed: number };

/** Adds to the thread's counts and to the totals of the episode and its days. */
export async function growThread(
  tx: TransactionDeps,
  { storyId, episodeId }: { storyId: string; episodeId: string | null },
  { shown, listed }: Counts,
): Promise<void> {
  if (shown === 0 && listed === 0) return;
  const { shownCount, listedCount } = commentThreads;
  await tx.db
    .insert(commentThreads)
    .values({
      subjectId: episodeId ?? storyId,
      storyId,
      shownCount: Math.max(0, shown),
      listedCount: Math.max(0, listed),
    })
    .onConflictDoUpdate({
      target: commentThreads.subjectId,
      set: {
        shownCount: sql`greatest(0, ${shownCount} + ${shown})`,
        listedCount: sql`greatest(0, ${listedCount} + ${listed})`,
      },
    });
  if (shown !== 0)
    await countEvents(tx, { storyId, ...(episodeId === null ? {} : { episodeId }), comments: shown });
}

export type CommentRow = typeof comments.$inferSelect;

/** Locks until the transaction ends. Locks a reply's parent first, which prevents deadlocks. */
export async function lockComment(
  tx: TransactionDeps,
  id: string,
): Promise<{ row: CommentRow; parent: CommentRow | null }> {
  const select = (which: string) => tx.db.select().from(comments).where(eq(comments.id, which)).for('update');
  const [known] = await tx.db
    .select({ parentId: comments.parentId })
    .from(comments)
    .where(eq(comments.id, id));
  const [parent = null] = known?.parentId ? await select(known.parentId) : [];
  const [row] = await select(id);
  if (row === undefined) throw notFound('not_found');
  return { row, parent };
}
