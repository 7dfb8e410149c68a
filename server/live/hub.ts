/**
 * The open event streams of this process. Each is owned here from the moment at which its answer begins, until its client
 * leaves, takes nothing any more, or has been here for long; then nothing of it is left. A stream is written to without
 * waiting: what a client does not take is not kept for it.
 */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../lib/durations.ts';
import { tooMany, unavailable } from '../lib/errors.ts';
import { leaverIn, type News, type Topic } from './news.ts';
import { type Client, createStreams, type Stream, type Streams } from './streams.ts';

export type HubOptions = {
  /** In all, well below the connections that the server takes (`http/timeouts.ts`). */
  mostStreams: number;
  /** Of people who are not signed in; the rest is kept for those who are. */
  mostOfVisitors: number;
  /** Of one household or IPv4 address, behind which a whole school may sit. */
  mostPerAddress: number;
  /** Of one account, on all its devices. */
  mostPerPerson: number;
  /** Shorter than the patience of common proxies. */
  beatMs: number;
  /** Then the client comes anew, and is asked anew what it may hear. */
  lifeMs: number;
  /** A stream is told at most once in so long, of all that has come together. */
  quietMs: number;
  /** So many are told at a time, so that those who hear of one comment do not all ask in the same moment. */
  toldAtOnce: number;
  paceMs: number;
};

const DEFAULTS: HubOptions = {
  mostStreams: 2_500,
  mostOfVisitors: 2_000,
  mostPerAddress: 60,
  mostPerPerson: 20,
  beatMs: 25_000,
  lifeMs: 10 * MINUTE_MS,
  quietMs: 1_000,
  toldAtOnce: 100,
  paceMs: 50,
};

/** More than this waits only for a client that has stopped to read. */
const UNTAKEN_MAX_BYTES = 16 * 1024;
const RETRY = { retryAfterSeconds: 30 };

export type Hub = {
  /** By which the other processes tell it from themselves. */
  readonly name: string;
  readonly count: number;
  /** Throws 429 for a network or a person that has enough of them, 503 when there are too many. */
  requireRoom(caller: Pick<Client, 'networks' | 'userId'>): void;
  /** Begins the answer. Nothing may be awaited between asking whether the client is still there and this. */
  open(client: Client): void;
  hear(news: News): void;
  /** News may have been missed: everybody looks again. */
  hearAll(): void;
  /** Ends all streams and takes no more. */
  close(): void;
};

export function createHub(wished: Partial<HubOptions> = {}): Hub {
  const options = { ...DEFAULTS, ...wished };
  const streams = createStreams();
  /** Those that have news, in the order in which it came. */
  const due = new Set<Stream>();
  let beating: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;
  let isClosed = false;

  const leave = (stream: Stream): void => {
    if (!streams.remove(stream)) return;
    due.delete(stream);
    if (streams.all.size > 0) return;
    clearInterval(beating);
    clearTimeout(telling);
    beating = telling = undefined;
  };

  const end = (stream: Stream): void => {
    leave(stream);
    stream.response.end();
  };

  const drop = (stream: Stream): void => {
    leave(stream);
    stream.response.destroy();
  };

  const write = (stream: Stream, text: string): void => {
    const { response } = stream;
    const isOpen = !response.destroyed && !response.writableEnded;
    if (isOpen) response.write(text);
    if (!isOpen) leave(stream);
    else if (response.writableLength > UNTAKEN_MAX_BYTES) drop(stream);
  };

  const beat = (): void => {
    const now = performance.now();
    for (const stream of streams.all) {
      if (stream.beatAt > now) return;
      const wasStuck = stream.isStuck;
      stream.isStuck = stream.response.writableLength > 0;
      stream.beatAt = now + options.beatMs;
      streams.moveBack(stream);
      if (wasStuck && stream.isStuck) drop(stream);
      else if (stream.endsAt <= now) end(stream);
      else write(stream, ':\n\n');
    }
  };

  const tell = (): void => {
    telling = undefined;
    for (const stream of readyOf(due, options)) {
      due.delete(stream);
      const topics = [...stream.news];
      stream.news.clear();
      write(stream, eventOf('news', topics));
    }
    if (due.size > 0) telling ??= setTimeout(tell, options.paceMs).unref();
  };

  const hear = (news: News): void => {
    for (const stream of streams.ofPerson(leaverIn(news))) end(stream);
    for (const stream of streams.listeners.get(news as Topic) ?? []) {
      stream.news.add(news as Topic);
      due.add(stream);
    }
    if (due.size > 0) telling ??= setTimeout(tell, 0).unref();
  };

  const requireRoom: Hub['requireRoom'] = (caller) => {
    if (isClosed) throw unavailable('service_unavailable', RETRY);
    findRoom(streams, caller, options);
  };

  const open = (client: Client): void => {
    requireRoom(client);
    const stream = streams.add(streamOf(client, options));
    beating ??= setInterval(beat, Math.min(1_000, options.beatMs)).unref();
    stream.response.once('close', () => leave(stream));
    // What a broken connection has to say is said by its end.
    stream.response.on('error', () => leave(stream));
    write(stream, eventOf('heard', client.topics));
  };

  return {
    name: randomUUID(),
    get count() {
      return streams.all.size;
    },
    ...{ requireRoom, open, hear },
    hearAll() {
      for (const topic of streams.listeners.keys()) hear(topic);
    },
    close() {
      isClosed = true;
      for (const stream of streams.all) end(stream);
    },
  };
}

function findRoom(
  streams: Streams,
  { networks, userId }: Pick<Client, 'networks' | 'userId'>,
  { mostStreams, mostOfVisitors, mostPerAddress, mostPerPerson }: HubOptions,
): void {
  const isFullOfVisitors = userId === null && streams.visitors >= mostOfVisitors;
  if (isFullOfVisitors || streams.all.size >= mostStreams) throw unavailable('service_unavailable', RETRY);
  const isCrowded = networks.some(({ name, times }) => streams.countOf(name) >= times * mostPerAddress);
  const hasEnough = userId !== null && streams.countOf(userId) >= mostPerPerson;
  if (isCrowded || hasEnough) throw tooMany('rate_limited', RETRY);
}

function streamOf(client: Client, { lifeMs, beatMs }: HubOptions): Stream {
  const now = performance.now();
  return {
    ...{ ...client, news: new Set<Topic>(), isStuck: false, toldAt: Number.NEGATIVE_INFINITY },
    ...{ endsAt: now + lifeMs, beatAt: now + beatMs },
  };
}

/** Those whose turn it is, no more than are told at once. */
function readyOf(due: ReadonlySet<Stream>, { toldAtOnce, quietMs }: HubOptions): Stream[] {
  const now = performance.now();
  const ready: Stream[] = [];
  for (const stream of due) {
    if (ready.length === toldAtOnce) break;
    if (stream.toldAt + quietMs > now) continue;
    stream.toldAt = now;
    ready.push(stream);
  }
  return ready;
}

const eventOf = (name: 'heard' | 'news', topics: readonly Topic[]): string =>
  `event: ${name}\ndata: ${JSON.stringify({ topics })}\n\n`;
