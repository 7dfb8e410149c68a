/** The last part of a path, decoded, slashes included. Null when it cannot be decoded. */
export function lastPart(path: string): string | null {
  const part = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
