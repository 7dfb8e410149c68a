/** Beyond it all are made anew, so that made-up keys fill no memory. */
const MOST = 200;

/** Makes a thing once for each key: a formatter of `Intl` costs fifty times what formatting does. */
export function kept<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      if (known.size >= MOST) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
