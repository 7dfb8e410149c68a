/** Who is here: the open streams by topic and by address, and nothing of those who have left. */
import type { ServerResponse } from 'node:http';
import type { Topic } from './news.ts';

export type Client = {
  response: ServerResponse;
  address: string;
  topics: readonly Topic[];
  /** Null for visitors. */
  userId: string | null;
};

export type Stream = Client & {
  news: Set<Topic>;
  endsAt: number;
  beatAt: number;
  toldAt: number;
  /** The last beat was not taken. */
  isStuck: boolean;
};

export type Streams = {
  /** In the order of their next beat. */
  readonly all: ReadonlySet<Stream>;
  readonly listeners: ReadonlyMap<Topic, ReadonlySet<Stream>>;
  countAt(address: string): number;
  /** None of nobody. */
  ofPerson(userId: string | null): Stream[];
  add(stream: Stream): Stream;
  /** To the end of the order. */
  moveBack(stream: Stream): void;
  /** False when it had left before. */
  remove(stream: Stream): boolean;
};

export function createStreams(): Streams {
  const all = new Set<Stream>();
  const listeners = new Map<Topic, Set<Stream>>();
  const addresses = new Map<string, number>();
  const countAt = (address: string): number => addresses.get(address) ?? 0;

  return {
    all,
    listeners,
    countAt,
    ofPerson: (userId) => (userId === null ? [] : [...all].filter((stream) => stream.userId === userId)),
    add(stream) {
      all.add(stream);
      addresses.set(stream.address, countAt(stream.address) + 1);
      for (const topic of stream.topics)
        listeners.set(topic, (listeners.get(topic) ?? new Set()).add(stream));
      return stream;
    },
    moveBack(stream) {
      if (all.delete(stream)) all.add(stream);
    },
    remove(stream) {
      if (!all.delete(stream)) return false;
      const left = countAt(stream.address) - 1;
      if (left > 0) addresses.set(stream.address, left);
      else addresses.delete(stream.address);
      for (const topic of stream.topics) {
        const others = listeners.get(topic);
        others?.delete(stream);
        if (others?.size === 0) listeners.delete(topic);
      }
      return true;
    },
  };
}
