/** Rendered size of a page, which decides the picture the browser loads. */
import type { PictureFacts } from '../../ui/Picture.tsx';
import { type EarlyPicture, earlyPicture } from '../../ui/sources.ts';

type Pieces = readonly Pick<PictureFacts, 'width' | 'height' | 'sources'>[];

export function ratioOf({ pieces }: { pieces: readonly { width: number; height: number }[] }): number {
  const height = pieces.reduce((sum, piece) => sum + piece.height / piece.width, 0);
  return height > 0 ? 1 / height : 1;
}

/** Maximum width of a page. Wide screens show it whole. */
export const sizesOf = (ratio: number): string =>
  `(orientation: landscape) min(60rem, ${Math.round(ratio * 100)}vh), min(100vw, 60rem)`;

export const firstPicture = ([page]: readonly { pieces: Pieces }[]): EarlyPicture | undefined =>
  page && earlyPicture(page.pieces[0], sizesOf(ratioOf(page)));
