// The sizes of decisions.md §5, "Images". The header of a picture determines them all.

export type Size = { width: number; height: number };

export const maxPage: Size = { width: 1440, height: 2036 };
export const derivativeWidths: readonly number[] = [360, 720, 1080, 1440];
/** For browsers without WebP and AVIF. */
export const fallbackWidth = 1080;

export type CoverPurpose = 'cover' | 'episode_cover' | 'profile';

/** Sides in pixels, the prescribed side first (STO-28, EPI-19, PRO-36). */
export const coverSides: Record<CoverPurpose, readonly [number, ...number[]]> = {
  cover: [640, 320, 160],
  episode_cover: [200, 100],
  profile: [640, 320, 160],
};

/** Never enlarges. */
export function fitPage({ width, height }: Size, { strip }: { strip: boolean }): Size {
  const byHeight = strip ? 1 : maxPage.height / height;
  const scale = Math.min(1, maxPage.width / width, byHeight);
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) };
}

/**
 * Nearly equal heights, so that no sliver is left at the end. They are divisible by four: pieces 1440 wide have whole
 * heights at 1080, 720 and 360, and join seamlessly.
 */
export function cutHeights({ height }: Size): number[] {
  const count = Math.ceil(height / maxPage.height);
  const each = Math.min(maxPage.height, Math.ceil(height / count / 4) * 4);
  return Array.from({ length: count }, (_, index) => Math.min(each, height - index * each));
}

/** `size` is upright. Only a long strip has more than one piece. */
export function planPage(size: Size, options: { strip: boolean }): Size[] {
  const fitted = fitPage(size, options);
  return cutHeights(fitted).map((height) => ({ width: fitted.width, height }));
}

/** Smallest first, full size last. */
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
