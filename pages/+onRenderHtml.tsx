/** Renders a page to HTML: completely for public pages and crawlers, streamed for all others. */
import './tokens.css';
import './base.css';
import './fonts/faces.css';
import { dangerouslySkipEscape, escapeInject, stampPipe } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { htmlAttributes } from './layout/document.ts';
import { endOf, headOf, treeOf } from './layout/drawing.tsx';
import { streamReact } from './layout/stream.ts';
import type { PageData } from './layout/types.ts';

export async function onRenderHtml(pageContext: PageContextServer) {
  const isFailure = Boolean(pageContext.abortStatusCode) || pageContext.is404 !== null;
  const content = await streamReact(await treeOf(pageContext), pageContext);
  stampPipe(content, 'node-stream');
  const documentHtml = escapeInject`<!doctype html><html ${dangerouslySkipEscape(
    htmlAttributes(pageContext.locale, (pageContext.data as PageData | undefined)?.root),
  )}><head>${dangerouslySkipEscape(headOf(pageContext, { isFailure }))}</head><body>${content}${dangerouslySkipEscape(
    endOf(pageContext),
  )}</body></html>`;
  return {
    documentHtml,
    // The heading font loads after the largest picture (islands/runtime/theme.ts).
    injectFilter(found: { assetType: string | null; inject: unknown }[]) {
      for (const asset of found) if (asset.assetType === 'font') asset.inject = false;
    },
  };
}
