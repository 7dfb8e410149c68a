import { isCrop } from '../rules.ts';
import { decode, type Pixels } from './engine.ts';
import { readHeader } from './inspect.ts';
import { makePicture, type Picture, type Wanted } from './pieces.ts';
import { type CoverPurpose, coverSides, type Size } from './plan.ts';
import type { ImageInput } from './png-colour.ts';
import { ImageRefused } from './refused.ts';

// Covers of stories and episodes, profile pictures (STO-28, EPI-19, OPS-08, OPS-09).

export type Crop = { x: number; y: number; width: number; height: number };

/** Enlarges small originals, because the size is prescribed. Without a crop takes the middle. */
export async function makeCoverDerivatives(
  input: ImageInput,
  { purpose, crop }: { purpose: CoverPurpose; crop?: Crop | undefined },
): Promise<Picture> {
  const sides = coverSides[purpose];
  const pixels = await cutSquare(input, { crop, side: sides[0] });
  const wanted = sides.flatMap((side): Wanted[] => {
    const size = { width: side, height: side };
    return [
      { size, encoding: 'avif' },
      { size, encoding: 'webp' },
      { size, encoding: 'jpeg' },
    ];
  });
  return makePicture(pixels, wanted);
}

export async function cutSquare(
  input: ImageInput,
  { crop, side }: { crop?: Crop | undefined; side: number },
): Promise<Pixels> {
  const facts = await readHeader(input);
  const square = crop ? checkCrop(crop, facts) : centreSquare(facts);
  return decode(input, (image) =>
    image
      .extract({ left: square.x, top: square.y, width: square.width, height: square.height })
      .resize({ width: side, height: side, fit: 'fill' }),
  );
}

export function checkCrop(crop: Crop, { width, height }: Size): Crop {
  if (!isCrop(crop, { width, height })) throw new ImageRefused('bad_crop');
  return crop;
}

export function centreSquare({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), width: side, height: side };
}
