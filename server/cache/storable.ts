/** Decides what may be cached for everybody: only complete pages without content for one reader. */
import { isDataBlock } from '../lib/data-block.ts';
import type { PublicPage } from './public-page.ts';

export type Refusal = 'status' | 'set_cookie' | 'inline_script';

/** Reason not to store the page, or null. Only status 200 is stored: made-up addresses have no end. */
export function refuseToStore(page: PublicPage): Refusal | null {
  if (Object.keys(page.headers).some((name) => name.toLowerCase() === 'set-cookie')) return 'set_cookie';
  if (page.status !== 200) return 'status';
  return hasInlineScript(page.body.toString('latin1')) ? 'inline_script' : null;
}

/**
 * True for a `<script>` without `src` or with a nonce, except data blocks. Attribute values are removed first, so that
 * nothing inside them looks like an attribute. An unreadable tag counts as inline.
 */
export function hasInlineScript(html: string): boolean {
  for (const { index } of html.matchAll(/<script(?=[\s/>])/gi)) {
    if (isDataBlock(html, index)) continue;
    const attributes = /^((?:"[^"]*"|'[^']*'|[^'">])*)>/.exec(
      html.slice(index + '<script'.length, index + 5000),
    )?.[1];
    if (attributes === undefined) return true;
    const names = attributes.replaceAll(/"[^"]*"|'[^']*'/g, '""');
    if (!/[\s/]src\s*=/i.test(names) || /[\s/]nonce\b/i.test(names)) return true;
  }
  return false;
}
