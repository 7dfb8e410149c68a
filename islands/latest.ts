/** Sends every value, one after the other. A failed send does not block the next ones. */
export function createInTurn<Value>(send: (value: Value) => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  return {
    push(value: Value): Promise<void> {
      const next = () => send(value);
      last = last.then(next, next);
      return last;
    },
  };
}

/**
 * Sends one value at a time. Only the latest of the waiting values is sent, so ten quick moves take two calls. An older
 * order never arrives after a newer one.
 */
export function createLatest<Value>(send: (value: Value) => Promise<void>) {
  let waiting: { value: Value } | null = null;
  let running: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    try {
      while (waiting !== null) {
        const { value } = waiting;
        waiting = null;
        await send(value);
      }
    } finally {
      running = null;
    }
  };

  return {
    /** Settles when all sending ends. Rejects with the error of a failed send. */
    push(value: Value): Promise<void> {
      waiting = { value };
      running ??= drain();
      return running;
    },
  };
}
