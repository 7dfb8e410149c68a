/** Sends one after the other, each of them; one that is refused keeps none of the others back. */
export function createInTurn<Value>(send: (value: Value) => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  return {
    /** Settles as this one does. */
    push(value: Value): Promise<void> {
      const next = () => send(value);
      last = last.then(next, next);
      return last;
    },
  };
}

/**
 * Sends orders one after the other, and of those that wait only the latest: ten quick moves are two calls, and an older
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
    /** Settles when nothing is on its way any more; rejects with the refusal of what was being sent. */
    push(value: Value): Promise<void> {
      waiting = { value };
      running ??= drain();
      return running;
    },
  };
}
