/** Captures the React tree of a rendered page, to render the same tree again without the rest of the request. */
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';

type ReactServer = typeof import('react-dom/server');

export type Trees = {
  during(work: () => Promise<unknown>): Promise<ReactNode>;
  /** Renders the whole tree to HTML, as a program with nothing but React would. */
  renderBare(tree: ReactNode): Promise<number>;
};

// Importing a CommonJS module copies its functions, so this file must be loaded first.
const server: ReactServer = createRequire(import.meta.url)('react-dom/server');
const { renderToPipeableStream, renderToString } = server;
let first: ReactNode = null;
server.renderToPipeableStream = (tree, options) => {
  first ??= tree;
  return renderToPipeableStream(tree, options);
};
// Public pages use this function. Their islands use it later, so the first tree is the page's.
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
