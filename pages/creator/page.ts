const PAGES_MAX_COUNT = 10_000;

/** Which page of a list an address asks for; nonsense asks for the first. */
export function readPage(query: URLSearchParams, most = PAGES_MAX_COUNT): number {
  const wanted = Number(query.get('page') ?? 1);
  return Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), most) : 1;
}
