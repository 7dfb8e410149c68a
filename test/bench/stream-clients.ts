/** Runs as a process: opens many event streams, each from its own address, reports this, and reads events. */
import { connect, type Socket } from 'node:net';

const [port, path, wanted] = [Number(process.argv[2]), process.argv[3] ?? '', Number(process.argv[4])];
const AT_ONCE = 50;

function open(number: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: tsuzuki.test\r\nx-forwarded-for: ${address}\r\n\r\n`);
  });
}

let heard = 0;
for (let at = 0; at < wanted; at += AT_ONCE) {
  const sockets = await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, wanted - at) }, (_, n) => open(at + n)),
  );
  for (const socket of sockets)
    socket.on('data', (part) => {
      if (!part.includes('event: news')) return;
      heard += 1;
      if (heard === wanted) process.send?.('heard');
    });
}
process.send?.('open');
process.once('disconnect', () => process.exit());
