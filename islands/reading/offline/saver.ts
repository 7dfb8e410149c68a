/**
 * What a press on "save" does to an episode, and what is said of it: one way for the reader's tool, for the rows of its list and for
 * those of a story's page. Episodes are told apart by the address of their page, which every link to them has.
 */
import { onChange, removeEpisode, saveEpisode } from './client.ts';
import { type Failure, type SavedEpisode, type SavedState, type Shelf, stateOf } from './rules.ts';
import { readEpisodes, readShelf } from './shelf.ts';

export type Deed = 'do' | 'stop' | 'remove' | 'again';

/** What is said of it. `noConnection`: it was not even begun. */
export type Word = 'starting' | 'saving' | 'ready' | 'locked' | 'expired' | 'noConnection' | Failure;

export type Kept = {
  /** Null for what the device does not know of. */
  id: string | null;
  episode: SavedEpisode | null;
  deed: Deed;
  word: Word | null;
};

const DEEDS: Partial<Record<SavedState, Deed>> = {
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
  return { id: episode.id, episode, deed: DEEDS[state] ?? 'do', word: wordOf(episode, state) };
}

/** Presses that the device shows nothing of yet, by address: a wish waits until those before it are saved. */
const wishes = new Map<string, { id: string | null; word: 'starting' | 'noConnection' | Failure }>();
const watchers = new Set<() => void>();

/** The same in every language. */
const pageOf = (address: string): string =>
  /\/stories\/[\w-]+\/\d+$/.exec(new URL(address, location.href).pathname)?.[0] ?? '';

function wishFor(page: string): Kept {
  const { id, word } = wishes.get(page) ?? { id: null, word: null };
  return { id, episode: null, deed: word === 'starting' ? 'stop' : 'do', word };
}

/** Tells how to look an episode up, now and after every change. Answers how to stop. */
export function watchKept(listener: (keptAt: (address: string) => Kept) => void): () => void {
  let isReading = false;
  let isStale = false;
  let isOver = false;
  const look = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    // A page that is saved tells of every picture: whatever comes meanwhile is read once.
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

/** `address`: of the page, in the language that it is kept in. */
export async function press(address: string, { id, deed }: Pick<Kept, 'id' | 'deed'>): Promise<void> {
  const page = pageOf(address);
  if (deed === 'stop' || deed === 'remove') {
    // It is not known yet which one to stop.
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

/** Lists hold no ids, which would weigh more than all the rest of a row. */
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
