/** Answers as trees, as a browser without scripts reads them. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;

/** All elements inside, in their order. */
export const elements = (node: Node): Element[] =>
  node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elements(child)] : []));

export const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

/** What stands in `noscript` counts as well. */
export const elementsOf = (html: string): Element[] => elements(parse(html, { scriptingEnabled: false }));
