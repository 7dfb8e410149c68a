/** Parses HTML into trees, like a browser without scripts. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;

export const elements = (node: Node): Element[] =>
  node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elements(child)] : []));

export const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

/** Includes the content of `noscript`. */
export const elementsOf = (html: string): Element[] => elements(parse(html, { scriptingEnabled: false }));
