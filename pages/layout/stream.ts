/** A tree of React as a stream: from its shell on, or when all of it is there. */
import type { ReactNode } from 'react';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { asAbort } from './data.ts';
import type { PageInit } from './types.ts';

type Pipe = (writable: NodeJS.WritableStream) => void;

/** An error before the shell is ready becomes an error page; later ones leave their part's fallback and are logged. */
export function streamReact(tree: ReactNode, pageContext: PageInit & { urlOriginal: string }): Promise<Pipe> {
  const { nonce, signal, deps } = pageContext;
  const complete = nonce === null || pageContext.complete;
  return new Promise((resolve, reject) => {
    let failed: unknown;
    const fail = (error: unknown) => {
      // A reader who left needs no error page, and nobody needs to be told.
      if (signal?.aborted) resolve(nothing);
      else reject(asAbort(error, pageContext));
    };
    const ready = () => {
      if (complete && failed !== undefined) fail(failed);
      else resolve(pipeOf(stream));
    };
    const stream = renderToPipeableStream(tree, {
      nonce: nonce ?? undefined,
      // Else React outlines large content by inline scripts, even when everything is ready at once.
      progressiveChunkSize: complete ? Number.POSITIVE_INFINITY : undefined,
      onShellReady: () => complete || ready(),
      onAllReady() {
        // A signal may outlive the page by far, and what listens to it is kept with all that it holds.
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
