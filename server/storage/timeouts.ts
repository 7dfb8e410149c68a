/** Timeouts for a silent storage service, which would otherwise block requests for five minutes. */
import type { StorageTimeouts } from './storage.ts';
import { storageAway } from './storage.ts';

export const STORAGE_TIMEOUTS: StorageTimeouts = {
  answerMs: 10_000,
  answerToBodyMs: 60_000,
  silenceMs: 15_000,
};

/** A `fetch` that fails with `ETIMEDOUT`. A body that breaks off throws a storage-away error. */
export function fetchWithTimeout(patience: StorageTimeouts): typeof fetch {
  return async (input, init) => {
    const abort = new AbortController();
    const giveUp = () => abort.abort(silent());
    const hasBody = init?.body !== undefined && init.body !== null;
    let timer = setTimeout(giveUp, hasBody ? patience.answerToBodyMs : patience.answerMs);
    try {
      const response = await fetch(input, { ...init, signal: abort.signal });
      clearTimeout(timer);
      if (response.body === null) return response;
      // Runs only while someone waits for a chunk: a slow reader does not make the service slow.
      const reader = response.body.getReader();
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            timer = setTimeout(giveUp, patience.silenceMs);
            try {
              const { done, value } = await reader.read();
              if (done) controller.close();
              else controller.enqueue(value);
            } catch (error) {
              throw storageAway(error);
            } finally {
              clearTimeout(timer);
            }
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      );
      return new Response(body, response);
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}

const silent = (): Error =>
  Object.assign(new Error('The storage service does not answer'), { code: 'ETIMEDOUT' });
