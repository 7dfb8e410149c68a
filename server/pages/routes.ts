/** The addresses of public pages, by Vike's filesystem routing: `/pages/stories/@slug` is `/stories/x`. */
import type { PublicFacts, PublicRoute } from '../cache/public-page.ts';

export type KnownPages = Readonly<Record<string, { config: { public?: PublicFacts | false } }>>;

/** Throws where a public page leaves open what a part of its address looks like. */
export function publicRoutes(pages: KnownPages): PublicRoute[] {
  return Object.entries(pages).flatMap(([id, { config }]) => {
    const facts = config.public;
    return facts ? [{ ...facts, parts: partsOf(id, facts) }] : [];
  });
}

function partsOf(id: string, { params = {} }: PublicFacts): (string | RegExp)[] {
  const parts = id.split('/').filter((part) => !['', 'pages', 'index'].includes(part));
  return parts.map((part) => {
    if (!part.startsWith('@')) return part;
    const form = params[part.slice(1)];
    if (form === undefined) throw new Error(`${id} is public, and its +config.ts has no form for ${part}`);
    return form;
  });
}
