type Placed = { id: string; status: string };

/** True when a published episode gets another number and thus another address. */
export function movesPublished(before: readonly Placed[], after: readonly Placed[]): boolean {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  return after.some(({ id, status }, place) => status === 'published' && places.get(id) !== place);
}
