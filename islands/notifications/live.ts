/**
 * One event stream for all islands of a tab, since browsers allow six connections per server. Open only while somebody
 * listens and the tab is visible. Listeners learn that something changed, also after each gap, and fetch it as usual.
 * When streams fail or are refused, `isHeard` is false and listeners poll instead.
 */
import { pauseAfter } from '../../server/lib/retry.ts';
import { addressOf } from '../api.ts';
import { browserClock, type Clock } from '../clock.ts';
import { browserSight, type Sight } from '../refreshing.ts';

export type Topic = `${'episode' | 'story'}_comments:${string}`;

type Told = { onHeard(topics: readonly string[]): void; onNews(topics: readonly string[]): void };
/** Opens a stream and returns a function that closes it. Calls `onEnd` once when the stream fails or ends by itself. */
export type OpenStream = (address: string, told: Told & { onEnd(): void }) => () => void;

/** The server's limit (`domains/notifications/live/contract.ts`). */
const TOPICS_MAX_COUNT = 6;
const PAUSES = { firstMs: 2_000, maxMs: 300_000 };

export type Live = {
  listenTo(topic: Topic, hear: () => void): () => void;
  isHeard(topic: Topic): boolean;
};

export function createLive(open: OpenStream, { clock, sight }: { clock: Clock; sight: Sight }): Live {
  const hearers = new Map<Topic, Set<() => void>>();
  let heard: ReadonlySet<string> = new Set();
  let hangUp = (): void => undefined;
  let cancel = (): void => undefined;
  let failures = 0;
  let watching: AbortController | null = null;

  const close = (): void => {
    cancel();
    hangUp();
    hangUp = cancel = () => undefined;
    heard = new Set();
  };
  const tell = (topics: readonly string[]): void => {
    for (const topic of topics) for (const hear of hearers.get(topic as Topic) ?? []) hear();
  };
  const connect = (): void => {
    close();
    if (hearers.size === 0 || sight.isHidden()) return;
    const topics = [...hearers.keys()].slice(0, TOPICS_MAX_COUNT).join();
    hangUp = open(addressOf('GET /events', { query: { topics } }), {
      onHeard(those) {
        failures = 0;
        heard = new Set(those);
        tell(those);
      },
      onNews: tell,
      onEnd() {
        close();
        failures += 1;
        cancel = clock.later(pauseAfter(failures, PAUSES), connect);
      },
    });
  };
  /** Combines all changes of one moment into one reconnect. */
  const change = (): void => {
    cancel();
    if (hearers.size === 0) {
      close();
      watching?.abort();
      watching = null;
      return;
    }
    if (watching === null) {
      watching = new AbortController();
      sight.onChange(connect, watching.signal);
    }
    cancel = clock.later(0, connect);
  };

  return {
    listenTo(topic, hear) {
      const those = hearers.get(topic) ?? new Set();
      const isNew = those.size === 0;
      hearers.set(topic, those.add(hear));
      if (isNew) change();
      return () => {
        if (!those.delete(hear) || those.size > 0) return;
        hearers.delete(topic);
        change();
      };
    },
    isHeard: (topic) => heard.has(topic),
  };
}

const openInBrowser: OpenStream = (address, { onHeard, onNews, onEnd }) => {
  const source = new EventSource(address);
  const read = (event: MessageEvent<string>): string[] => JSON.parse(event.data).topics;
  source.addEventListener('heard', (event) => onHeard(read(event)));
  source.addEventListener('news', (event) => onNews(read(event)));
  // Without this, all browsers would reconnect at the same moment.
  source.onerror = () => {
    source.close();
    onEnd();
  };
  return () => source.close();
};

/**
 * Streams per browser, for all its windows. Each stream takes one of the browser's six connections to the server. Other
 * windows poll until a place is free.
 */
const PLACES = ['live-1', 'live-2', 'live-3'];

/** False when no place is free. Without the Web Locks API, every window gets one. */
async function haveAPlace(stay: () => Promise<void>): Promise<boolean> {
  if (navigator.locks === undefined) {
    await stay();
    return true;
  }
  for (const place of PLACES) {
    const had = await navigator.locks.request(place, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await stay();
      return lock !== null;
    });
    if (had) return true;
  }
  return false;
}

const openInAPlace: OpenStream = (address, { onEnd, ...told }) => {
  let hasLeft = false;
  let hangUp = (): void => undefined;
  const stay = () =>
    new Promise<void>((leave) => {
      if (hasLeft) return leave();
      const close = openInBrowser(address, {
        ...told,
        onEnd() {
          leave();
          onEnd();
        },
      });
      hangUp = () => {
        close();
        leave();
      };
    });
  haveAPlace(stay)
    .catch(() => false)
    .then((had) => had || hasLeft || onEnd());
  return () => {
    hasLeft = true;
    hangUp();
  };
};

export const live = createLive(openInAPlace, { clock: browserClock, sight: browserSight });
