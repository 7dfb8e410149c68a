/** Saves episodes one after the other. Runs in the worker, so it continues while the reader opens other pages. */
import { chapterAddress, pictureKey, savedCache } from './addresses.ts';
import { collectFiles, filesOfPage, headersOf } from './files.ts';
import { type Keeper, openKeeper, Stopped } from './keeper.ts';
import { type Piece, picturesIn, sizeFor } from './pictures.ts';
import { EPISODES_MAX_COUNT, type Failure, type SavedEpisode } from './rules.ts';
import {
  dropEpisode,
  readEpisode,
  readEpisodes,
  readShelf,
  tellChange,
  writeEpisode,
  writeShelf,
} from './shelf.ts';

export type Wish = { episodeId: string; address: string; width: number; isSignedIn: boolean };

type Reply = {
  episode: {
    number: number;
    title: string;
    price: number;
    story: { title: string; language: string; publication_type: string; mini_thumbnail_url: string | null };
    pages?: { pieces: Piece[] }[];
    chapters?: unknown[];
  };
};

/** Episodes being saved or waiting for it. Removing one stops it. */
const wished = new Map<string, Wish>();
let line: Promise<unknown> = Promise.resolve();

/** Resolves when the episode is saved, or its entry records the failure. */
export function storeEpisode(wish: Wish): Promise<unknown> {
  if (wished.has(wish.episodeId)) return line;
  wished.set(wish.episodeId, wish);
  line = line.then(() => saveNext(wish)).catch(() => undefined);
  return line;
}

export const isBeingSaved = (episodeId: string): boolean => wished.has(episodeId);

export async function deleteEpisode(episodeId: string): Promise<void> {
  wished.delete(episodeId);
  await dropEpisode(episodeId);
  await caches.delete(savedCache(episodeId));
  tellChange();
}

async function saveNext(wish: Wish): Promise<void> {
  const { episodeId } = wish;
  const isWished = (): boolean => wished.get(episodeId) === wish;
  if (!isWished()) return;
  const known = await readEpisode(episodeId);
  let episode = known;
  /** Writes the change, unless the episode was removed meanwhile. */
  const note = async (change: Partial<SavedEpisode>): Promise<SavedEpisode> => {
    if (!isWished() || episode === null) throw new Stopped('line');
    episode = { ...episode, ...change };
    await writeEpisode(episode);
    tellChange();
    return episode;
  };
  /** After a lost connection, saving can resume. A full device keeps nothing half saved. */
  const giveUp = async (failure: Failure): Promise<void> => {
    const isFull = failure === 'full';
    if (isFull) await empty(savedCache(episodeId));
    try {
      if (episode === null) throw new Stopped(failure);
      await note({ phase: 'failed', failure, ...(isFull && { bytes: 0, kept: 0, files: [] }) });
    } catch {
      // There is no room even for the failure.
      await dropEpisode(episodeId);
      tellChange({ episodeId, failure });
    }
  };
  try {
    const begun = await begin(wish, known);
    episode = begun.episode;
    await note({ phase: 'saving', failure: null });
    const keeper = await openKeeper(episode);
    if (await keepPages(episode, keeper, note)) await keepPictures(begun, keeper, note);
  } catch (error) {
    if (isWished()) await giveUp(failureOf(error));
  } finally {
    if (isWished()) wished.delete(episodeId);
    tellChange();
  }
}

/** Entry by entry: a cache deleted as a whole takes room while somebody has it open. */
async function empty(name: string): Promise<void> {
  const cache = await caches.open(name);
  for (const key of await cache.keys()) await cache.delete(key);
  await caches.delete(name);
}

const failureOf = (error: unknown): Failure => {
  if (error instanceof Stopped) return error.failure;
  return (error as Error | null)?.name === 'QuotaExceededError' ? 'full' : 'line';
};

type Begun = { episode: SavedEpisode; pieces: Piece[][]; thumbnail: string | null; width: number };

async function begin(
  { episodeId, address, width, isSignedIn }: Wish,
  known: SavedEpisode | null,
): Promise<Begun> {
  const all = await readEpisodes();
  if (known === null && all.length >= EPISODES_MAX_COUNT) throw new Stopped('limit');
  const { episode: facts } = await asked<Reply>(`/api/episodes/${episodeId}`);
  const owner = isSignedIn ? await ownerNow() : null;
  const isPremium = facts.price > 0;
  if (isPremium && owner === null) throw new Stopped('refused');
  const pieces = (facts.pages ?? []).map((page) => page.pieces);
  const { number, title, story } = facts;
  const now = Date.now();
  const thumbnail = story.mini_thumbnail_url;
  return {
    pieces,
    thumbnail,
    width,
    episode: {
      bytes: 0,
      checkedAt: now,
      kept: 0,
      savedAt: now,
      files: [],
      ...known,
      width,
      id: episodeId,
      address,
      storyTitle: story.title,
      number,
      title,
      language: story.language,
      isNovel: story.publication_type === 'novel',
      isPremium,
      thumbnail: thumbnail && pathOf(thumbnail),
      owner,
      // A novel's pictures are found in its chapters.
      pages: facts.chapters
        ? (known?.pages ?? [])
        : pieces.map((page) => page.flatMap(({ url }) => pictureKey(pathOf(url)) ?? [])),
      items: facts.pages?.length ?? facts.chapters?.length ?? 0,
      phase: 'saving',
      failure: null,
      readAt: now,
      lockedAt: null,
      lockedFor: null,
      expiredAt: null,
    },
  };
}

const pathOf = (address: string): string => new URL(address, location.origin).pathname;

async function asked<T>(path: string): Promise<T> {
  const reply = await fetch(path, { headers: { accept: 'application/json' } });
  if (reply.status >= 500 || reply.status === 429) throw new Stopped('line');
  if (!reply.ok) throw new Stopped('refused');
  return reply.json();
}

/** The signed-in account, which the device remembers. */
async function ownerNow(): Promise<string | null> {
  const reply = await fetch('/api/user/account', { headers: { accept: 'application/json' } });
  if (!reply.ok && reply.status !== 401) throw new Stopped('line');
  const account = reply.ok ? ((await reply.json()) as { user: { id: string } }).user.id : null;
  const shelf = await readShelf();
  if (shelf.account !== account) await writeShelf({ ...shelf, account });
  return account;
}

type Note = (change: Partial<SavedEpisode>) => Promise<SavedEpisode>;

/** Per episode. A book with more is saved without the rest. */
const PICTURES_MAX_COUNT = 1000;

/**
 * Saves the page with all panels, the files of its release, and pictures in chapters. Later chapters share the panels.
 * A chapter is written last, so a saved chapter is complete. False when saving must resume later.
 */
async function keepPages(episode: SavedEpisode, keeper: Keeper, note: Note): Promise<boolean> {
  const { address, isNovel, items, width } = episode;
  const files = new Set(isNovel ? episode.files : []);
  const pages = isNovel ? [...episode.pages] : episode.pages;
  for (const path of files) await keeper.has(path);
  for (let chapter = 1; chapter <= (isNovel ? items : 1); chapter += 1) {
    const at = chapterAddress(address, chapter);
    const known = pages[chapter - 1];
    if (isNovel && chapter <= episode.kept && known && (await keeper.has(at))) {
      for (const key of known) await keeper.has(key);
      continue;
    }
    if (keeper.isTimeUp) return false;
    const reply = await pageAt(chapter === 1 ? `${at}?panels=1` : at);
    const html = await reply.clone().text();
    const found = filesOfPage(html);
    // All chapters are of one release, unless a new one has come meanwhile.
    const isNew = [...found.scripts, ...found.others].some((path) => !files.has(path));
    const fresh = isNew ? await collectFiles(html, (path) => fetch(path)) : [];
    for (const [path, file] of fresh) {
      if (!files.has(path)) await keeper.put(path, await file.blob(), headersOf(file));
      files.add(path);
    }
    if (isNovel) {
      const room = PICTURES_MAX_COUNT - pages.flat().length;
      const shown = picturesIn(html).slice(0, room);
      const keys: string[] = [];
      // A picture that is gone is missing online, too.
      for (const piece of shown) keys.push(...((await keepPicture(sizeFor(piece, width), keeper)) ?? []));
      pages[chapter - 1] = keys;
    }
    await keeper.put(at, await reply.blob(), headersOf(reply));
    await note({ bytes: keeper.bytes, files: [...files], pages, kept: isNovel ? chapter : 0 });
  }
  return true;
}

async function pageAt(address: string): Promise<Response> {
  const reply = await fetch(address, { headers: { accept: 'text/html' } });
  if (reply.status === 402 || reply.status === 404 || reply.status === 451) throw new Stopped('refused');
  if (!reply.ok) throw new Stopped('line');
  return reply;
}

/** Returns its key, nothing for a foreign picture, or null when the picture is gone. */
async function keepPicture(address: string, keeper: Keeper): Promise<string[] | null> {
  const key = pictureKey(pathOf(address));
  if (key === null) return [];
  if (await keeper.has(key)) return [key];
  const reply = await fetch(address);
  if (reply.status === 404 || reply.status === 451) return null;
  if (!reply.ok) throw new Stopped('line');
  const body = await reply.blob();
  await keeper.put(key, body, { 'content-type': body.type });
  return [key];
}

async function keepPictures(
  { episode, pieces, thumbnail, width }: Begun,
  keeper: Keeper,
  note: Note,
): Promise<void> {
  if (thumbnail) await keepPicture(thumbnail, keeper);
  for (const [at, page] of pieces.entries()) {
    if (keeper.isTimeUp) return;
    for (const piece of page)
      if ((await keepPicture(sizeFor(piece, width), keeper)) === null) throw new Stopped('refused');
    await note({ bytes: keeper.bytes, kept: at + 1 });
  }
  await note({ phase: 'ready', bytes: keeper.bytes, kept: episode.items });
}
