/** Short notes that a reader sees: none beyond the furthest point they have reached. */
import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  chapters,
  episodePages,
  episodePlaces,
  episodes,
  shutOuts,
  tsukkomiComments,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { decideShowing } from '../../platform/policy/visibility.ts';
import { furthestItemNow, itemNow } from '../../reading/library/item-columns.ts';
import { type Asking, requireThread, type Thread } from '../comments/threads.ts';
import { type Place, requireItem } from './anchor.ts';
import type { notesContract } from './contract.ts';
import {
  isReached,
  type KnownPlace,
  NOTES_AT_ONCE_MAX_COUNT,
  placeIn,
  type Reader,
  reachIn,
} from './rules.ts';

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
    })
    .from(tsukkomiComments)
    .innerJoin(users, and(eq(users.id, tsukkomiComments.authorId), isNull(users.erasedAt)))
    .leftJoin(episodePages, eq(episodePages.id, tsukkomiComments.pageId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectNotes>>[number];

/** `text`: the chapter's text, or null for a page. */
function present(
  { note, author, isShutOut }: Row,
  { viewerId, isTeam, text }: { viewerId: string | null; isTeam: boolean; text: string | null },
): NoteView[] {
  const shutOut = new Set(isShutOut ? [note.authorId] : []);
  const showing = decideShowing({ ...note, hasReplies: false }, { id: viewerId, isTeam, shutOut });
  if (showing === 'nothing') return [];
  const offset =
    note.offset === null ? null : placeIn(text ?? '', { offset: note.offset, quote: note.quote ?? '' });
  // The chapter no longer contains the note's words.
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

async function findKnownPlace(deps: Deps, readerId: string, episodeId: string): Promise<KnownPlace | null> {
  const [place] = await deps.db
    .select({
      item: itemNow,
      offset: episodePlaces.itemOffset,
      furthest: furthestItemNow,
      finished: episodePlaces.finished,
    })
    .from(episodePlaces)
    .innerJoin(episodes, eq(episodes.id, episodePlaces.episodeId))
    .where(and(eq(episodePlaces.readerId, readerId), eq(episodePlaces.episodeId, episodeId)));
  return place ?? null;
}

type Wanted = Place & { episodeId: string; upto?: number | undefined };

/** Throws 404, 451, 402 as reading would. Four queries, five when there are more notes than the limit. */
export async function listNotes(
  deps: Deps,
  asking: Asking,
  { episodeId, upto, ...place }: Wanted,
): Promise<NoteList> {
  const thread = await requireThread(deps, asking, { episodeId });
  const viewerId = asking.viewer?.id ?? null;
  const known = viewerId === null ? null : await findKnownPlace(deps, viewerId, episodeId);
  const isNamed = place.pageId !== undefined || place.chapterId !== undefined;
  const reader = {
    isNamed,
    isTeam: thread.isTeam,
    isSignedIn: viewerId !== null,
    furthestItem: known?.furthest ?? null,
  };
  const item = isNamed ? await requireItem(deps, place) : null;
  if (item !== null && item.episodeId !== episodeId) throw notFound('not_found');
  const where = item === null ? allReached(episodeId, reader) : ofItem(place, item.number, reader);
  if (where === null) return { tsukkomi_comments: [], further: 0, reached: false };
  const first = await selectFirst(deps, viewerId, and(where, seenBy(viewerId, thread)));
  const last = first[NOTES_AT_ONCE_MAX_COUNT - 1]?.note.id;
  // Readers always see their own notes, even beyond the limit, so that they can delete them.
  const own =
    viewerId === null || last === undefined || item === null
      ? []
      : await selectFirst(
          deps,
          viewerId,
          and(where, eq(tsukkomiComments.authorId, viewerId), gt(tsukkomiComments.id, last)),
        );
  const rows = [...first, ...own];
  const text = item?.text ?? null;
  const all = rows.flatMap((row) => present(row, { viewerId, isTeam: thread.isTeam, text }));
  if (text === null || item === null) return { tsukkomi_comments: all, further: 0, reached: true };
  const reach = reachIn({ number: item.number, length: text.length }, reader, { place: known, upto });
  const told = all.filter(({ own, offset }) => own || (offset ?? 0) <= reach);
  return { tsukkomi_comments: told, further: all.length - told.length, reached: reach >= 0 };
}

const selectFirst = (deps: Deps, viewerId: string | null, where: SQL | undefined): Promise<Row[]> =>
  selectNotes(deps, viewerId).where(where).orderBy(asc(tsukkomiComments.id)).limit(NOTES_AT_ONCE_MAX_COUNT);

/** Reads all notes of a chapter, because only its text tells where they are now. */
function ofItem({ pageId, chapterId }: Place, number: number, reader: Reader): SQL | null {
  if (chapterId !== undefined) return eq(tsukkomiComments.chapterId, chapterId);
  return isReached(number, reader) ? eq(tsukkomiComments.pageId, pageId ?? '') : null;
}

/** First notes of each page up to the furthest. Not for chapters, whose texts are never all loaded at once. */
function allReached(episodeId: string, reader: Reader): SQL | null {
  if (!reader.isTeam && !reader.isSignedIn) return null;
  const furthest = Math.max(1, reader.furthestItem ?? 1);
  const most = NOTES_AT_ONCE_MAX_COUNT;
  // Positions may have gaps. Reads at most the limit per page, however many notes exist.
  return sql`${tsukkomiComments.id} in (select note.id from (select at.id from ${episodePages} at
    where at.episode_id = ${episodeId} order by at.position, at.id limit ${reader.isTeam ? null : furthest}) reached
    cross join lateral (select of_page.id from ${tsukkomiComments} of_page where of_page.page_id = reached.id
      order by of_page.id limit ${most}) note order by note.id limit ${most})`;
}

const seenBy = (viewerId: string | null, { isTeam }: Thread): SQL | undefined =>
  or(
    and(eq(tsukkomiComments.state, 'shown'), sql`not ${isShutOutFor(viewerId)}`),
    isTeam ? eq(tsukkomiComments.state, 'hidden') : undefined,
    viewerId === null ? undefined : eq(tsukkomiComments.authorId, viewerId),
  );

export async function findOwnNote(deps: Deps, viewerId: string, id: string): Promise<NoteView> {
  const [row] = await selectNotes(deps, viewerId).where(eq(tsukkomiComments.id, id));
  if (row === undefined) throw notFound('not_found');
  const { chapterId } = row.note;
  const text = chapterId === null ? null : (await requireItem(deps, { chapterId })).text;
  const [note] = present(row, { viewerId, isTeam: false, text });
  if (note === undefined) throw notFound('not_found');
  return note;
}

export type SeenNote = { note: NoteView; storyId: string };

/**
 * A note visible to the viewer, on a page or chapter they have reached. Within a chapter, only their browser knows how
 * far they are. Throws 404, 451 or 402 as reading would.
 */
export async function findNote(
  deps: Deps,
  asking: Asking & { viewer: Viewer },
  id: string,
  { evenShutOut = false } = {},
): Promise<SeenNote> {
  const { viewer } = asking;
  const [row] = await selectNotes(deps, viewer.id).where(eq(tsukkomiComments.id, id));
  if (row === undefined) throw notFound('not_found');
  const { episodeId, pageId, chapterId } = row.note;
  const { isTeam, storyId } = await requireThread(deps, asking, { episodeId });
  const { number, text } = await requireItem(
    deps,
    pageId === null ? { chapterId: chapterId ?? '' } : { pageId },
  );
  const place = await findKnownPlace(deps, viewer.id, episodeId);
  const reader = { isTeam, isSignedIn: true, isNamed: true, furthestItem: place?.furthest ?? null };
  const seen = evenShutOut ? { ...row, isShutOut: false } : row;
  const [note] = present(seen, { viewerId: viewer.id, isTeam, text });
  if (note === undefined || !isReached(number, reader)) throw notFound('not_found');
  return { note, storyId };
}

/** The page or chapter with this number, else the last one, and their count. Throws 404 without any. */
export async function findNotePage(
  deps: Deps,
  episodeId: string,
  number: number,
): Promise<{ item: string; items: number; kind: 'page' | 'chapter' }> {
  const [pages, parts] = await Promise.all(
    [episodePages, chapters].map((table) =>
      deps.db
        .select({ id: table.id })
        .from(table)
        .where(eq(table.episodeId, episodeId))
        .orderBy(asc(table.position), asc(table.id)),
    ),
  );
  const of = pages?.length ? pages : (parts ?? []);
  const item = of[Math.min(number, of.length) - 1]?.id;
  if (item === undefined) throw notFound('not_found');
  return { item, items: of.length, kind: pages?.length ? 'page' : 'chapter' };
}
