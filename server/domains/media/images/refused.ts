// A brand identifies this error instead of its class: the bundler makes a second copy of this module.

export type ImageRefusal =
  | 'empty'
  | 'not_an_image'
  | 'unsupported_type'
  | 'damaged'
  | 'too_large'
  | 'too_many_pixels'
  | 'side_too_long'
  | 'bad_crop';

const brand: unique symbol = Symbol.for('tsuzuki.ImageRefused') as never;

export class ImageRefused extends Error {
  readonly [brand] = true;
  readonly reason: ImageRefusal;
  /** For `unsupported_type`: the actual format, such as `gif`. */
  readonly found: string | undefined;

  constructor(reason: ImageRefusal, options: { found?: string; cause?: unknown } = {}) {
    super(`image refused: ${reason}${options.found ? ` (${options.found})` : ''}`, { cause: options.cause });
    this.name = 'ImageRefused';
    this.reason = reason;
    this.found = options.found;
  }
}

export function isImageRefused(error: unknown): error is ImageRefused {
  return typeof error === 'object' && error !== null && brand in error;
}
