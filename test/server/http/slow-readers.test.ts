import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createServerWithTimeouts } from '../../../server/http/timeouts.ts';

const TAKE_MS = 1500;
/** Exceeds the buffers of both ends. */
const BYTES = 24 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024);

/** Responses from memory, in pieces, and after long work. */
const answers: Record<string, (response: ServerResponse, opened: (source: Readable) => void) => void> = {
  '/whole': (response) => response.end(Buffer.alloc(BYTES)),
  '/streamed': (response, opened) => {
    const source = Readable.from(
      (function* () {
        for (let sent = 0; sent < BYTES; sent += CHUNK.length) yield CHUNK;
      })(),
    );
    opened(source);
    pipeline(source, response).catch(() => undefined);
  },
  '/late': (response) => void setTimeout(() => response.end('done'), 3 * TAKE_MS),
};

type Asked = { socket: Socket; response: ServerResponse };

t.test('slow takers', async (t) => {
  const sources: Readable[] = [];
  const server = createServerWithTimeouts(
    (request, response) => answers[request.url ?? '']?.(response, (source) => sources.push(source)),
    { takeMs: TAKE_MS },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;

  async function ask(path: string): Promise<Asked> {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    return { socket, response };
  }

  for (const path of ['/whole', '/streamed']) {
    await t.test(`who takes nothing of ${path} is cut off`, async (t) => {
      const { socket, response } = await ask(path);
      await once(response, 'close');
      t.notOk(response.writableFinished);
      t.ok(
        sources.every((source) => source.destroyed),
        'nothing is held open for it',
      );
      socket.destroy();
    });

    await t.test(`who takes a byte of ${path} now and then is cut off`, async (t) => {
      const { socket, response } = await ask(path);
      const closed = once(response, 'close');
      let isOpen = true;
      void closed.then(() => {
        isOpen = false;
      });
      while (isOpen) {
        socket.read(1);
        await wait(TAKE_MS / 20);
      }
      t.notOk(response.writableFinished);
      socket.destroy();
    });

    await t.test(`who takes ${path} slowly, with pauses, gets all of it`, async (t) => {
      const { socket } = await ask(path);
      let bytes = 0;
      for await (const chunk of socket) {
        const before = Math.floor(bytes / (4 * 1024 * 1024));
        bytes += (chunk as Buffer).length;
        if (Math.floor(bytes / (4 * 1024 * 1024)) > before) await wait(TAKE_MS / 2);
      }
      t.ok(bytes >= BYTES, `${bytes}`);
    });
  }

  await t.test('an answer that takes us longer is not cut off', async (t) => {
    const { socket } = await ask('/late');
    let text = '';
    for await (const chunk of socket) text += chunk;
    t.match(text, /done/);
  });
});
