/** Runs as a process: readers pay for episodes at once. Counts the responses by status. */
import { connect } from 'node:net';

type Wish = { reader: number; episode: string };
export type Crowd = {
  port: number;
  first: number;
  last: number;
  /** Each reader asks `tries` times in a row for each episode. */
  episodes: string[];
  tries: number;
  atOnce: number;
};

const crowd = JSON.parse(process.argv[2] ?? '') as Crowd;
const body = '{"price":30}';
const wishes: Wish[] = [];
for (let reader = crowd.first; reader <= crowd.last; reader += 1)
  for (let turn = 0; turn < crowd.tries; turn += 1)
    for (const episode of crowd.episodes) wishes.push({ reader, episode });
const statuses: Record<string, number> = {};
let next = 0;

function work(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: crowd.port, host: '127.0.0.1', noDelay: true });
    let answer = '';
    const send = (): void => {
      const wish = wishes[next];
      next += 1;
      if (wish === undefined) {
        socket.end();
        resolve();
        return;
      }
      const { reader, episode } = wish;
      const head = [
        `POST /api/episodes/${episode}/unlock HTTP/1.1`,
        'host: tsuzuki.test',
        `authorization: Bearer token-of-the-reader-r-${reader}`,
        `x-forwarded-for: 10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    };
    socket.on('error', reject);
    socket.on('connect', send);
    socket.on('data', (part) => {
      answer += part.toString('latin1');
      const end = answer.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(answer)?.[1];
      if (end < 0 || length === undefined || answer.length < end + 4 + Number(length)) return;
      const status = answer.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      answer = '';
      send();
    });
  });
}

const begun = performance.now();
try {
  await Promise.all(Array.from({ length: crowd.atOnce }, work));
  process.send?.({ ms: performance.now() - begun, statuses });
} catch (error) {
  process.send?.({ error: (error as Error).message });
}
process.disconnect();
