import type { StreamClient, Topic } from '../ports.ts';

export type Stream = StreamClient & {
  news: Set<Topic>;
  endsAt: number;
  beatAt: number;
  toldAt: number;
  /** True when the client did not read the last heartbeat. */
  isStuck: boolean;
};

export type Streams = {
  /** Ordered by next heartbeat. */
  readonly all: ReadonlySet<Stream>;
  readonly listeners: ReadonlyMap<Topic, ReadonlySet<Stream>>;
  /** Number of streams of a network (by name) or a person (by id). */
  countOf(holder: string): number;
  readonly visitors: number;
  ofPerson(userId: string | null): Stream[];
  add(stream: Stream): Stream;
  moveBack(stream: Stream): void;
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
