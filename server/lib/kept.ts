/** The cache is emptied beyond this size, so that made-up keys cannot fill the memory. */
const KEPT_MAX_COUNT = 200;

/** Memoizes by key: creating an `Intl` formatter costs fifty times as much as formatting. */
export function kept<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      if (known.size >= KEPT_MAX_COUNT) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
