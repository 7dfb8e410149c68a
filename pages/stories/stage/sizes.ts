/** How large a page of an episode is drawn, which decides how large a picture the browser asks for. */
import type { PictureFacts } from '../../ui/Picture.tsx';
import { type EarlyPicture, earlyPicture } from '../../ui/sources.ts';

type Pieces = readonly Pick<PictureFacts, 'width' | 'height' | 'sources'>[];

/** Width by height of a page, with all its pieces. */
export function ratioOf({ pieces }: { pieces: readonly { width: number; height: number }[] }): number {
  const height = pieces.reduce((sum, piece) => sum + piece.height / piece.width, 0);
  return height > 0 ? 1 / height : 1;
}

/** How wide a page is drawn at most: on a wide screen it is seen whole. */
export const sizesOf = (ratio: number): string =>
  `(orientation: landscape) min(60rem, ${Math.round(ratio * 100)}vh), min(100vw, 60rem)`;

/** The picture that an episode opens with. */
export const firstPicture = ([page]: readonly { pieces: Pieces }[]): EarlyPicture | undefined =>
  page && earlyPicture(page.pieces[0], sizesOf(ratioOf(page)));
