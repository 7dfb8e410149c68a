import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Static } from 'typebox';
import { chapterPictures, chapters, epubs, media } from '#db/schema/index.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/lib/errors.ts';
import { owned, type Source } from '#server/lib/streams.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { smallAddress } from '../../../media/present.ts';
import { privateSigner } from '../../../media/signing.ts';
import { requireEpisode } from '../../episodes/team.ts';
import type { EpubReply } from '../contract-books.ts';
import { EPUB_REFUSALS, LEFT_OUT_KINDS } from '../rules.ts';
import { epubKey } from './files.ts';
import { type Epub, findInHand } from './service.ts';
import { type Places, planTakeover } from './takeover.ts';

export type ShownEpub = Static<typeof EpubReply>;
export type EpubImport = {
  epub: ShownEpub | null;
  replaces: { chapters: number; places: Places } | null;
  original: EpisodeBook['original'];
  lock_version: number;
};

export async function findImport(deps: Deps, viewer: Viewer, episodeId: string): Promise<EpubImport> {
  const { episode } = await requireEpisode(deps, viewer, episodeId, 'view');
  const epub = await findInHand(deps, episodeId);
  return {
    epub: epub && (await present(deps, epub)),
    replaces: epub?.state === 'found' ? await findReplaced(deps, episodeId, epub.id) : null,
    original: (await findBook(deps, episodeId)).original,
    lock_version: episode.lockVersion,
  };
}

export type EpisodeBook = {
  state: Epub['state'] | null;
  original: { name: string; bytes: number } | null;
};

/** The caller has checked access to the episode. */
export async function findBook(deps: Deps, episodeId: string): Promise<EpisodeBook> {
  const { state, name, bytes } = epubs;
  const rows = await deps.db.select({ state, name, bytes }).from(epubs).where(eq(epubs.episodeId, episodeId));
  const original = rows.find((row) => row.state === 'taken');
  return {
    state: rows.find((row) => row.state !== 'taken')?.state ?? null,
    original: original === undefined ? null : { name: original.name, bytes: original.bytes },
  };
}

async function findReplaced(deps: Deps, episodeId: string, epubId: string): Promise<EpubImport['replaces']> {
  const [old] = await deps.db
    .select({ count: count() })
    .from(chapters)
    .where(eq(chapters.episodeId, episodeId));
  if (!old?.count) return null;
  const { oldIds, places } = await planTakeover(deps, episodeId, epubId);
  return { chapters: oldIds.length, places };
}

/** The ePub that the episode's chapters came from (NOV-07). */
export async function openOriginal(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
): Promise<{ name: string; bytes: number; open: Source }> {
  await requireEpisode(deps, viewer, episodeId, 'view');
  const which = and(eq(epubs.episodeId, episodeId), eq(epubs.state, 'taken'));
  const [row] = await deps.db.select().from(epubs).where(which);
  if (row === undefined) throw notFound('not_found');
  return {
    name: row.name,
    bytes: row.bytes,
    open: async () => owned(await deps.storage.get(epubKey(row.id))),
  };
}

async function present(deps: Deps, epub: Epub): Promise<ShownEpub> {
  return {
    id: epub.id,
    episode_id: epub.episodeId,
    name: epub.name,
    bytes: epub.bytes,
    state: epub.state,
    progress: epub.progress,
    findings: epub.findings && (await presentFindings(deps, epub.id, epub.findings)),
    refusal: epub.refusal && {
      reason: EPUB_REFUSALS.find((known) => known === epub.refusal?.reason) ?? 'failed',
      file: epub.refusal.file ?? null,
      line: epub.refusal.line ?? null,
      element: epub.refusal.element ?? null,
      excerpt: epub.refusal.excerpt ?? [],
    },
    updated_at: epub.updatedAt.toISOString(),
  };
}

const COVER_WIDTH = 288;

async function presentFindings(
  deps: Deps,
  epubId: string,
  {
    isVertical,
    coverMediaId,
    picturesWithoutAlt,
    leftOut,
    refusedPictures,
    ...rest
  }: NonNullable<Epub['findings']>,
): Promise<ShownEpub['findings']> {
  const ofBook = deps.db
    .select({ id: chapterPictures.mediaId })
    .from(chapterPictures)
    .where(eq(chapterPictures.epubId, epubId));
  const waiting = and(inArray(media.id, ofBook), isNull(media.processedAt), isNull(media.failedAt));
  const [cover] =
    coverMediaId === null ? [] : await deps.db.select().from(media).where(eq(media.id, coverMediaId));
  return {
    ...rest,
    is_vertical: isVertical,
    cover_url: cover === undefined ? null : smallAddress(cover, COVER_WIDTH, privateSigner(deps)),
    pictures_without_alt: picturesWithoutAlt,
    pictures_waiting: await deps.db.$count(media, waiting),
    left_out: leftOut.flatMap(({ kind, ...line }) => {
      const known = LEFT_OUT_KINDS.find((each) => each === kind);
      return known === undefined ? [] : [{ kind: known, ...line }];
    }),
    refused_pictures: refusedPictures,
  };
}
