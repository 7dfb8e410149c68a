/** Tells from a path alone which page it is, by Vike's filesystem routing (`/pages/stories/@slug` is `/stories/x`). */

/** Answers whether a path without locale prefix belongs to one of these pages. */
export function makeRouteMatcher(pageIds: readonly string[]): (path: string) => boolean {
  const routes = pageIds.map((id) => id.split('/').filter((part) => !['', 'pages', 'index'].includes(part)));
  return (path) => {
    const parts = path.split('/').filter((part) => part !== '');
    return routes.some(
      (route) =>
        route.length === parts.length &&
        route.every((part, at) => part.startsWith('@') || part === parts[at]),
    );
  };
}
