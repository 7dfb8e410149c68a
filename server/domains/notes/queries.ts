/** Short notes as somebody sees them: none before the furthest point that they have reached. */
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  chapters,
  episodePages,
  episodePlaces,
  episodes,
  shutOuts,
  tsukkomiComments,
  users,
} from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { ReplyOf } from '../../lib/contract.ts';
import { notFound } from '../../lib/errors.ts';
import { type Asking, requireThread, type Thread } from '../comments/threads.ts';
import { furthestItemNow } from '../library/items.ts';
import { decideShowing } from '../policy/visibility.ts';
import type { notesContract } from './contract.ts';
import { type Place, requireItem } from './items.ts';
import { isReached, NOTES_AT_ONCE_MAX_COUNT, placeIn } from './rules.ts';

export type NoteList = ReplyOf<(typeof notesContract)['GET /tsukkomi_comments']>;
export type NoteView = NoteList['tsukkomi_comments'][number];

const isShutOutFor = (viewerId: string | null): SQL<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from ${shutOuts}
        where ${shutOuts.readerId} = ${viewerId} and ${shutOuts.personId} = ${tsukkomiComments.authorId})`;

const selectNotes = (deps: Deps, viewerId: string | null) =>
  deps.db
    .select({
      note: tsukkomiComments,
      author: { id: users.id, slug: users.slug, displayName: users.displayName },
      isShutOut: isShutOutFor(viewerId),
      text: chapters.plain,
    })
    .from(tsukkomiComments)
    .innerJoin(users, and(eq(users.id, tsukkomiComments.authorId), isNull(users.erasedAt)))
    .leftJoin(episodePages, eq(episodePages.id, tsukkomiComments.pageId))
    .leftJoin(chapters, eq(chapters.id, tsukkomiComments.chapterId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectNotes>>[number];

function present(
  { note, author, isShutOut, text }: Row,
  viewerId: string | null,
  isTeam: boolean,
): NoteView[] {
  const shutOut = new Set(isShutOut ? [note.authorId] : []);
  const showing = decideShowing({ ...note, hasReplies: false }, { id: viewerId, isTeam, shutOut });
  if (showing === 'nothing') return [];
  const offset =
    note.offset === null ? null : placeIn(text ?? '', { offset: note.offset, quote: note.quote ?? '' });
  // Its words are gone from the chapter.
  if (note.chapterId !== null && offset === null) return [];
  return [
    {
      id: note.id,
      episode_id: note.episodeId,
      page_id: note.pageId,
      x: note.x,
      y: note.y,
      chapter_id: note.chapterId,
      offset,
      body: note.body,
      author: { id: author.id, slug: author.slug, display_name: author.displayName },
      created_at: note.createdAt.toISOString(),
      own: note.authorId === viewerId,
      hidden: note.state === 'hidden',
    },
  ];
}

/** Null without a place in the episode. */
async function findFurthest(deps: Deps, readerId: string, episodeId: string): Promise<number | null> {
  const [place] = await deps.db
    .select({ furthest: furthestItemNow })
    .from(episodePlaces)
    .innerJoin(episodes, eq(episodes.id, episodePlaces.episodeId))
    .where(and(eq(episodePlaces.readerId, readerId), eq(episodePlaces.episodeId, episodeId)));
  return place?.furthest ?? null;
}

/** Throws 404, 451, 402 as reading would, 422 for a novel without a chapter. Four queries. */
export async function listNotes(
  deps: Deps,
  asking: Asking,
  { episodeId, ...place }: Place & { episodeId: string },
): Promise<NoteList> {
  const thread = await requireThread(deps, asking, { episodeId });
  const viewerId = asking.viewer?.id ?? null;
  const isNamed = place.pageId !== undefined || place.chapterId !== undefined;
  const reader = {
    isNamed,
    isTeam: thread.isTeam,
    isSignedIn: viewerId !== null,
    furthestItem: viewerId === null ? null : await findFurthest(deps, viewerId, episodeId),
  };
  const where = isNamed ? await namedOnly(deps, episodeId, place, reader) : allReached(episodeId, reader);
  if (where === null) return { tsukkomi_comments: [] };
  const rows = await selectNotes(deps, viewerId)
    .where(and(where, seenBy(viewerId, thread)))
    .orderBy(asc(tsukkomiComments.id))
    .limit(NOTES_AT_ONCE_MAX_COUNT);
  return { tsukkomi_comments: rows.flatMap((row) => present(row, viewerId, thread.isTeam)) };
}

/** Of a 32-bit integer. */
const POSITION_MAX = 2_147_483_647;

type Reader = Parameters<typeof isReached>[1];

async function namedOnly(deps: Deps, episodeId: string, place: Place, reader: Reader): Promise<SQL | null> {
  const item = await requireItem(deps, place);
  if (item.episodeId !== episodeId) throw notFound('not_found');
  if (!isReached(item.number, reader)) return null;
  return place.pageId === undefined
    ? eq(tsukkomiComments.chapterId, place.chapterId ?? '')
    : eq(tsukkomiComments.pageId, place.pageId);
}

/** Of all pages up to the furthest; the texts of whole novels are read by nobody at once. */
function allReached(episodeId: string, reader: Reader): SQL | null {
  if (!reader.isTeam && !reader.isSignedIn) return null;
  const own = and(eq(tsukkomiComments.episodeId, episodeId), isNull(tsukkomiComments.chapterId)) as SQL;
  if (reader.isTeam) return own;
  const furthest = Math.max(1, reader.furthestItem ?? 1);
  // Positions may have gaps.
  const last = sql`(select at.position from ${episodePages} at where at.episode_id = ${episodeId}
    order by at.position, at.id offset ${furthest - 1} limit 1)`;
  return and(own, sql`${episodePages.position} <= coalesce(${last}, ${POSITION_MAX})`) as SQL;
}

const seenBy = (viewerId: string | null, { isTeam }: Thread): SQL | undefined =>
  or(
    and(eq(tsukkomiComments.state, 'shown'), sql`not ${isShutOutFor(viewerId)}`),
    isTeam ? eq(tsukkomiComments.state, 'hidden') : undefined,
    viewerId === null ? undefined : eq(tsukkomiComments.authorId, viewerId),
  );

/** One that the viewer has just written. */
export async function findOwnNote(deps: Deps, viewerId: string, id: string): Promise<NoteView> {
  const [row] = await selectNotes(deps, viewerId).where(eq(tsukkomiComments.id, id));
  const [note] = row === undefined ? [] : present(row, viewerId, false);
  if (note === undefined) throw notFound('not_found');
  return note;
}
