/**
 * Parses HTML like a browser, rebuilds it from an allowlist, and refuses it if anything else remains. Takes linear
 * time, because depth and nodes are counted while parsing.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import { unprocessable } from '../../../lib/errors.ts';
import { readerFor } from '../../../lib/prose/marks.ts';
import { DEPTH_MAX, type TreeReader } from '../../../lib/prose/model.ts';
import { isInOwnForm } from '../../../lib/prose/own-form.ts';
import { plainTextOf } from '../../../lib/prose/plain.ts';
import { storedHooks } from '../../../lib/prose/stored.ts';
import { tidyProse } from '../../../lib/prose/tidy.ts';
import { WEIGHT_MAX, weightOf } from '../../../lib/prose/weight.ts';
import { countProse, type ProseFigures, type WrittenProse, writeProse } from '../../../lib/prose/write.ts';
import { CHAPTER_MAX_BYTES } from './rules.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Attribute = Element['attrs'][number];
type Types = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

const NODES_MAX_COUNT = 300_000;

export type CleanProse = WrittenProse & ProseFigures & { plain: string };

/** Throws 422 on `html` that is too long, nested too deep, or too complex to render in time. */
export function sanitizeProse(html: string): CleanProse {
  requireSize(html);
  const blocks = tidyProse(parseProse(html), readerFor(html, reader), hooks);
  const clean = writeProse(blocks);
  requireSize(clean.html);
  if (weightOf(clean.html) > WEIGHT_MAX) throw tooTangled();
  if (!isStoredProse(clean.html)) throw unprocessable({ html: ['invalid'] });
  return { ...clean, plain: plainTextOf(clean.html), ...countProse(blocks) };
}

function requireSize(html: string): void {
  if (Buffer.byteLength(html) > CHAPTER_MAX_BYTES) throw unprocessable({ html: ['too_long'] });
}

const tooTangled = () => unprocessable({ html: ['too_tangled'] });

/** Without scripting, so that content of `noscript` is normal text. */
function parseProse(html: string): Node[] {
  const options = { treeAdapter: boundedAdapter(), scriptingEnabled: false, sourceCodeLocationInfo: false };
  const parser = Parser.getFragmentParser<Types>(null, { ...options, onParseError: null });
  parser.tokenizer.write(html, true);
  const [root] = parser.document.childNodes;
  return root === undefined || !('childNodes' in root) ? [] : root.childNodes;
}

/** parse5's tree with counters. Deeply nested open elements would make every further tag search all of them. */
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
      // The first item is the root of the fragment.
      if (depth > DEPTH_MAX + 1) throw tooTangled();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

const isElement = (node: Node): node is Element => 'tagName' in node;

const attributeOf = (node: Node, name: string): string | null =>
  (isElement(node) ? node.attrs.find((attribute) => fullName(attribute) === name)?.value : null) ?? null;

/** parse5 splits `xml:lang` in two inside a formula. Elsewhere it is one name. */
const fullName = ({ prefix, name }: Attribute): string => (prefix ? `${prefix}:${name}` : name);

const reader: TreeReader<Node> = {
  nameOf(node) {
    if (node.nodeName === '#text') return '#text';
    // Only the root tells that this is SVG. It is dropped with its content, and MathML is rebuilt.
    return isElement(node) ? node.tagName : '';
  },
  textOf: (node) => ('value' in node ? node.value : ''),
  attributeOf,
  childrenOf: (node) => ('childNodes' in node ? node.childNodes : []),
  tooDeep: tooTangled,
};

const hooks = storedHooks(reader);

/** True when the HTML contains only what may be stored, in a form that every parser reads alike. */
export const isStoredProse = (html: string): boolean => isInOwnForm(html, tooTangled);
