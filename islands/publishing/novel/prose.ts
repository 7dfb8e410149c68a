/** Applies the server's prose rules in the browser, so that pasted and sent text looks as it will be stored. */
import { readerFor } from '../../../server/lib/prose/marks.ts';
import type { TreeReader } from '../../../server/lib/prose/model.ts';
import { storedHooks } from '../../../server/lib/prose/stored.ts';
import { tidyProse } from '../../../server/lib/prose/tidy.ts';
import { countProse, type ProseFigures, writeProse } from '../../../server/lib/prose/write.ts';
import { withoutHandlers } from './handlers.ts';
import { isFromWordProcessor, readWordProcessor } from './pasted.ts';

const reader: TreeReader<Node> = {
  nameOf: (node) => {
    if (node instanceof Text) return '#text';
    return node instanceof Element ? node.localName : '';
  },
  textOf: (node) => node.nodeValue ?? '',
  attributeOf: (node, name) => (node instanceof Element ? node.getAttribute(name) : null),
  childrenOf: (node) => (isFormula(node) ? formulaOf(node) : node.childNodes),
  tooDeep: () => new Error('nested too deeply'),
};

export type Written = { html: string } & ProseFigures;

const hooks = storedHooks(reader);

export function readProse(root: Node): Written {
  const blocks = tidyProse(root.childNodes, reader, hooks);
  return { html: writeProse(blocks).html, ...countProse(blocks) };
}

export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / 240));

// The editor's library removes anything that is not HTML. A formula is therefore stored in an attribute of an HTML
// element.
const FORMULA = 'data-formula';
const isFormula = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && node.hasAttribute(FORMULA);
const formulaOf = (holder: HTMLElement): Iterable<Node> =>
  parse(holder.getAttribute(FORMULA) ?? '').childNodes;

function holdFormulas(content: DocumentFragment): DocumentFragment {
  for (const math of content.querySelectorAll('math')) {
    const holder = document.createElement('span');
    holder.setAttribute(FORMULA, math.outerHTML);
    holder.contentEditable = 'false';
    holder.textContent = math.textContent;
    math.replaceWith(holder);
  }
  return content;
}

export function showFormulas(root: ParentNode): void {
  for (const holder of root.querySelectorAll<HTMLElement>(`[${FORMULA}]:not(:has(math))`))
    holder.replaceChildren(...formulaOf(holder));
}

/** A parsed document runs no scripts and loads nothing. */
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(withoutHandlers(html), 'text/html').body;
}

/** Number of pictures from other sites, which chapters cannot contain. */
export const foreignPictures = (html: string): number =>
  parse(html).querySelectorAll('img:not([data-picture])').length;

export function cleanFragment(html: string): DocumentFragment {
  const body = parse(html);
  if (isFromWordProcessor(html)) readWordProcessor(body);
  const roots = body.childNodes;
  const clean = writeProse(tidyProse(roots, readerFor(html, reader), hooks)).html;
  const holder = document.createElement('template');
  holder.innerHTML = clean;
  return holdFormulas(holder.content);
}
