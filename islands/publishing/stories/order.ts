type Placed = { id: string; status: string };

/** Whether something that readers see gets another number, and so another address. */
export function movesPublished(before: readonly Placed[], after: readonly Placed[]): boolean {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  return after.some(({ id, status }, place) => status === 'published' && places.get(id) !== place);
}
