const KEY = 'toast';

/** Adds a notice to the address of `path`. The page shows it as an alert (ERR-16). */
export function withNotice(path: string, message: string | undefined): URL {
  const target = new URL(path, location.origin);
  if (message !== undefined) target.searchParams.set('success_notice', message);
  return target;
}

/** The console page at `path`, which shows the message once as a toast. sessionStorage carries it. */
export function withToast(path: string, message: string | undefined): URL {
  const target = withNotice(path, undefined);
  if (message === undefined) return target;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: target.pathname, message }));
    return target;
  } catch {
    // Storage may be blocked. Then the address carries the message.
    return withNotice(path, message);
  }
}

/** Returns the notice kept for this page, once. */
export function takeToast(): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return kept?.path === location.pathname ? String(kept.message) : null;
  } catch {
    return null;
  }
}
