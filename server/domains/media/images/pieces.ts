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
  /** Width and format, such as `720.webp`: the last part of the storage key. */
  name: string;
  contentType: string;
  data: Buffer;
};

/** One picture to store. Its derivatives are made one after the other, as they are asked for, and can be asked for once. */
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

/** Neighbours of one size are resized once. */
export async function* makeDerivatives(
  pixels: Pixels,
  wanted: readonly Wanted[],
): AsyncGenerator<Derivative, void, undefined> {
  let source = pixels;
  for (const [index, { size, encoding }] of wanted.entries()) {
    if (source.width !== size.width) source = pixels;
    // For one format alone, resizing and encoding in one go needs no room for the pixels between.
    if (wanted[index + 1]?.size.width === size.width) source = await scale(source, size);
    yield {
      name: `${size.width}.${extensions[encoding]}`,
      ...size,
      contentType: contentTypes[encoding],
      data: await encode(source, size, encoding),
    };
  }
}
