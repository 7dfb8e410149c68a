/** Parts of addresses as people mean them. */

/** The last part of a path without its escapes, slashes included; null when it is no text. */
export function lastPart(path: string): string | null {
  const part = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
