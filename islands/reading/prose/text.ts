/** A chapter's text without ruby readings. A count of characters is the same place on any screen and in any font. */

export type ReadText = {
  readonly pieces: readonly Piece[];
  readonly length: number;
  /** First character that is not before the screen, or the length of the text. */
  firstWhere(isOnScreen: (box: DOMRect) => boolean): number;
  /** Null when nothing is rendered there. */
  boxAt(at: number): DOMRect | null;
  sentenceAt(at: number): number;
};

/** `from`: number of characters before the piece. */
type Piece = { node: Text; from: number };

const BLOCK = 'p,h1,h2,h3,h4,li,dt,dd,td,th,caption,figcaption,pre,blockquote,div';

export function readText(article: HTMLElement, language: string | undefined): ReadText {
  const pieces: Piece[] = [];
  let length = 0;
  for (const part of article.querySelectorAll('[data-text]')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Space between blocks is not rendered.
      if (!/\S/.test(node.nodeValue ?? '') || node.parentElement?.closest('rt,rp')) continue;
      pieces.push({ node: node as Text, from: length });
      length += (node as Text).length;
    }
  }
  const range = document.createRange();
  const segmenter = 'Segmenter' in Intl && new Intl.Segmenter(language, { granularity: 'sentence' });
  /** The block asked about last, with its start and its sentences. */
  let known: { block: Element; start: number; sentences: Intl.Segments } | undefined;

  /** The first index for which `holds` is true. It must be true from there on. */
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

  /** A space at a line's end may be drawn there, in the next line, or nowhere. It belongs to what follows. */
  const boxOf = ({ node }: Piece, within: number): DOMRect | undefined =>
    boxesOf(node, within, within + 1).at(-1) ??
    boxesOf(node, within, Math.min(node.length, within + 2)).at(-1);

  /** The last line of a piece. Skips pieces that are not rendered. */
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
      // The last line of this piece is on screen. Now finds its first character on screen.
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
