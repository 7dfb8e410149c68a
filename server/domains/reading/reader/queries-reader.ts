/** The reading page of an episode, as anyone in a country sees it. A premium one is made for its reader. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import type { PublicationType, ReadMode, StoryFormat } from '#db/schema/index.ts';
import { episodeCounters, episodes, stories, storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { knownOf } from '../../coins/unlock/access-facts.ts';
import { isTeamOf } from '../../coins/unlock/teams.ts';
import { refuseClosed, viewingOf } from '../../coins/unlock/viewing.ts';
import {
  type PictureVariant,
  type PresentedPicture,
  pictureAddress,
  presentPieces,
  type Signer,
  sharedPicture,
} from '../../media/present.ts';
import { type GeofilterFacts, isFiltered } from '../../publishing/countries/rules.ts';
import { findChapter, type ReadChapters } from '../../publishing/novels/chapters.ts';
import { announcedColumn, type NextRelease, presentRelease } from './announced.ts';
import {
  joinStories,
  type ListedRow,
  listEpisodes,
  listHundreds,
  listNeighbours,
  listPages,
  nextOf,
  previousOf,
  storyColumns,
} from './base-rows.ts';
import { type Colour, colourOf } from './cards.ts';
import { type EpisodeItem, type Moved, presentItem } from './episode-rows.ts';
import { findIllustrations, type Illustrations } from './illustrations.ts';
import type { Preview } from './preview.ts';
import {
  asSeenAt,
  type Direction,
  directionOf,
  EPISODES_A_PAGE,
  type Hundred,
  isWide,
  pickHundred,
} from './rules.ts';

export type ReadPage = {
  id: string;
  /** From 1, without gaps. */
  number: number;
  /** By the creator, in the story's language. Empty if missing. */
  altText: string;
  pieces: PresentedPicture[];
  /** Wider than high: shown alone where two pages are shown side by side. */
  isWide: boolean;
};

export type ReaderPage = {
  storyId: string;
  storySlug: string;
  storyTitle: string;
  storyLanguage: string;
  author: { slug: string; displayName: string };
  genre: string;
  publicationType: PublicationType;
  isNovel: boolean;
  format: StoryFormat | null;
  readMode: ReadMode;
  direction: Direction;
  colour: Colour | null;
  coverUrl: string | null;
  /** Picture for shared links. */
  shared: PictureVariant | null;
  description: string;
  episodeId: string;
  number: number;
  title: string;
  priceCoins: number;
  freeAt: Date | null;
  likesCount: number;
  hasUnlocked: boolean;
  /** Unpublished: shown as it was last public. */
  isKept: boolean;
  /** Shown because the caller belongs to the team. Such reading does not count. */
  isForTeam: boolean;
  content:
    | { kind: 'pages'; pages: ReadPage[] }
    | ({ kind: 'chapters'; pictures: Illustrations } & ReadChapters)
    /** Only the blurred shape of its first page. */
    | { kind: 'locked'; blurred: { placeholder: string; width: number; height: number } | null };
  previous: EpisodeItem | null;
  next: EpisodeItem | null;
  /** The announced release. The page is valid until then. */
  nextRelease: NextRelease | null;
  geofilters: GeofilterFacts[];
  here: EpisodeItem | null;
  list: ReaderList | null;
};

export type ReaderList = { hundreds: Hundred[]; shown: Hundred; episodes: EpisodeItem[] };

/**
 * Three queries, and two for the `list` around its number. `reader` asks for a page of their own, but free episodes are
 * the same for everybody. Throws 404 for an unpublished episode, 451 where it is not available.
 */
export async function findReaderPage(
  deps: Deps,
  slug: string,
  number: number,
  {
    country,
    preview,
    reader = null,
    list,
    chapter = 1,
  }: {
    country: string | null;
    preview?: Preview | null;
    reader?: Viewer | null;
    list?: { number: number } | undefined;
    /** For a novel. A number beyond the end means the last chapter. */
    chapter?: number | undefined;
  },
): Promise<ReaderPage | Moved> {
  const byNumber = reader === null ? episodeForAll(deps) : selectEpisode(deps.db, reader);
  const now = preview?.at ?? deps.clock.now();
  const [row] = await byNumber.execute({ slug, number, now });
  if (row === undefined) throw notFound('not_found');
  const { story, episode, cover, pricing, author, geofilter, isTeam } = row;
  const status = preview ? asSeenAt(episode.status, episode.publishAt, now) : episode.status;
  const where = knownOf({ ...row, episode: { ...episode, status } }, now);
  // Nobody reads a draft here. Buyers get the last public version.
  const own = where.facts.isKept ? { isTeam: false } : { isTeam };
  const known = preview ? { isTeam, hasUnlocked: preview.hasUnlocked } : own;
  const who = { person: reader, country, known, sign: preview?.sign };
  const { facts, forAll, access, isKept, hasUnlocked, sign } = await viewingOf(deps, who, where);
  refuseClosed(where.facts.isKept ? access : forAll);
  if (story.slug !== slug) return { movedTo: story.slug };
  const isNovel = story.publicationType === 'novel';
  const [rows, content, listed] = await Promise.all([
    listNeighbours(deps, {
      storyId: story.id,
      position: number,
      most: 1,
      at: preview?.at,
    }),
    access === 'locked'
      ? findBlurred(deps, episode.id)
      : isNovel
        ? findChapters(deps, episode.id, { chapter, sign, isKept })
        : findPages(deps, episode.id, { sign, isKept }),
    list && findListed(deps, story.id, { ...list, at: preview?.at }),
  ]);
  const shown = (isKept && episode.keptVersion) || episode;
  const item = (each: ListedRow) => presentItem(each, pricing, now, preview);
  const [before, after] = [previousOf(rows, number), nextOf(rows, number)];
  const here = rows.find(({ position }) => position === number);
  return {
    storyId: story.id,
    storySlug: story.slug,
    storyTitle: story.title,
    storyLanguage: story.language,
    author: { slug: author.slug, displayName: author.displayName },
    genre: story.genre,
    publicationType: story.publicationType,
    isNovel,
    format: story.format,
    readMode: shown.readMode,
    direction: directionOf(story.format, shown),
    colour: colourOf(cover),
    coverUrl: cover && pictureAddress(cover, 640),
    shared: cover && sharedPicture(cover),
    description: story.description,
    episodeId: episode.id,
    number,
    title: shown.title,
    priceCoins: facts.priceCoins,
    freeAt: facts.freeAt,
    likesCount: Math.max(0, row.likesCount ?? 0),
    hasUnlocked: hasUnlocked && access === 'readable',
    isKept,
    isForTeam: forAll === 'locked' && isTeam,
    content,
    previous: before && item(before),
    next: after && item(after),
    nextRelease: presentRelease(row.announced),
    geofilters: isFiltered(geofilter) ? [geofilter] : [],
    here: here ? item(here) : null,
    list: listed ? { ...listed, episodes: listed.rows.map(item) } : null,
  };
}

async function findListed(
  deps: Deps,
  storyId: string,
  { number, at }: { number: number; at: Date | undefined },
): Promise<{ hundreds: Hundred[]; shown: Hundred; rows: ListedRow[] } | null> {
  const hundreds = await listHundreds(deps, storyId, at);
  const shown = pickHundred(hundreds, { order: 'oldest', number });
  if (shown === null) return null;
  const span = { from: shown.first, to: shown.last, most: EPISODES_A_PAGE };
  return { hundreds, shown, rows: await listEpisodes(deps, storyId, span, at) };
}

const selectEpisode = (db: Db, reader: Viewer | null) =>
  joinStories(
    db
      .select({
        ...storyColumns,
        episode: episodes,
        likesCount: episodeCounters.likesCount,
        isTeam: isTeamOf(reader),
        announced: announcedColumn(sql.placeholder('now')),
      })
      .from(storySlugs)
      .innerJoin(stories, eq(stories.id, storySlugs.storyId))
      .innerJoin(
        episodes,
        and(eq(episodes.storyId, stories.id), eq(episodes.position, sql.placeholder('number'))),
      )
      .leftJoin(episodeCounters, eq(episodeCounters.episodeId, episodes.id))
      .$dynamic(),
  ).where(eq(storySlugs.slug, sql.placeholder('slug')));

const episodeForAll = prepared((db) => selectEpisode(db, null));

type Shown = { sign: Signer | undefined; isKept: boolean };

async function findPages(
  deps: Deps,
  episodeId: string,
  { sign, isKept }: Shown,
): Promise<ReaderPage['content']> {
  const rows = await listPages(deps, episodeId, { isKept });
  const shown = rows
    .map(({ id, altText, picture }) => ({ id, altText, pieces: presentPieces(picture, sign) }))
    .filter(({ pieces }) => pieces.length > 0);
  return {
    kind: 'pages',
    pages: shown.map((page, index) => ({ ...page, number: index + 1, isWide: isWide(page.pieces) })),
  };
}

async function findChapters(
  deps: Deps,
  episodeId: string,
  { chapter, sign, isKept }: Shown & { chapter: number },
): Promise<ReaderPage['content']> {
  const found = await findChapter(deps, episodeId, chapter, { isKept });
  const { id, sections } = found.chapter;
  const pictures = await findIllustrations(deps, [{ id, html: sections.join('') }], sign, { isKept });
  return { kind: 'chapters', ...found, pictures };
}

/** PRI-29: a locked episode sends only unreadable data, and no address. */
async function findBlurred(deps: Deps, episodeId: string): Promise<ReaderPage['content']> {
  const [first] = await listPages(deps, episodeId, { most: 1 });
  const [piece] = first?.picture.pieces ?? [];
  return {
    kind: 'locked',
    blurred: piece ? { placeholder: piece.placeholder, width: piece.width, height: piece.height } : null,
  };
}
