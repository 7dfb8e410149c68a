/** What time, log-outs and returned unlocks do to what is saved. Runs in the worker. */
import { savedCache } from './addresses.ts';
import { CHECK_MS, checkedWith, fateOf, isReadable, type SavedEpisode, type Shelf } from './rules.ts';
import { deleteEpisode, isBeingSaved, storeEpisode } from './saving.ts';
import { readEpisode, readEpisodes, readShelf, tellChange, writeEpisode, writeShelf } from './shelf.ts';

/** Reading notes at most so often. */
const NOTED_MS = 60_000;

/** Null: nobody is signed in. */
export async function setAccount(account: string | null): Promise<void> {
  const shelf = await readShelf();
  if (shelf.account !== account) await writeShelf({ ...shelf, account });
  await settleSaved();
}

/** A sign of life of an episode: thirty days without one and it expires. */
export async function noteRead(episodeId: string): Promise<void> {
  const episode = await readEpisode(episodeId);
  const now = Date.now();
  if (episode && now - episode.readAt > NOTED_MS) await writeEpisode({ ...episode, readAt: now });
}

let settling: Promise<void> | null = null;

/** Once at a time: whoever asks meanwhile gets another turn behind it. */
export function settleSaved(): Promise<void> {
  const turn = (settling ?? Promise.resolve()).then(settleAll, settleAll);
  settling = turn;
  return turn;
}

async function settleAll(): Promise<void> {
  const shelf = await readShelf();
  for (const episode of await readEpisodes()) await settleOne(episode, shelf);
  for (const episode of await readEpisodes()) await check(episode, shelf);
  tellChange();
}

/** Goes on with what was cut off: by a lost line, or by a browser that has ended the worker. */
export async function resume(): Promise<void> {
  const shelf = await readShelf();
  const broken = (await readEpisodes()).filter(
    (episode) =>
      !isBeingSaved(episode.id) &&
      isReadable(episode, shelf) &&
      (episode.phase === 'saving' || episode.failure === 'line'),
  );
  await Promise.all(
    broken.map(({ id, address, width, owner }) =>
      storeEpisode({ episodeId: id, address, width, isSignedIn: owner !== null }),
    ),
  );
}

async function settleOne(episode: SavedEpisode, shelf: Shelf): Promise<void> {
  const fate = fateOf(episode, shelf, Date.now());
  if (fate.kind === 'forget') return deleteEpisode(episode.id);
  if (fate.kind === 'keep') return;
  await writeEpisode({ ...episode, ...fate.change });
  if (fate.erase) await caches.delete(savedCache(episode.id));
}

/** Asks the server whether it is still readable; without an answer the last one holds. */
async function check(episode: SavedEpisode, shelf: Shelf): Promise<void> {
  const { id, isPremium, owner, checkedAt, expiredAt } = episode;
  const now = Date.now();
  if ((isPremium && (owner === null || owner !== shelf.account)) || expiredAt !== null) return;
  if (now - checkedAt < CHECK_MS) return;
  const reply = await fetch(`/api/episodes/${id}`, { headers: { accept: 'application/json' } }).catch(
    () => null,
  );
  const change = checkedWith(reply?.status ?? null, episode, now);
  if (change === null) return;
  // It may have been taken out meanwhile.
  const still = await readEpisode(id);
  if (still) await writeEpisode({ ...still, ...change });
}
