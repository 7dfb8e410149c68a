import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { chapterPictures, chapters, media } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { picturesIn } from '../../../lib/prose/fill.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { pictureAddress } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import { requireEpisode } from '../episodes/team.ts';
import { findChapter, type ReadChapters } from './chapters.ts';
import type { ConsoleChapter, ConsoleChapterItem } from './contract.ts';

export type ChapterItem = Static<typeof ConsoleChapterItem>;
export type ChapterList = { chapters: ChapterItem[]; lock_version: number };
/** The width at which an editor draws pictures. */
const PICTURE_WIDTH = 640;

export type FoundChapter = { chapter: Static<typeof ConsoleChapter>; lock_version: number };

const columns = {
  id: chapters.id,
  episodeId: chapters.episodeId,
  title: chapters.title,
  wordsCount: chapters.wordsCount,
  charactersCount: chapters.charactersCount,
  isEmpty: sql<boolean>`${chapters.html} = ''`,
  updatedAt: chapters.updatedAt,
};

/** In order, without their texts. An episode has at most CHAPTERS_MAX_COUNT. */
export async function listTeamChapters(deps: Deps, viewer: Viewer, episodeId: string): Promise<ChapterList> {
  const { episode } = await requireEpisode(deps, viewer, episodeId, 'view');
  const rows = await selectChapters(deps, episodeId);
  return {
    chapters: rows.map((row, index) => presentItem(row, index + 1)),
    lock_version: episode.lockVersion,
  };
}

export async function findTeamChapter(deps: Deps, viewer: Viewer, id: string): Promise<FoundChapter> {
  const [known] = await deps.db
    .select({ episodeId: chapters.episodeId, html: chapters.html })
    .from(chapters)
    .where(eq(chapters.id, id));
  if (known === undefined) throw notFound('not_found');
  const { chapters: items, lock_version } = await listTeamChapters(deps, viewer, known.episodeId);
  const item = items.find((each) => each.id === id);
  if (item === undefined) throw notFound('not_found');
  const pictures = await picturesOf(deps, id, known.html);
  return { chapter: { ...item, html: known.html, pictures }, lock_version };
}

async function picturesOf(
  deps: Deps,
  chapterId: string,
  html: string,
): Promise<FoundChapter['chapter']['pictures']> {
  if (picturesIn(html).length === 0) return [];
  const rows = await deps.db
    .select(getTableColumns(media))
    .from(chapterPictures)
    .innerJoin(media, eq(media.id, chapterPictures.mediaId))
    .where(eq(chapterPictures.chapterId, chapterId));
  const sign = privateSigner(deps);
  return rows.map((picture) => ({ id: picture.id, url: pictureAddress(picture, PICTURE_WIDTH, sign) }));
}

/** A chapter as readers will get it, and the titles of all. Numbers beyond the last show the last. */
export async function findTeamProse(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  number: number,
): Promise<ReadChapters> {
  await requireEpisode(deps, viewer, episodeId, 'view');
  return findChapter(deps, episodeId, number);
}

const selectChapters = (deps: Deps, episodeId: string) =>
  deps.db
    .select(columns)
    .from(chapters)
    .where(eq(chapters.episodeId, episodeId))
    .orderBy(asc(chapters.position), asc(chapters.id));

type Row = Awaited<ReturnType<typeof selectChapters>>[number];

const presentItem = (row: Row, number: number): ChapterItem => ({
  id: row.id,
  episode_id: row.episodeId,
  number,
  title: row.title,
  words_count: row.wordsCount,
  characters_count: row.charactersCount,
  is_empty: row.isEmpty,
  updated_at: row.updatedAt.toISOString(),
});
