/** Beyond it all are made anew, so that made-up keys fill no memory. */
const KEPT_MAX_COUNT = 200;

/** Makes a thing once for each key: a formatter of `Intl` costs fifty times what formatting does. */
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
