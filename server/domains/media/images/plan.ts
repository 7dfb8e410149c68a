// The sizes of decisions.md §5, "Images", as pure arithmetic: what a picture becomes is known from its header alone.

export type Size = { width: number; height: number };

export const maxPage: Size = { width: 1440, height: 2036 };
export const derivativeWidths: readonly number[] = [360, 720, 1080, 1440];
/** Widest picture for browsers that know neither WebP nor AVIF. */
export const fallbackWidth = 1080;

export type CoverPurpose = 'cover' | 'episode_cover' | 'profile';

/** Sides of the square pictures in pixels, the one that the purpose prescribes first (STO-28, EPI-19, PRO-36). */
export const coverSides: Record<CoverPurpose, readonly [number, ...number[]]> = {
  cover: [640, 320, 160],
  episode_cover: [200, 100],
  profile: [640, 320, 160],
};

/** Size of the whole page or strip before it is cut. Nothing is ever enlarged. */
export function fitPage({ width, height }: Size, { strip }: { strip: boolean }): Size {
  const byHeight = strip ? 1 : maxPage.height / height;
  const scale = Math.min(1, maxPage.width / width, byHeight);
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) };
}

/**
 * Heights of the pieces of a fitted page, from the top: as alike as can be, so that no sliver is left at the end, and
 * divisible by four, so that pieces 1440 wide have whole heights at 1080, 720 and 360 too and join without a seam.
 */
export function cutHeights({ height }: Size): number[] {
  const count = Math.ceil(height / maxPage.height);
  const each = Math.min(maxPage.height, Math.ceil(height / count / 4) * 4);
  return Array.from({ length: count }, (_, index) => Math.min(each, height - index * each));
}

/** The pieces that a picture of this (oriented) size becomes; one, unless it is a long strip. */
export function planPage(size: Size, options: { strip: boolean }): Size[] {
  const fitted = fitPage(size, options);
  return cutHeights(fitted).map((height) => ({ width: fitted.width, height }));
}

/** Sizes of a piece's derivatives, smallest first, its own last. */
export function planWidths(piece: Size): Size[] {
  const widths = derivativeWidths.filter((width) => width < piece.width);
  return [...widths, piece.width].map((width) => scaleTo(piece, width));
}

export function planFallback(piece: Size): Size {
  return scaleTo(piece, Math.min(fallbackWidth, piece.width));
}

function scaleTo(piece: Size, width: number): Size {
  return { width, height: atLeastOne((piece.height * width) / piece.width) };
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
