import {
  contentTypes,
  type Encoding,
  encode,
  encodePlaceholder,
  extensions,
  type Pixels,
  scale,
} from './engine.ts';
import type { Size } from './plan.ts';

export type Derivative = Size & {
  /** Last part of the storage key, such as `720.webp`. */
  name: string;
  contentType: string;
  data: Buffer;
};

/** Makes the derivatives one by one on demand. They can be read only once. */
export type Picture = Size & {
  /** Data URI of at most 180 characters. */
  placeholder: string;
  derivatives: AsyncGenerator<Derivative, void, undefined>;
};

export type Wanted = { size: Size; encoding: Encoding };

export async function makePicture(pixels: Pixels, wanted: readonly Wanted[]): Promise<Picture> {
  return {
    width: pixels.width,
    height: pixels.height,
    placeholder: await encodePlaceholder(pixels),
    derivatives: makeDerivatives(pixels, wanted),
  };
}

export async function* makeDerivatives(
  pixels: Pixels,
  wanted: readonly Wanted[],
): AsyncGenerator<Derivative, void, undefined> {
  let source = pixels;
  for (const [index, { size, encoding }] of wanted.entries()) {
    if (source.width !== size.width) source = pixels;
    // A single format is resized and encoded in one go, without memory for the pixels in between.
    if (wanted[index + 1]?.size.width === size.width) source = await scale(source, size);
    yield {
      name: `${size.width}.${extensions[encoding]}`,
      ...size,
      contentType: contentTypes[encoding],
      data: await encode(source, size, encoding),
    };
  }
}
