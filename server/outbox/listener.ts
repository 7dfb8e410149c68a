/** A dedicated connection that listens on one channel and reconnects when it breaks. */
import pg from 'pg';
import type { Deps } from '../deps.ts';
import { createAlarm } from '../lib/alarm.ts';

const RETRY_MS = 1_000;

export type Listener = { close(): Promise<void> };

/** Calls `onNews` on every notification and after each connect, since notifications may have been missed. */
export function listen(
  deps: Pick<Deps, 'openSession' | 'log'>,
  { channel, name, onNews }: { channel: string; name: string; onNews: () => void },
): Listener {
  const retry = createAlarm();
  let closed = false;
  let hangUp = (): void => {};

  const connectOnce = async (): Promise<void> => {
    const own = deps.openSession(name);
    // Not `end()`: during a connect, that would leave its caller waiting forever.
    hangUp = () => void own.connection.stream.destroy();
    const ended = new Promise<void>((resolve) => own.once('end', resolve));
    own.on('error', (error) => {
      if (!closed) deps.log.warn({ err: error }, `${name}: connection lost`);
    });
    own.on('notification', onNews);
    try {
      await own.connect();
      await own.query(`listen ${pg.escapeIdentifier(channel)}`);
      onNews();
      if (!closed) await ended;
    } finally {
      await own.end();
    }
  };

  const run = async (): Promise<void> => {
    while (!closed) {
      await connectOnce().catch((error) => {
        if (!closed) deps.log.warn({ err: error }, `${name}: cannot listen`);
      });
      if (!closed) await retry.sleep(RETRY_MS);
    }
  };
  const running = run();

  return {
    async close() {
      closed = true;
      retry.ring();
      hangUp();
      await running;
    },
  };
}
