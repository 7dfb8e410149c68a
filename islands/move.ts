/** The list with the item at `from` standing at `to`; the same list when there is nothing to move. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const place = Math.min(Math.max(to, 0), list.length - 1);
  const item = list[from];
  if (item === undefined || place === from) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(place, 0, item);
}
