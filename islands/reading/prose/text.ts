/**
 * The text of a chapter, by characters: what stands in `[data-text]`, without the readings of ruby and what parts blocks. A number of characters
 * means the same place on every screen and in every font.
 */

export type ReadText = {
  readonly pieces: readonly Piece[];
  readonly length: number;
  /** Where the text goes on that is not before the screen; its length behind the end. */
  firstWhere(isOnScreen: (box: DOMRect) => boolean): number;
  /** Of the line that holds a character; null where nothing is drawn. */
  boxAt(at: number): DOMRect | null;
  /** Where the sentence begins that a character stands in. */
  sentenceAt(at: number): number;
};

/** `from`: how many characters stand before it. */
type Piece = { node: Text; from: number };

const BLOCK = 'p,h1,h2,h3,h4,li,dt,dd,td,th,caption,figcaption,pre,blockquote,div';

export function readText(article: HTMLElement, language: string | undefined): ReadText {
  const pieces: Piece[] = [];
  let length = 0;
  for (const part of article.querySelectorAll('[data-text]')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // What parts blocks is drawn nowhere.
      if (!/\S/.test(node.nodeValue ?? '') || node.parentElement?.closest('rt,rp')) continue;
      pieces.push({ node: node as Text, from: length });
      length += (node as Text).length;
    }
  }
  const range = document.createRange();
  const segmenter = 'Segmenter' in Intl && new Intl.Segmenter(language, { granularity: 'sentence' });
  /** Of the block that was asked about last: where it begins, and its sentences. */
  let known: { block: Element; start: number; sentences: Intl.Segments } | undefined;

  /** The first of so many for which it holds; they hold from one on. */
  function bisect(count: number, holds: (at: number) => boolean): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  const indexAt = (at: number): number =>
    bisect(pieces.length, (index) => (pieces[index]?.from ?? 0) > at) - 1;

  function boxesOf(node: Text, from: number, to: number): DOMRect[] {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()];
  }

  /** A space at the end of a line is drawn there, at the beginning of the next one, or nowhere: it belongs to what comes behind it. */
  const boxOf = ({ node }: Piece, within: number): DOMRect | undefined =>
    boxesOf(node, within, within + 1).at(-1) ??
    boxesOf(node, within, Math.min(node.length, within + 2)).at(-1);

  /** Of the last line of a piece; what is drawn nowhere is passed over. */
  function boxFrom(at: number): DOMRect | null {
    for (let index = at; index < Math.min(pieces.length, at + 20); index += 1) {
      const { node } = pieces[index] ?? {};
      const last = node && boxesOf(node, 0, node.length).at(-1);
      if (last) return last;
    }
    return null;
  }

  return {
    pieces,
    length,
    firstWhere(isOnScreen) {
      const found = bisect(pieces.length, (index) => {
        const box = boxFrom(index);
        return box !== null && isOnScreen(box);
      });
      // The last line of a piece is on the screen: which of its characters is the first one that is?
      for (let index = found; index < Math.min(pieces.length, found + 20); index += 1) {
        const piece = pieces[index];
        if (!piece || boxesOf(piece.node, 0, piece.node.length).length === 0) continue;
        const within = bisect(piece.node.length, (at) => {
          const box = boxOf(piece, at);
          return box !== undefined && isOnScreen(box);
        });
        return piece.from + within;
      }
      return length;
    },
    boxAt(at) {
      const index = indexAt(at);
      const piece = pieces[index];
      if (!piece) return null;
      const within = Math.min(at - piece.from, piece.node.length - 1);
      return boxOf(piece, within) ?? boxFrom(index);
    },
    sentenceAt(at) {
      const piece = pieces[indexAt(at)];
      const block = piece?.node.parentElement?.closest(BLOCK);
      if (!piece || !block) return at;
      if (known?.block !== block) {
        const own = pieces.filter(({ node }) => block.contains(node));
        const text = own.map(({ node }) => node.data).join('');
        const start = own[0]?.from ?? at;
        if (!segmenter) return start;
        known = { block, start, sentences: segmenter.segment(text) };
      }
      const { start, sentences } = known;
      return start + (sentences.containing(at - start)?.index ?? 0);
    },
  };
}
