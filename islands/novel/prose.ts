/** The server's rules for prose, on the browser's own trees: what is pasted and what is sent looks at once as it will be kept. */
import { type Block, type TreeReader, tidyProse } from '../../server/lib/prose/tidy.ts';
import { countProse, type ProseFigures, writeProse } from '../../server/lib/prose/write.ts';

const reader: TreeReader<Node> = {
  nameOf: (node) => {
    if (node instanceof Text) return '#text';
    return node instanceof Element ? node.localName : '';
  },
  textOf: (node) => node.nodeValue ?? '',
  attributeOf: (node, name) => (node instanceof Element ? node.getAttribute(name) : null),
  childrenOf: (node) => node.childNodes,
  tooDeep: () => new Error('nested too deeply'),
};

export type Written = { html: string } & ProseFigures;

const write = (blocks: readonly Block[]): Written => ({
  html: writeProse(blocks),
  ...countProse(blocks),
});

/** What has been written so far, as the server will keep it. */
export const readProse = (root: Node): Written => write(tidyProse(root.childNodes, reader));

/** At the pace of most readers. */
export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / 240));

/** Any HTML as clean prose. A document that was only parsed runs and loads nothing. */
export function cleanFragment(html: string): DocumentFragment {
  // Our policy would complain of handlers that nobody was to run, so they are not even read.
  const quiet = html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\son\w+\s*=/gi, ' data-on='));
  const parsed = new DOMParser().parseFromString(quiet, 'text/html');
  const clean = writeProse(tidyProse(parsed.body.childNodes, reader));
  const holder = document.createElement('template');
  holder.innerHTML = clean;
  return holder.content;
}
