/**
 * Makes clean HTML of whatever was sent: parsed as browsers parse it, built anew from a list of what may stand in it, parsed once
 * more and refused if anything else is found. Takes linear time: depth and nodes are counted while parsing.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, type html, Parser } from 'parse5';
import { unprocessable } from '../../lib/errors.ts';
import { STORED, safeHref } from '../../lib/prose/tags.ts';
import { type TreeReader, tidyProse } from '../../lib/prose/tidy.ts';
import { countProse, type ProseFigures, writeProse } from '../../lib/prose/write.ts';
import { CHAPTER_MAX_BYTES } from './rules.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Types = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

const DEPTH_MAX = 256;
const NODES_MAX_COUNT = 300_000;
const HTML_NAMESPACE: `${html.NS}` = 'http://www.w3.org/1999/xhtml';

export type CleanProse = { html: string } & ProseFigures;

/** Throws 422 on `html` for what is too long, nested too deep, or made of too many parts. */
export function sanitizeProse(html: string): CleanProse {
  requireSize(html);
  const blocks = tidyProse(parseProse(html), reader);
  const clean = writeProse(blocks);
  requireSize(clean);
  if (!parseProse(clean).every(isStored)) throw unprocessable({ html: ['invalid'] });
  return { html: clean, ...countProse(blocks) };
}

function requireSize(html: string): void {
  if (Buffer.byteLength(html) > CHAPTER_MAX_BYTES) throw unprocessable({ html: ['too_long'] });
}

const tooTangled = () => unprocessable({ html: ['too_tangled'] });

/** The nodes of a fragment. Without scripting: what stands in `noscript` is text like any other. */
function parseProse(html: string): Node[] {
  const options = { treeAdapter: boundedAdapter(), scriptingEnabled: false, sourceCodeLocationInfo: false };
  const parser = Parser.getFragmentParser<Types>(null, { ...options, onParseError: null });
  parser.tokenizer.write(html, true);
  const [root] = parser.document.childNodes;
  return root === undefined || !('childNodes' in root) ? [] : root.childNodes;
}

/** parse5's own tree, counted. Open elements nested too deep would make every further tag look through all of them. */
function boundedAdapter(): typeof defaultTreeAdapter {
  let nodes = 0;
  let depth = 0;
  const count = <Made>(made: Made): Made => {
    nodes += 1;
    if (nodes > NODES_MAX_COUNT) throw tooTangled();
    return made;
  };
  return {
    ...defaultTreeAdapter,
    createElement: (name, namespace, attributes) =>
      count(defaultTreeAdapter.createElement(name, namespace, attributes)),
    createCommentNode: (data) => count(defaultTreeAdapter.createCommentNode(data)),
    onItemPush() {
      depth += 1;
      if (depth > DEPTH_MAX) throw tooTangled();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

const isElement = (node: Node): node is Element => 'tagName' in node;

const attributeOf = (node: Node, name: string): string | null =>
  (isElement(node) ? node.attrs.find((attribute) => attribute.name === name)?.value : null) ?? null;

const reader: TreeReader<Node> = {
  nameOf(node) {
    if (node.nodeName === '#text') return '#text';
    // SVG and MathML are told by their roots, which are dropped with all that stands in them.
    return isElement(node) ? node.tagName : '';
  },
  textOf: (node) => ('value' in node ? node.value : ''),
  attributeOf,
  childrenOf: (node) => ('childNodes' in node ? node.childNodes : []),
  tooDeep: tooTangled,
};

/** Nothing but what may be stored, as a browser would read it. */
function isStored(node: Node): boolean {
  if (node.nodeName === '#text') return true;
  if (!isElement(node) || node.namespaceURI !== HTML_NAMESPACE) return false;
  const allowed = STORED.get(node.tagName);
  if (allowed === undefined || !node.attrs.every(({ name }) => allowed.includes(name))) return false;
  const href = attributeOf(node, 'href');
  if (href !== null && safeHref(href) === null) return false;
  return node.childNodes.every(isStored);
}
