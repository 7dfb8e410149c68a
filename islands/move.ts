/** Returns the list with the item at `from` moved to `to`, or the same list when nothing moves. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const place = Math.min(Math.max(to, 0), list.length - 1);
  const item = list[from];
  if (item === undefined || place === from) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(place, 0, item);
}
