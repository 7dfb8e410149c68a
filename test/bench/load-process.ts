/**
 * The load itself: keep-alive connections, each with one request under way at a time. All answers of a target have the
 * same length, so after the first one only bytes are counted and the generator costs little.
 */
import net from 'node:net';
import type { LoadOrder, LoadResult } from './load.ts';

/** Without a byte for so long, an answer is over: it was shorter than the first. */
const STALLED_MS = 30_000;

process.on('message', (order: LoadOrder) => {
  generate(order).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

async function generate({
  port,
  path,
  method = 'GET',
  headers = {},
  body = '',
  connections,
  durationMs,
}: LoadOrder): Promise<LoadResult> {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`);
  const message = Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
  const size = await answerBytes(port, message);
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => hammer(port, message, size, endsAt)),
  );
  const requests = counts.reduce((sum, count) => sum + count, 0);
  return { requests, durationMs: performance.now() - startedAt, bytes: requests * size };
}

function hammer(port: number, message: Buffer, size: number, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let requests = 0;
    let missing = size;
    const received = (bytes: number): boolean => {
      missing -= bytes;
      if (missing > 0) return true;
      if (missing < 0) reject(new Error(`${-missing} bytes too many: answers differ in length`));
      requests += 1;
      missing = size;
      if (performance.now() < endsAt) return socket.write(message) || true;
      socket.destroy();
      resolve(requests);
      return false;
    };
    // One buffer for all answers: nobody looks at what is in it.
    const onread = { buffer: Buffer.allocUnsafe(256 * 1024), callback: received };
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true, onread }, () =>
      socket.write(message),
    );
    socket.on('error', reject);
    socket.setTimeout(STALLED_MS, () =>
      reject(new Error(`${missing} bytes never came: answers differ in length`)),
    );
  });
}

/** Bytes of a whole answer, which must be a 200 or 202 with its length, or a 204, which has no body. */
function answerBytes(port: number, message: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(message));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.subarray(0, end).toString('latin1');
      const isEmpty = head.startsWith('HTTP/1.1 204 ');
      const length = isEmpty ? '0' : /^content-length: (\d+)$/im.exec(head)?.[1];
      if (!/^HTTP\/1\.1 20[024] /.test(head) || length === undefined)
        return reject(new Error(`unexpected: ${head}`));
      const size = end + 4 + Number(length);
      if (received.length < size) return;
      socket.destroy();
      resolve(size);
    });
  });
}
