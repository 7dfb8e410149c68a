/** A proxy between browser and server with limited bandwidth. It can drop connections and counts bytes. */
import net, { type AddressInfo, type Socket } from 'node:net';

const TICK_MS = 20;
/** Lets a late timer catch up, so that the bandwidth stays as configured. */
const CATCH_UP_MS = 200;

export type SlowLine = {
  port: number;
  /** Bytes sent to the server, delivered or not. */
  carried(): number;
  lose(durationMs: number): Promise<void>;
  close(): Promise<void>;
};

/** All connections share the bandwidth in both directions. `latencyMs` delays the first byte of each connection. */
export async function openSlowLine(
  serverPort: number,
  { bytesPerSecond, latencyMs }: { bytesPerSecond: number; latencyMs: number },
): Promise<SlowLine> {
  const open = new Set<Socket>();
  let isLost = false;
  let carried = 0;
  const up = makeGate(bytesPerSecond);
  const down = makeGate(bytesPerSecond);
  const server = net.createServer({ noDelay: true }, async (near) => {
    const ends = [near];
    const end = () => {
      for (const socket of ends) {
        open.delete(socket);
        socket.destroy();
      }
    };
    open.add(near);
    near.on('error', end).on('close', end);
    if (isLost) return end();
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
    if (near.destroyed) return;
    const far = net.connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    ends.push(far);
    open.add(far);
    far.on('error', end).on('close', end);
    void up(near, far, (bytes) => {
      carried += bytes;
    });
    void down(far, near, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    carried: () => carried,
    async lose(durationMs) {
      isLost = true;
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, durationMs));
      isLost = false;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Gate = (from: Socket, to: Socket, count: (bytes: number) => void) => Promise<void>;

/** Limits the total rate, whichever connection the bytes belong to. */
function makeGate(bytesPerSecond: number): Gate {
  let freeAt = 0;
  const piece = Math.ceil((bytesPerSecond * TICK_MS) / 1000);
  return async (from, to, count) => {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += piece) {
          const part = chunk.subarray(at, at + piece);
          const now = performance.now();
          freeAt = Math.max(freeAt, now - CATCH_UP_MS) + (part.length / bytesPerSecond) * 1000;
          await new Promise((resolve) => setTimeout(resolve, freeAt - now));
          if (to.destroyed) return;
          to.write(part);
          count(part.length);
        }
      }
      to.end();
    } catch {
      // The connection was lost or one end closed it. The sockets' `close` handlers end the other.
    }
  };
}
