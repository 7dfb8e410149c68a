/** Puts an episode's files into its cache, within the reader's limit. Recounts what is there each time. */
import { savedCache } from './addresses.ts';
import { bytesOf, type Failure, type SavedEpisode } from './rules.ts';
import { readEpisodes, readShelf } from './shelf.ts';

/** Browsers end a worker after some minutes at one event. An open page then asks it to resume. */
const AT_ONCE_MS = 3 * 60 * 1000;

export class Stopped extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

export type Keeper = {
  readonly bytes: number;
  /** Saving must resume at another event. */
  readonly isTimeUp: boolean;
  has(key: string): Promise<boolean>;
  /** Throws when the reader's limit is reached. */
  put(key: string, body: Blob, headers: HeadersInit): Promise<void>;
};

export async function openKeeper({ id }: SavedEpisode): Promise<Keeper> {
  const cache = await caches.open(savedCache(id));
  const { limitBytes } = await readShelf();
  const others = bytesOf((await readEpisodes()).filter((each) => each.id !== id));
  const endsAt = Date.now() + AT_ONCE_MS;
  const counted = new Map<string, number>();
  const sum = (): number => [...counted.values()].reduce((all, each) => all + each, 0);
  return {
    get bytes() {
      return sum();
    },
    get isTimeUp() {
      return Date.now() > endsAt;
    },
    async has(key) {
      const reply = await cache.match(key);
      if (reply) counted.set(key, (await reply.blob()).size);
      return reply !== undefined;
    },
    async put(key, body, headers) {
      counted.delete(key);
      if (others + sum() + body.size > limitBytes) throw new Stopped('limit');
      await cache.put(key, new Response(body, { headers }));
      counted.set(key, body.size);
    },
  };
}
