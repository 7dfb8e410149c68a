/** A proxy before a service that can refuse, fall silent, send fake answers, or delay. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export type GateState =
  | 'open'
  /** Closes new connections at once and resets open ones. */
  | 'refusing'
  /** Accepts connections without answering. Open connections fall silent. */
  | 'silent'
  /** Answers each connection with these bytes and closes it. */
  | { answer: string }
  /** Delays the service's responses. */
  | { delayMs: number };

export type Gate = {
  host: string;
  port: number;
  set(state: GateState): void;
  close(): Promise<void>;
};

export async function openGate(to: { port: number; host?: string }, host = '127.0.0.1'): Promise<Gate> {
  let state: GateState = 'open';
  const pairs = new Map<Socket, Socket | null>();

  const server = createServer({ noDelay: true }, (near) => {
    pairs.set(near, null);
    near.on('error', () => {}).on('close', () => pairs.delete(near));
    if (state === 'refusing') return void near.resetAndDestroy();
    if (state === 'silent') return void near.pause();
    if (typeof state === 'object' && 'answer' in state) {
      const { answer } = state;
      near.once('data', () => near.end(answer)).resume();
      return;
    }
    const far = connect({ port: to.port, host: to.host ?? '127.0.0.1', noDelay: true });
    pairs.set(near, far);
    far.on('error', () => near.resetAndDestroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far);
    far.pipe(late()).pipe(near);
  });

  const late = (): Transform =>
    new Transform({
      transform(chunk, _encoding, done) {
        const delayMs = typeof state === 'object' && 'delayMs' in state ? state.delayMs : 0;
        if (delayMs === 0) done(null, chunk);
        else setTimeout(done, delayMs, null, chunk);
      },
    });

  server.listen(0, host);
  await once(server, 'listening');
  const closeAll = (): void => {
    for (const near of pairs.keys()) near.resetAndDestroy();
  };
  return {
    host,
    port: (server.address() as AddressInfo).port,
    set(next) {
      const wasSilent = state === 'silent';
      state = next;
      if (next === 'refusing' || (typeof next === 'object' && 'answer' in next)) closeAll();
      for (const [near, far] of pairs) {
        if (next === 'silent') for (const one of [near, far]) one?.pause();
        else if (wasSilent && far === null) near.resetAndDestroy();
        else for (const one of [near, far]) one?.resume();
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      closeAll();
      await closed;
    },
  };
}
