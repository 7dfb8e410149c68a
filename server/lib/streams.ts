/** A stream that fails without a listener ends the process: call `owned` at once, or pass on a `Source` instead. */
import type { Readable, Writable } from 'node:stream';

/** Opened once, by its consumer. `for await` closes the stream, however the reading ends. */
export type Source = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** Handles every error of the stream. The stream stores it and reports it to the consumer, now or later. */
export function owned<S extends Readable | Writable>(stream: S): S {
  stream.on('error', heard);
  return stream;
}

function heard(): void {
  // The stream stores the error (`stream.errored`). Without a listener the process would end.
}
