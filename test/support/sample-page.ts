/** A comic page's worth of pixels that takes a worker a moment. */
import { draw } from './pictures.ts';

export const samplePage = (width = 800, height = 1130): Promise<Buffer> =>
  draw({ width, height, format: 'jpeg' }, (x, y) => [(x * y) % 256, (x + y) % 256, (x ^ y) % 256]);
