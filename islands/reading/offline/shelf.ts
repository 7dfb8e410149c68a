/** Saved episodes as entries in the cache storage, which pages and the worker share. Only the worker writes. */
import { CHANNEL, SHELF } from './addresses.ts';
import { type Failure, LIMIT_BYTES, type SavedEpisode, type Shelf } from './rules.ts';

const ROOT = '/shelf';
const keyOf = (episodeId: string): string => `${ROOT}/${episodeId}`;

async function read<T>(key: string): Promise<T | null> {
  const reply = await (await caches.open(SHELF)).match(key);
  return reply ? ((await reply.json()) as T) : null;
}

async function write(key: string, value: unknown): Promise<void> {
  await (await caches.open(SHELF)).put(key, Response.json(value));
}

export const readShelf = async (): Promise<Shelf> => ({
  account: null,
  limitBytes: LIMIT_BYTES,
  ...(await read<Shelf>(ROOT)),
});

export const writeShelf = (shelf: Shelf): Promise<void> => write(ROOT, shelf);

/** The account whose notifications are shown here. */
/** `installed`: the app was installed here, with an icon for the number of unread notifications. */
export type Pushed = { account: string | null; installed?: boolean };
const PUSHED = '/pushed';
export const readPushed = async (): Promise<Pushed> => (await read<Pushed>(PUSHED)) ?? { account: null };
export const writePushed = (pushed: Pushed): Promise<void> => write(PUSHED, pushed);

export const readEpisode = (id: string): Promise<SavedEpisode | null> => read(keyOf(id));

export const writeEpisode = (episode: SavedEpisode): Promise<void> => write(keyOf(episode.id), episode);

export async function dropEpisode(id: string): Promise<void> {
  await (await caches.open(SHELF)).delete(keyOf(id));
}

export async function readEpisodes(): Promise<SavedEpisode[]> {
  const cache = await caches.open(SHELF);
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`${ROOT}/`));
  const replies = await Promise.all(keys.map((key) => cache.match(key)));
  const found = await Promise.all(replies.flatMap((reply) => reply?.json() as Promise<SavedEpisode>));
  return found.filter(Boolean).sort((a, b) => b.savedAt - a.savedAt);
}

/** A failure that no entry records. */
export type ToldFailure = { episodeId: string; failure: Failure };

export function tellChange(failed: ToldFailure | null = null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(failed);
  channel.close();
}
