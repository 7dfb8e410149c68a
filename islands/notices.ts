/** What is said of a deed on the page that it leads to. */
const KEY = 'toast';

/** The page at `path` with a notice in its address, which the browser tells in an alert (ERR-16). */
export function withNotice(path: string, message: string | undefined): URL {
  const target = new URL(path, location.origin);
  if (message !== undefined) target.searchParams.set('success_notice', message);
  return target;
}

/** The page of the console at `path`, which tells this in a toast, once: it is kept in this tab over the way. */
export function withToast(path: string, message: string | undefined): URL {
  const target = withNotice(path, undefined);
  if (message === undefined) return target;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: target.pathname, message }));
    return target;
  } catch {
    // Storage may be forbidden; addresses carry it too.
    return withNotice(path, message);
  }
}

/** What was kept for this page; whatever page comes next, it is told no more. */
export function takeToast(): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return kept?.path === location.pathname ? String(kept.message) : null;
  } catch {
    return null;
  }
}
