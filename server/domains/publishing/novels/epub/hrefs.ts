/** Resolves addresses in a book like browsers do, so that `..` never leads out of it. */

/** An origin that nothing else has, so every URL with it is a path in the book. */
const ORIGIN = 'https://book.invalid';

export type Target =
  | { kind: 'file'; path: string; fragment: string | null }
  | { kind: 'web'; href: string }
  | { kind: 'data'; href: string };

/** Null for an invalid address, or a scheme that no book needs (`javascript:`, `file:`). */
export function targetOf(base: string, href: string): Target | null {
  const trimmed = href.trim();
  const from = `${ORIGIN}/${base.split('/').map(encodeURIComponent).join('/')}`;
  if (!URL.canParse(trimmed, from)) return null;
  const url = new URL(trimmed, from);
  if (url.origin === ORIGIN) {
    const path = decoded(url.pathname.slice(1));
    const fragment = url.hash.length > 1 ? decoded(url.hash.slice(1)) : null;
    return { kind: 'file', path: path.normalize('NFC'), fragment };
  }
  if (['http:', 'https:', 'mailto:', 'ftp:'].includes(url.protocol)) return { kind: 'web', href: url.href };
  return url.protocol === 'data:' ? { kind: 'data', href: trimmed } : null;
}

export function pathOf(base: string, href: string): string | null {
  const target = targetOf(base, href);
  return target?.kind === 'file' ? target.path : null;
}

/** Keeps a percent sign that escapes nothing. */
export const decoded = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
        try {
          return decodeURIComponent(escapes);
        } catch {
          return escapes;
        }
      })
    : text;
