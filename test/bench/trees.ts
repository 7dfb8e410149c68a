/** Keeps the React tree of a page that is rendered, to render the very same one again without all that is around it. */
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';

type ReactServer = typeof import('react-dom/server');

export type Trees = {
  /** The tree that `work` renders. */
  during(work: () => Promise<unknown>): Promise<ReactNode>;
  /** What a program would do that had nothing but React: the tree to HTML, to its end. */
  renderBare(tree: ReactNode): Promise<number>;
};

// An import of a CommonJS module takes over its functions as they are then, so this file must be the first that is loaded.
const server: ReactServer = createRequire(import.meta.url)('react-dom/server');
const { renderToPipeableStream, renderToString } = server;
let first: ReactNode = null;
server.renderToPipeableStream = (tree, options) => {
  first ??= tree;
  return renderToPipeableStream(tree, options);
};
// A public page is drawn by this one, and so are the islands in it, after it.
server.renderToString = (tree, options) => {
  first ??= tree;
  return renderToString(tree, options);
};

export const trees: Trees = {
  async during(work) {
    first = null;
    await work();
    if (first === null) throw new Error('nothing was rendered');
    return first;
  },
  renderBare: (tree) =>
    new Promise((resolve, reject) => {
      let bytes = 0;
      const sink = new Writable({
        write(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          done();
        },
      });
      sink.on('finish', () => resolve(bytes));
      const stream = renderToPipeableStream(tree, {
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => void stream.pipe(sink),
        onError: reject,
      });
    }),
};
