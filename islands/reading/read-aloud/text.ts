/** A chapter's text as spoken: no footnote marks or ruby readings, pictures by their descriptions, tables by row. */
import { type Block, type Piece, type Sentence, sentencesOf } from './sentences.ts';

export type Said = Sentence<Text> & {
  /** Its block, for a sentence without a source. */
  element: HTMLElement;
};

const SILENT = 'rt,rp,rtc,audio,video,iframe,[hidden],[role=doc-noteref],[role=doc-backlink]';
const LINES =
  'address,aside,blockquote,caption,dd,div,dl,dt,figcaption,figure,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,table,tbody,tfoot,thead,tr,ul';

export function saidOf(article: HTMLElement): Said[] {
  const found: Said[] = [];
  for (const part of article.querySelectorAll<HTMLElement>('h1,[data-text]')) {
    for (const block of blocksOf(part))
      for (const sentence of sentencesOf(block)) found.push({ ...sentence, element: block.element });
  }
  return found;
}

type Drawn = Block<Text> & { element: HTMLElement };

function blocksOf(root: HTMLElement): Drawn[] {
  const blocks: Drawn[] = [];
  let pieces: Piece<Text>[] = [];

  const add = (text: string, source: Text | null = null): void => void pieces.push({ text, source });

  function flush(element: HTMLElement): void {
    const language = element.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang;
    if (pieces.length > 0) blocks.push({ language, pieces, element });
    pieces = [];
  }

  function walk(parent: HTMLElement, isRow: boolean): void {
    for (const node of parent.childNodes) {
      if (node instanceof Text) add(node.data, node);
      else if (node instanceof Element && !node.matches(SILENT)) walkElement(node, parent, isRow);
    }
  }

  function walkElement(element: Element, parent: HTMLElement, isRow: boolean): void {
    const name = element.localName;
    if (name === 'br') add(' ');
    else if (name === 'img') add(` ${element.getAttribute('alt') ?? ''} `);
    else if (name === 'math' || name === 'svg')
      add(` ${element.getAttribute('alttext') ?? element.textContent} `);
    else if (!(element instanceof HTMLElement)) return;
    else if (isRow) walkInRow(element);
    else if (element.matches(LINES)) walkBlock(element, parent);
    else walk(element, false);
  }

  function walkInRow(element: HTMLElement): void {
    walk(element, true);
    if (element.matches('td,th') && element.nextElementSibling) add(', ');
    else if (element.matches(LINES)) add(' ');
  }

  function walkBlock(element: HTMLElement, parent: HTMLElement): void {
    flush(parent);
    walk(element, element.localName === 'tr');
    flush(element);
  }

  walk(root, false);
  flush(root);
  return blocks;
}

export function rangeOf({ from, to }: Pick<Said, 'from' | 'to'>): Range | null {
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.source, from.offset);
  range.setEnd(to.source, to.offset);
  return range;
}

/** Its first line, or its block. */
export function boxOf(said: Said): DOMRect {
  return rangeOf(said)?.getClientRects()[0] ?? said.element.getBoundingClientRect();
}
