/** Saves episodes on the device, one after the other, page by page. Runs in the worker, so it goes on while its reader turns to other pages. */
import { chapterAddress, pictureKey, savedCache } from './addresses.ts';
import { collectFiles, filesOfPage, headersOf } from './files.ts';
import { bytesOf, EPISODES_MAX_COUNT, type Failure, type SavedEpisode } from './rules.ts';
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

/** A browser ends a worker after some minutes at one event; a page that is open then asks it to go on. */
const AT_ONCE_MS = 3 * 60 * 1000;

class Stopped extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

type Source = { type: string; srcset: string };
type Piece = { sources: Source[]; url: string };
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

/** Of those that are being saved or wait for it; whoever takes one out stops it. */
const wished = new Map<string, Wish>();
let line: Promise<unknown> = Promise.resolve();

/** Resolves when it is saved, or has failed and says so in its entry. */
export function save(wish: Wish): Promise<unknown> {
  if (wished.has(wish.episodeId)) return line;
  wished.set(wish.episodeId, wish);
  line = line.then(() => saveNext(wish)).catch(() => undefined);
  return line;
}

export const isBeingSaved = (episodeId: string): boolean => wished.has(episodeId);

export async function remove(episodeId: string): Promise<void> {
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
  /** Writes what is known by now, unless it was taken out meanwhile. */
  const note = async (change: Partial<SavedEpisode>): Promise<SavedEpisode> => {
    if (!isWished() || episode === null) throw new Stopped('line');
    episode = { ...episode, ...change };
    await writeEpisode(episode);
    tellChange();
    return episode;
  };
  /** A line that was cut goes on where it was; on a device that is full nothing half stays. */
  const giveUp = async (failure: Failure): Promise<void> => {
    const isFull = failure === 'full';
    if (isFull) await empty(savedCache(episodeId));
    try {
      if (episode === null) throw new Stopped(failure);
      await note({ phase: 'failed', failure, ...(isFull && { bytes: 0, kept: 0, files: [] }) });
    } catch {
      // There is not even room to say so in the list.
      await dropEpisode(episodeId);
      tellChange({ episodeId, failure });
    }
  };
  try {
    const begun = await begin(wish, known);
    episode = begun.episode;
    await note({ phase: 'saving', failure: null });
    await keepPage(episode, note);
    await keepPictures(begun, note);
  } catch (error) {
    if (isWished()) await giveUp(failureOf(error));
  } finally {
    if (isWished()) wished.delete(episodeId);
    tellChange();
  }
}

/** One by one: what is deleted as a whole takes room as long as somebody has it open. */
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
      pages: pieces.map((page) => page.flatMap(({ url }) => pictureKey(pathOf(url)) ?? [])),
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

/** Who is signed in; the device knows it from then on. */
async function ownerNow(): Promise<string | null> {
  const reply = await fetch('/api/user/account', { headers: { accept: 'application/json' } });
  if (!reply.ok && reply.status !== 401) throw new Stopped('line');
  const account = reply.ok ? ((await reply.json()) as { user: { id: string } }).user.id : null;
  const shelf = await readShelf();
  if (shelf.account !== account) await writeShelf({ ...shelf, account });
  return account;
}

type Note = (change: Partial<SavedEpisode>) => Promise<SavedEpisode>;

/** The page as it is with all its panels, which those of further chapters share, and the files of its release. */
async function keepPage({ id, address, isNovel, items }: SavedEpisode, note: Note): Promise<void> {
  const cache = await caches.open(savedCache(id));
  const files = new Set<string>();
  let bytes = 0;
  const keep = async (path: string, reply: Response): Promise<void> => {
    const body = await reply.blob();
    await cache.put(path, new Response(body, { headers: headersOf(reply) }));
    bytes += body.size;
  };
  for (let chapter = 1; chapter <= (isNovel ? items : 1); chapter += 1) {
    const at = chapterAddress(address, chapter);
    const reply = await pageAt(chapter === 1 ? `${at}?panels=1` : at);
    const found = filesOfPage(await reply.clone().text());
    // All chapters are of one release, unless another one has come meanwhile.
    const isNew = [...found.scripts, ...found.others].some((path) => !files.has(path));
    const fresh = isNew ? await collectFiles(await reply.clone().text(), (path) => fetch(path)) : [];
    await keep(at, reply);
    for (const [path, file] of fresh) {
      if (!files.has(path)) await keep(path, file);
      files.add(path);
    }
    await note({ bytes, files: [...files], kept: isNovel ? chapter : 0 });
  }
}

async function pageAt(address: string): Promise<Response> {
  const reply = await fetch(address, { headers: { accept: 'text/html' } });
  if (reply.status === 402 || reply.status === 404 || reply.status === 451) throw new Stopped('refused');
  if (!reply.ok) throw new Stopped('line');
  return reply;
}

async function keepPictures({ episode, pieces, thumbnail, width }: Begun, note: Note): Promise<void> {
  const cache = await caches.open(savedCache(episode.id));
  const { limitBytes } = await readShelf();
  const others = bytesOf((await readEpisodes()).filter(({ id }) => id !== episode.id));
  const endsAt = Date.now() + AT_ONCE_MS;
  let { bytes } = (await readEpisode(episode.id)) ?? episode;

  async function keep(address: string): Promise<void> {
    const key = pictureKey(pathOf(address));
    if (key === null) return;
    const there = await cache.match(key);
    const body = there ? await there.blob() : await pictureAt(address);
    if (others + bytes + body.size > limitBytes) throw new Stopped('limit');
    if (!there) await cache.put(key, new Response(body, { headers: { 'content-type': body.type } }));
    bytes += body.size;
  }

  if (thumbnail) await keep(thumbnail);
  for (const [at, page] of pieces.entries()) {
    if (Date.now() > endsAt) return;
    for (const piece of page) await keep(sizeFor(piece, width));
    await note({ bytes, kept: at + 1 });
  }
  await note({ phase: 'ready', bytes, kept: episode.items });
}

async function pictureAt(address: string): Promise<Blob> {
  const reply = await fetch(address);
  if (reply.status === 404 || reply.status === 451) throw new Stopped('refused');
  if (!reply.ok) throw new Stopped('line');
  return reply.blob();
}

/** The smallest that is sharp on this screen, else the largest; in the format that every browser with a worker shows. */
export function sizeFor({ sources, url }: Piece, width: number): string {
  const webp = sources.find(({ type }) => type === 'image/webp')?.srcset ?? '';
  const sizes = webp
    .split(',')
    .map((each) => each.trim().split(/\s+/))
    .map(([address = '', wide = '']) => ({ address, wide: Number.parseInt(wide, 10) }))
    .filter(({ address, wide }) => address !== '' && wide > 0)
    .sort((a, b) => a.wide - b.wide);
  return (sizes.find(({ wide }) => wide >= width) ?? sizes.at(-1))?.address ?? url;
}
