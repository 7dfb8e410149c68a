/**
 * Public pages rendered without Vike, whose routing, hooks and context copies cost as much as the rendering. Vike
 * renders each page the first time. Redirects and errors also go to Vike, so that they work in one way only.
 */
import type { DrawnPage, KnownPage, PageData, PageInit } from '../../pages/layout/types.ts';
import type { FindRoute } from './routes.ts';

export type DirectPages = {
  /** Null: page not known yet, or the address needs Vike. `failed` is the error of the page or its data. */
  draw(init: PageInit & { urlOriginal: string }): Promise<Drawn | null>;
  remember(page: object, html: string): void;
};

export type Drawn = { html: string; data: PageData; failed?: never } | { failed: unknown; html?: never };

/** Vike decodes, normalizes or refuses all others. */
const PLAIN = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?(?:\?|$)/;

export function directPages(route: FindRoute, globalContext: DrawnPage['globalContext']): DirectPages {
  // Vike's own object checks each access, and one page reads it again and again.
  const { assetsManifest } = globalContext;
  const known = new Map<string, { page: KnownPage; links: string }>();
  return {
    async draw(init) {
      if (!PLAIN.test(init.logicalUrl)) return null;
      const found = route(init.logicalUrl.split('?', 1)[0] ?? '');
      const { page, links } = (found && known.get(found.pageId)) ?? {};
      if (found === null || page?.config.data === undefined) return null;
      const { Page, config } = page;
      const drawn: DrawnPage = {
        ...init,
        Page,
        config,
        globalContext: { assetsManifest },
        routeParams: found.params,
      };
      try {
        const data = await page.config.data(drawn);
        const { attributes, head, body } = await config.drawWhole({ ...drawn, data });
        const start = `<!doctype html><html ${attributes}><head>${links}`;
        return { html: `${start}${head}</head><body>${body}</body></html>`, data };
      } catch (failed) {
        return { failed };
      }
    },

    remember(page, html) {
      const { pageId } = page as { pageId: string };
      const links = /<head>((?:<link rel="stylesheet"[^>]*>)*)<meta charset/.exec(html)?.[1];
      if (links !== undefined) known.set(pageId, { page: page as KnownPage, links });
    },
  };
}
