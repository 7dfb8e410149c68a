/**
 * Public pages drawn past Vike, whose routing, hooks and copies of the page's context cost as much as the drawing itself.
 * Vike finds and draws a page the first time; from then on what it found is used directly. Where that ends in a redirect
 * or an error, Vike goes on with it, so that there is one way to each of them.
 */
import type { DrawnPage, KnownPage, PageData, PageInit } from '../../pages/layout/types.ts';
import type { FindRoute } from './routes.ts';

export type DirectPages = {
  /** Null: not known yet, or an address that Vike has to look at. `failed` is what the page or its data has thrown. */
  draw(init: PageInit & { urlOriginal: string }): Promise<Drawn | null>;
  /** `html` is what Vike made of the page. */
  remember(page: object, html: string): void;
};

export type Drawn = { html: string; data: PageData; failed?: never } | { failed: unknown; html?: never };

/** Others are decoded, tidied or refused by Vike. */
const PLAIN = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?(?:\?|$)/;

export function directPages(route: FindRoute, globalContext: DrawnPage['globalContext']): DirectPages {
  // Vike's own object looks at each access to it, and one page asks it again and again.
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
