/** The address of a page that leads on to `back` afterwards (ACC-53); the server takes only paths of this site. */
export function withBack(path: string, back: string | null | undefined): string {
  if (!back) return path;
  return `${path}${path.includes('?') ? '&' : '?'}back=${encodeURIComponent(back)}`;
}
