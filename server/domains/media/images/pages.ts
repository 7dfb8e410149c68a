import { decode, type Pixels } from './engine.ts';
import { readHeader } from './inspect.ts';
import { type Derivative, makeDerivatives, makePicture, type Picture, type Wanted } from './pieces.ts';
import { cutHeights, fitPage, planFallback, planWidths, type Size } from './plan.ts';
import type { ImageInput } from './png-colour.ts';

// A page becomes one piece, a strip as many as its height needs (PAG-10, OPS-08). Memory holds at most the pixels of
// the fitted page and one derivative.

export type PageOptions = { strip: boolean };
/** `index` counts from the top. */
export type PagePiece = Picture & { index: number; count: number };
export type AvifPiece = Size & { index: number; derivatives: AsyncGenerator<Derivative, void, undefined> };

export async function* makePageDerivatives(
  input: ImageInput,
  options: PageOptions,
): AsyncGenerator<PagePiece, void, undefined> {
  const pieces = await decodePieces(input, options);
  for (const [index, piece] of pieces.entries()) {
    const fallback = planFallback(piece);
    const wanted = planWidths(piece).flatMap((size): Wanted[] =>
      size.width === fallback.width
        ? [
            { size, encoding: 'webp' },
            { size, encoding: 'jpeg' },
          ]
        : [{ size, encoding: 'webp' }],
    );
    yield { index, count: pieces.length, ...(await makePicture(piece, wanted)) };
  }
}

/** AVIF costs several times as much, so a low-priority job adds it once the page is readable. */
export async function* makeAvifDerivatives(
  input: ImageInput,
  options: PageOptions,
): AsyncGenerator<AvifPiece, void, undefined> {
  const pieces = await decodePieces(input, options);
  for (const [index, piece] of pieces.entries()) {
    const wanted: Wanted[] = planWidths(piece).map((size) => ({ size, encoding: 'avif' }));
    const { width, height } = piece;
    yield { index, width, height, derivatives: makeDerivatives(piece, wanted) };
  }
}

async function decodePieces(input: ImageInput, options: PageOptions): Promise<Pixels[]> {
  const size = fitPage(await readHeader(input), options);
  const { width, data } = await decode(input, (image) => image.resize({ ...size, fit: 'fill' }));
  let top = 0;
  return cutHeights(size).map((height) => {
    // A view of the same buffer, not a copy.
    const piece = { width, height, data: data.subarray(top * width * 3, (top + height) * width * 3) };
    top += height;
    return piece;
  });
}
