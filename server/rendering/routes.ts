/** Addresses of pages by Vike's filesystem routing: `/pages/stories/@slug` is `/stories/x`. */
import type { PublicFacts, PublicRoute } from '../cache/public-page.ts';

export type KnownPages = Readonly<Record<string, { config: { public?: PublicFacts | false } }>>;

/** Throws when a public page has no pattern for a part of its address. */
export function publicRoutes(pages: KnownPages): PublicRoute[] {
  return Object.entries(pages).flatMap(([id, { config }]) => {
    const facts = config.public;
    return facts ? [{ ...facts, parts: partsOf(id, facts), pattern: patternOf(id) }] : [];
  });
}

const segmentsOf = (id: string): string[] =>
  id.split('/').filter((part) => !['', 'pages', 'index'].includes(part));

/** Name of the page in metrics: `/stories/@slug`. */
export const patternOf = (id: string): string => `/${segmentsOf(id).join('/')}`;

function partsOf(id: string, { params = {} }: PublicFacts): (string | RegExp)[] {
  return segmentsOf(id).map((part) => {
    if (!part.startsWith('@')) return part;
    const form = params[part.slice(1)];
    if (form === undefined) throw new Error(`${id} is public, and its +config.ts has no form for ${part}`);
    return form;
  });
}

export type Route = { pageId: string; params: Record<string, string> };
export type FindRoute = (path: string) => Route | null;

/** Finds the page of a path without locale prefix. Among several, earlier fixed parts win. */
export function makeRouter(pageIds: readonly string[]): FindRoute {
  const routes = pageIds
    .map((pageId) => {
      const parts = segmentsOf(pageId);
      return { pageId, parts, order: parts.map((part) => (part.startsWith('@') ? '1' : '0')).join('') };
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const byLength = Map.groupBy(routes, ({ parts }) => parts.length);
  return (path) => {
    const parts = path.split('/').filter((part) => part !== '');
    const found = byLength
      .get(parts.length)
      ?.find((route) => route.parts.every((part, at) => part.startsWith('@') || part === parts[at]));
    if (found === undefined) return null;
    const params = found.parts.flatMap((part, at) =>
      part.startsWith('@') ? [[part.slice(1), parts[at] ?? '']] : [],
    );
    return { pageId: found.pageId, params: Object.fromEntries(params) };
  };
}
