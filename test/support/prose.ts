/** Parses sanitized prose like a browser. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
const ALLOWED = new RegExp(
  `^(?:p|h[234]|em|strong|s|u|blockquote|hr|br|ul|ol|li|ruby|rt|rp|sub|sup|a|span|code|pre|img|figure|figcaption|aside|dl|dt|dd|
    table|caption|thead|tbody|tfoot|tr|th|td)$`.replace(/\s+/g, ''),
);
const MATH =
  /^(?:math|m(?:i|n|o|s|text|space|row|style|error|padded|phantom|sqrt|root|frac|sub|sup|subsup|under|over|underover|multiscripts|prescripts|table|tr|td))$/;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Allowed values per attribute. */
const VALUES: Readonly<Record<string, RegExp>> = {
  href: new RegExp(`^(?:https?://|mailto:|#t\\d+$|chapter:${UUID}(?:#t\\d+)?$)`),
  rel: /^nofollow ugc noopener$/,
  lang: /^[A-Za-z0-9-]+$/,
  dir: /^(?:ltr|rtl|auto)$/,
  id: /^t\d+$/,
  class: /^(?:(?:center|right|caps|verse|line|indent|number)(?: |$))+$/,
  role: /^doc-(?:footnote|noteref|backlink)$/,
  'data-picture': new RegExp(`^${UUID}$`),
  alt: /^/,
  start: /^-?\d{1,7}$/,
  reversed: /^$/,
  colspan: /^\d{1,4}$/,
  rowspan: /^\d{1,4}$/,
  scope: /^(?:row|col)(?:group)?$/,
};
const IN_MATH = /^[a-z0-9.%+-]{1,40}$/;

/** Forbidden content that a browser would find. */
export function dangersIn(html: string): string[] {
  const found: string[] = [];
  const look = (node: Node): void => {
    if (node.nodeName === '#text') return;
    if (!('tagName' in node)) return void found.push(node.nodeName);
    const isMath = node.namespaceURI.endsWith('MathML');
    const allowed = isMath ? MATH : ALLOWED;
    if (!allowed.test(node.tagName) || node.namespaceURI.endsWith('svg')) found.push(node.tagName);
    for (const { name, value } of node.attrs) {
      const isFine = isMath ? name === 'alttext' || IN_MATH.test(value) : VALUES[name]?.test(value);
      if (isFine !== true || /^on/.test(name)) found.push(`${name}=${value}`);
    }
    node.childNodes.forEach(look);
  };
  parseFragment(html).childNodes.forEach(look);
  return found;
}

export const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
