/**
 * Streams in hand. One that fails while nobody listens ends the process, so each is taken in hand in the tick in which it is
 * made, and what crosses an `await` is a `Source`: not a stream, but how to open one.
 */
import type { Readable, Writable } from 'node:stream';

/** Opened by whoever consumes it, once, with `for await`, which closes it however the reading ends. */
export type Source = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** Hears every error of the stream from its birth on. The stream keeps it and tells whoever consumes it, now or later. */
export function owned<S extends Readable | Writable>(stream: S): S {
  stream.on('error', heard);
  return stream;
}

function heard(): void {
  // The stream remembers it (`stream.errored`); without a listener the process would end.
}
