/** Presses on "save" and their state, for the reader's tool and both lists. A page address identifies an episode. */
import { onChange, removeEpisode, saveEpisode } from './client.ts';
import { type Failure, type SavedEpisode, type SavedState, type Shelf, stateOf } from './rules.ts';
import { readEpisodes, readShelf } from './shelf.ts';

export type Deed = 'do' | 'stop' | 'remove' | 'again';

/** `noConnection`: saving did not even begin. */
export type Word = 'starting' | 'saving' | 'ready' | 'locked' | 'expired' | 'noConnection' | Failure;

export type Kept = {
  id: string | null;
  episode: SavedEpisode | null;
  deed: Deed;
  word: Word | null;
};

const ACTIONS: Partial<Record<SavedState, Deed>> = {
  saving: 'stop',
  ready: 'remove',
  failed: 'again',
  expired: 'again',
};

function wordOf({ items, failure }: SavedEpisode, state: SavedState): Word | null {
  if (state === 'foreign') return null;
  if (state === 'failed') return failure ?? 'line';
  return state === 'saving' && items === 0 ? 'starting' : state;
}

function keptOf(episode: SavedEpisode, shelf: Shelf): Kept {
  const state = stateOf(episode, shelf);
  return { id: episode.id, episode, deed: ACTIONS[state] ?? 'do', word: wordOf(episode, state) };
}

/** Presses that storage does not show yet, by address. A wish waits for those before it. */
const wishes = new Map<string, { id: string | null; word: 'starting' | 'noConnection' | Failure }>();
const watchers = new Set<() => void>();

/** The same in every language. */
const pageOf = (address: string): string =>
  /\/stories\/[\w-]+\/\d+$/.exec(new URL(address, location.href).pathname)?.[0] ?? '';

function wishFor(page: string): Kept {
  const { id, word } = wishes.get(page) ?? { id: null, word: null };
  return { id, episode: null, deed: word === 'starting' ? 'stop' : 'do', word };
}

/** Calls `listener` with a lookup function, now and after every change. Returns how to stop. */
export function watchKept(listener: (keptAt: (address: string) => Kept) => void): () => void {
  let isReading = false;
  let isStale = false;
  let isOver = false;
  const look = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    // Saving announces every picture, so changes during a read cause only one more read.
    while (isStale && !isOver) {
      isStale = false;
      const found = await Promise.all([readEpisodes(), readShelf()]).catch(() => null);
      if (found === null || isOver) break;
      const [episodes, shelf] = found;
      const byPage = new Map(episodes.map((each) => [pageOf(each.address), each]));
      for (const page of byPage.keys()) wishes.delete(page);
      listener((address) => {
        const episode = byPage.get(pageOf(address));
        return episode ? keptOf(episode, shelf) : wishFor(pageOf(address));
      });
    }
    isReading = false;
  };
  const lookSoon = (): void => void look();
  const stop = onChange((failed) => {
    for (const wish of wishes.values())
      if (failed && wish.id === failed.episodeId) wish.word = failed.failure;
    lookSoon();
  });
  watchers.add(lookSoon);
  lookSoon();
  return () => {
    isOver = true;
    stop();
    watchers.delete(lookSoon);
  };
}

export async function press(address: string, { id, deed }: Pick<Kept, 'id' | 'deed'>): Promise<void> {
  const page = pageOf(address);
  if (deed === 'stop' || deed === 'remove') {
    // The episode to stop is not known yet.
    if (id === null) return;
    wishes.delete(page);
    await removeEpisode(id);
  } else {
    wishes.set(page, { id, word: 'starting' });
    tell();
    const found = id ?? (await idAt(page));
    wishes.set(page, { id: found, word: found === null ? 'noConnection' : 'starting' });
    if (found !== null) await saveEpisode(found, address);
  }
  tell();
}

function tell(): void {
  for (const look of watchers) look();
}

/** Lists contain no ids, which would weigh more than the rest of a row. */
async function idAt(page: string): Promise<string | null> {
  const [, slug, number] = /^\/stories\/([\w-]+)\/(\d+)$/.exec(page) ?? [];
  try {
    const reply = await fetch(`/api/stories/${slug}?episodes_from=${number}`, {
      headers: { accept: 'application/json' },
    });
    const { story }: { story: { episodes: { id: string; number: number }[] } } = await reply.json();
    return story.episodes.find((each) => each.number === Number(number))?.id ?? null;
  } catch {
    return null;
  }
}
