/** The open event streams of this process. Writes never wait: data that a client does not read is dropped. */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../lib/durations.ts';
import { tooMany, unavailable } from '../lib/errors.ts';
import type { LiveStreams, News, StreamClient, Topic } from '../ports.ts';
import { leaverIn } from './news.ts';
import { createStreams, type Stream, type Streams } from './streams.ts';

export type HubOptions = {
  /** Total, well below the server's connection limit (`http/timeouts.ts`). */
  mostStreams: number;
  /** Streams of visitors. The rest is reserved for signed-in users. */
  mostOfVisitors: number;
  /** Per household or IPv4 address, which may serve a whole school. */
  mostPerAddress: number;
  mostPerPerson: number;
  /** Shorter than the timeout of common proxies. */
  beatMs: number;
  /** Maximum age of a stream. The client then reconnects, and its access is checked again. */
  lifeMs: number;
  /** Minimum interval between two messages to a stream. News in between is merged. */
  quietMs: number;
  /** Streams notified at a time, so that not all of them reload a comment at the same moment. */
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

/** Only a client that stopped reading has more than this buffered. */
const UNTAKEN_MAX_BYTES = 16 * 1024;
const RETRY = { retryAfterSeconds: 30 };

export function createHub(wished: Partial<HubOptions> = {}): LiveStreams {
  const options = { ...DEFAULTS, ...wished };
  const streams = createStreams();
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

  const requireRoom: LiveStreams['requireRoom'] = (caller) => {
    if (isClosed) throw unavailable('service_unavailable', RETRY);
    findRoom(streams, caller, options);
  };

  const open = (client: StreamClient): void => {
    requireRoom(client);
    const stream = streams.add(streamOf(client, options));
    beating ??= setInterval(beat, Math.min(1_000, options.beatMs)).unref();
    stream.response.once('close', () => leave(stream));
    // The end of a connection handles its errors.
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
  { networks, userId }: Pick<StreamClient, 'networks' | 'userId'>,
  { mostStreams, mostOfVisitors, mostPerAddress, mostPerPerson }: HubOptions,
): void {
  const isFullOfVisitors = userId === null && streams.visitors >= mostOfVisitors;
  if (isFullOfVisitors || streams.all.size >= mostStreams) throw unavailable('service_unavailable', RETRY);
  const isCrowded = networks.some(({ name, times }) => streams.countOf(name) >= times * mostPerAddress);
  const hasEnough = userId !== null && streams.countOf(userId) >= mostPerPerson;
  if (isCrowded || hasEnough) throw tooMany('rate_limited', RETRY);
}

function streamOf(client: StreamClient, { lifeMs, beatMs }: HubOptions): Stream {
  const now = performance.now();
  return {
    ...{ ...client, news: new Set<Topic>(), isStuck: false, toldAt: Number.NEGATIVE_INFINITY },
    ...{ endsAt: now + lifeMs, beatAt: now + beatMs },
  };
}

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
