/** Cleaned prose as a browser would find it. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
const ALLOWED = /^(p|h[234]|em|strong|s|u|blockquote|hr|br|ul|ol|li|ruby|rt|rp|sub|sup|a)$/;

/** What a browser would find in it and must not. */
export function dangersIn(html: string): string[] {
  const found: string[] = [];
  const look = (node: Node): void => {
    if (node.nodeName === '#text') return;
    if (!('tagName' in node)) return void found.push(node.nodeName);
    if (!ALLOWED.test(node.tagName) || !node.namespaceURI.endsWith('xhtml')) found.push(node.tagName);
    for (const { name, value } of node.attrs) {
      const isFine =
        name === 'href' ? /^(https?:\/\/|mailto:)/.test(value) : name === 'rel' || /^(lang|dir)$/.test(name);
      if (!isFine) found.push(`${name}=${value}`);
    }
    node.childNodes.forEach(look);
  };
  parseFragment(html).childNodes.forEach(look);
  return found;
}

export const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
