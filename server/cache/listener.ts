/** LISTEN needs its own connection, without a transaction pooler. While offline, every cached entry may be stale. */

import pg from 'pg';
import type { Logger } from 'pino';
import { pauseAfter } from '../lib/retry.ts';
import { NEWS_CHANNEL } from '../live/news.ts';
import type { PurgeAcks, PurgeTag } from '../ports.ts';
import { CALL_SIGN, heardChannel, LISTENER_NAME, PURGE_CHANNEL, SUBJECT_KINDS, WHOLE_TAGS } from './purge.ts';

export type PurgeListenerOptions = {
  databaseUrl: string;
  log: Pick<Logger, 'info' | 'warn'>;
  others: PurgeAcks;
  onPurge(tags: PurgeTag[]): void;
  /** Connection lost: notices may be missed from now on. */
  onLost(): void;
  /** LISTEN is active: every later purge is received. */
  onReady(): void;
  /** The same connection receives the news for open pages (`live/news.ts`). */
  onNews?(payload: string): void;
  /** A silently cut connection is noticed after at most the sum of these two. */
  pingEveryMs?: number;
  pingTimeoutMs?: number;
};

export type PurgeListener = {
  /** Resolves when LISTEN is first active, or when the listener is stopped before. */
  ready: Promise<void>;
  stop(): Promise<void>;
};

const PAUSES = { firstMs: 100, maxMs: 5000 };

const TAG_PATTERN = new RegExp(
  `^(?:(?:${SUBJECT_KINDS.join('|')}):[A-Za-z0-9_-]{1,200}|${WHOLE_TAGS.join('|')})$`,
);

export type Notice = { mark: string | null; tags: PurgeTag[] };

/** A notice that cannot be parsed may mean anything, so it purges all. */
export function parseNotice(payload: string): Notice {
  const [first = '', ...rest] = payload.split(' ');
  const isCall = first.startsWith(CALL_SIGN);
  const tags = isCall ? rest : [first, ...rest];
  const isClear = tags.length > 0 && tags.every((tag): tag is PurgeTag => TAG_PATTERN.test(tag));
  return {
    mark: isCall ? first.slice(CALL_SIGN.length) : null,
    tags: isClear ? (tags as PurgeTag[]) : ['all'],
  };
}

/** Handles a purge, which it acknowledges to a writer that asked, or an acknowledgement of our own purge. */
function hear(
  client: pg.Client,
  { channel, payload = '', processId }: pg.Notification,
  { others, onPurge, onNews }: PurgeListenerOptions,
): void {
  if (channel === NEWS_CHANNEL) {
    onNews?.(payload);
    return;
  }
  if (channel !== PURGE_CHANNEL) {
    others.acknowledge(payload, processId);
    return;
  }
  const { mark, tags } = parseNotice(payload);
  onPurge(tags);
  const writer = Number(mark?.split('.', 1)[0]);
  if (mark === null || writer === others.ear || !Number.isSafeInteger(writer)) return;
  // The usual handlers notice a connection that breaks here.
  client.query('select pg_notify($1, $2)', [heardChannel(writer), mark]).catch(() => {});
}

export function startPurgeListener(options: PurgeListenerOptions): PurgeListener {
  const { pingEveryMs = 2000, pingTimeoutMs = 2000 } = options;
  let stopped = false;
  let failures = 0;
  /** True after the loss was logged. A failed first attempt is not logged. */
  let isMissed = false;
  let timer: NodeJS.Timeout | undefined;
  let hangUp: (error?: Error) => void = () => undefined;
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();

  function retry(): void {
    failures += 1;
    timer = setTimeout(connect, pauseAfter(failures, PAUSES));
  }

  function connect(): void {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: pingTimeoutMs + 3000,
      keepAlive: true,
    });
    let open = true;
    let listening = false;

    hangUp = (error) => {
      if (!open) return;
      open = false;
      clearTimeout(timer);
      options.others.ear = null;
      // Not `end()`: it would wait for a peer that may never answer.
      client.connection.stream.destroy();
      if (listening) {
        options.onLost();
        isMissed = !stopped;
        if (isMissed) options.log.warn({ err: error }, 'cannot listen for purges: caches are off');
      }
      if (!stopped) retry();
    };

    client.on('error', (error) => hangUp(error));
    client.on('end', () => hangUp());
    client.on('notification', (message) => {
      if (open) hear(client, message, options);
    });

    const ping = () => {
      const silence = setTimeout(() => hangUp(new Error('the database does not answer')), pingTimeoutMs);
      client.query('select 1').then(
        () => {
          clearTimeout(silence);
          if (open) timer = setTimeout(ping, pingEveryMs);
        },
        (error: Error) => {
          clearTimeout(silence);
          hangUp(error);
        },
      );
    };

    const listen = async () => {
      const silence = setTimeout(
        () => hangUp(new Error('the database does not answer')),
        pingTimeoutMs + 3000,
      );
      try {
        await client.connect();
        await client.query(`listen ${PURGE_CHANNEL}`);
        const { rows } = await client.query<{ ear: number }>('select pg_backend_pid() as ear');
        const ear = rows[0]?.ear ?? 0;
        await client.query(`listen ${heardChannel(ear)}; listen ${NEWS_CHANNEL}`);
        if (!open) return;
        listening = true;
        options.others.ear = ear;
        if (isMissed) options.log.info('listening for purges again: caches are on');
        isMissed = false;
        failures = 0;
        options.onReady();
        becomeReady();
        timer = setTimeout(ping, pingEveryMs);
      } catch (error) {
        hangUp(error as Error);
      } finally {
        clearTimeout(silence);
      }
    };
    void listen();
  }

  connect();
  return {
    ready,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      hangUp();
      becomeReady();
    },
  };
}
