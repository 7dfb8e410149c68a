/** Renders the demo's pictures in a separate process: the server's image library must refuse SVG. */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DemoPicture } from './picture-files.ts';
import type { RasterReply, RasterRequest } from './raster-process.ts';

export type Rasterizer = { draw(picture: DemoPicture): Promise<Buffer>; close(): void };

const BACKGROUND_PRIORITY = 10;

export function startRasterizer(): Rasterizer {
  const path = fileURLToPath(new URL('./raster-process.ts', import.meta.url));
  const child: ChildProcess = fork(path, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, BACKGROUND_PRIORITY);
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let last = 0;
  child.on('message', (reply: RasterReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) asked?.reject(new Error(reply.error));
    else asked?.resolve(Buffer.from(reply.jpeg));
  });
  child.on('exit', () => {
    for (const asked of waiting.values()) asked.reject(new Error('the rendering process ended'));
    waiting.clear();
  });
  return {
    draw(what) {
      last += 1;
      const asked = Promise.withResolvers<Buffer>();
      waiting.set(last, asked);
      child.send({ id: last, what } satisfies RasterRequest, (error) => {
        if (error) asked.reject(error);
      });
      return asked.promise;
    },
    // SIGKILL is safe: the process stores nothing, and nobody needs a picture in progress.
    close: () => void child.kill('SIGKILL'),
  };
}
