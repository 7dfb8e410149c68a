/**
 * Generates load: keep-alive connections with one open request each. All responses of a target have the same length.
 * After the first one, the generator counts only bytes, which keeps it cheap.
 */
import net from 'node:net';
import type { LoadOrder, LoadResult } from './load.ts';

/** Ends a response after this time without a byte: it was shorter than the first. */
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

/** Length of the whole response. Accepts 200 or 202 with a content length, or 204 without a body. */
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
