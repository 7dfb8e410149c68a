/** Who is here: the open streams by topic, by network and by person, and nothing of those who have left. */
import type { ServerResponse } from 'node:http';
import type { Network } from '../limits/networks.ts';
import type { Topic } from './news.ts';

export type Client = {
  response: ServerResponse;
  networks: readonly Network[];
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
  /** Of a network by its name, of a person by their id. */
  countOf(holder: string): number;
  /** Of people who are not signed in. */
  readonly visitors: number;
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
  const holders = new Map<string, number>();
  let visitors = 0;
  const countOf = (holder: string): number => holders.get(holder) ?? 0;
  const holdersOf = ({ networks, userId }: Stream): string[] => [
    ...networks.map(({ name }) => name),
    ...(userId === null ? [] : [userId]),
  ];

  return {
    all,
    listeners,
    countOf,
    get visitors() {
      return visitors;
    },
    ofPerson: (userId) => (userId === null ? [] : [...all].filter((stream) => stream.userId === userId)),
    add(stream) {
      all.add(stream);
      if (stream.userId === null) visitors += 1;
      for (const holder of holdersOf(stream)) holders.set(holder, countOf(holder) + 1);
      for (const topic of stream.topics)
        listeners.set(topic, (listeners.get(topic) ?? new Set()).add(stream));
      return stream;
    },
    moveBack(stream) {
      if (all.delete(stream)) all.add(stream);
    },
    remove(stream) {
      if (!all.delete(stream)) return false;
      if (stream.userId === null) visitors -= 1;
      for (const holder of holdersOf(stream)) {
        const left = countOf(holder) - 1;
        if (left > 0) holders.set(holder, left);
        else holders.delete(holder);
      }
      for (const topic of stream.topics) {
        const others = listeners.get(topic);
        others?.delete(stream);
        if (others?.size === 0) listeners.delete(topic);
      }
      return true;
    },
  };
}
