/** Applies time, sign-outs and returned unlocks to saved episodes. Runs in the worker. */
import { savedCache } from './addresses.ts';
import { CHECK_MS, checkedWith, fateOf, isReadable, type SavedEpisode, type Shelf } from './rules.ts';
import { deleteEpisode, isBeingSaved, storeEpisode } from './saving.ts';
import { readEpisode, readEpisodes, readShelf, tellChange, writeEpisode, writeShelf } from './shelf.ts';

/** Reading is recorded at most this often. */
const NOTED_MS = 60_000;

export async function setAccount(account: string | null): Promise<void> {
  const shelf = await readShelf();
  if (shelf.account !== account) await writeShelf({ ...shelf, account });
  await settleSaved();
}

/** An episode expires after thirty days without this. */
export async function noteRead(episodeId: string): Promise<void> {
  const episode = await readEpisode(episodeId);
  const now = Date.now();
  if (episode && now - episode.readAt > NOTED_MS) await writeEpisode({ ...episode, readAt: now });
}

let settling: Promise<void> | null = null;

/** One run at a time. A call during a run gets another run after it. */
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

/** Resumes after a lost connection, or after the browser has ended the worker. */
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

/** Asks the server whether the episode is readable. Without an answer, the last one counts. */
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
  // The episode may have been removed meanwhile.
  const still = await readEpisode(id);
  if (still) await writeEpisode({ ...still, ...change });
}
