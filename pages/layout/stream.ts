import type { ReactNode } from 'react';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { asAbort } from './data.ts';
import type { PageInit } from './types.ts';

type Pipe = (writable: NodeJS.WritableStream) => void;

/** Errors before the shell become an error page. Later ones are logged and leave the fallback of their part. */
export function streamReact(tree: ReactNode, pageContext: PageInit & { urlOriginal: string }): Promise<Pipe> {
  const { nonce, signal, deps } = pageContext;
  const complete = nonce === null || pageContext.complete;
  return new Promise((resolve, reject) => {
    let failed: unknown;
    const fail = (error: unknown) => {
      // The reader has left, so nobody needs an error page.
      if (signal?.aborted) resolve(nothing);
      else reject(asAbort(error, pageContext));
    };
    const ready = () => {
      if (complete && failed !== undefined) fail(failed);
      else resolve(pipeOf(stream));
    };
    const stream = renderToPipeableStream(tree, {
      nonce: nonce ?? undefined,
      // Otherwise React moves large content into inline scripts, even when all is ready.
      progressiveChunkSize: complete ? Number.POSITIVE_INFINITY : undefined,
      onShellReady: () => complete || ready(),
      onAllReady() {
        // The signal may outlive the page, and its listeners keep everything they refer to.
        signal?.removeEventListener('abort', leave);
        if (complete) ready();
      },
      onShellError(error) {
        signal?.removeEventListener('abort', leave);
        fail(error);
      },
      onError(error) {
        failed = error;
        if (!complete && !signal?.aborted)
          deps.log.error({ err: error, url: pageContext.urlOriginal }, 'page part failed');
      },
    });
    const leave = () => stream.abort(signal?.reason);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}

const pipeOf =
  (stream: PipeableStream): Pipe =>
  (writable) =>
    void stream.pipe(writable);

const nothing: Pipe = (writable) => void writable.end();
