/** Owns what may be kept for everybody: only a finished page that carries nothing meant for one reader. */
import { isDataBlock } from '../lib/data-block.ts';
import type { PublicPage } from './public-page.ts';

export type Refusal = 'status' | 'set_cookie' | 'inline_script';

/** Why the page must not be stored, or null. Every status but 200 is refused: made-up addresses have no end. */
export function refuseToStore(page: PublicPage): Refusal | null {
  if (Object.keys(page.headers).some((name) => name.toLowerCase() === 'set-cookie')) return 'set_cookie';
  if (page.status !== 200) return 'status';
  return hasInlineScript(page.body.toString('latin1')) ? 'inline_script' : null;
}

/**
 * Whether there is a `<script>` without `src`, or one with a nonce; data is none. Attribute values are put aside first, so that
 * nothing inside them passes for an attribute; what cannot be read as a whole tag counts as inline.
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
