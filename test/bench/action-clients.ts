/** Runs as a process: many readers, each from their own address, like one episode and rate one story. */
import { connect } from 'node:net';

const [port, route, bodyText, first, last, atOnce] = [
  Number(process.argv[2]),
  process.argv[3] ?? '',
  process.argv[4] ?? '',
  ...process.argv.slice(5, 8).map(Number),
] as [number, string, string, number, number, number];

let next = first;

function work(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answer = '';
    const send = (): void => {
      if (next > last) {
        socket.end();
        resolve();
        return;
      }
      const reader = next;
      next += 1;
      const head = [
        `PUT ${route} HTTP/1.1`,
        'host: tsuzuki.test',
        `authorization: Bearer token-of-the-reader-r-${reader}`,
        `x-forwarded-for: 10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`,
        ...(bodyText === '' ? [] : ['content-type: application/json']),
        `content-length: ${bodyText.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${bodyText}`);
    };
    socket.on('error', reject);
    socket.on('connect', send);
    socket.on('data', (part) => {
      answer += part.toString('latin1');
      const end = answer.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(answer)?.[1];
      if (end < 0 || length === undefined || answer.length < end + 4 + Number(length)) return;
      if (!answer.startsWith('HTTP/1.1 200')) reject(new Error(answer));
      answer = '';
      send();
    });
  });
}

const begun = performance.now();
try {
  await Promise.all(Array.from({ length: atOnce }, work));
  process.send?.({ ms: performance.now() - begun });
} catch (error) {
  process.send?.({ error: (error as Error).message });
}
process.disconnect();
